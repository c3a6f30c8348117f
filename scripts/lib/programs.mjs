import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cjkFont, findChromium } from "./chromium.mjs";
import { run } from "./command.mjs";
import { root } from "./paths.mjs";

/** Programs that tests need besides npm packages: the files that need them, and the Debian packages with a check whether they are installed. */
const needs = [
  {
    /** A browser with Chinese fonts. */
    isNeeded: (file) => file.startsWith("e2e/"),
    packages: {
      "chromium-headless-shell": () => Boolean(findChromium()),
      "fonts-noto-cjk": () => process.platform !== "linux" || existsSync(cjkFont),
    },
  },
  {
    /** A real S3 server. */
    isNeeded: (file) => imports(file, "swift.ts"),
    packages: Object.fromEntries([
      ...["proxy", "account", "container", "object"].map((part) => [
        `swift-${part}`,
        () => existsSync(`/usr/bin/swift-${part}-server`),
      ]),
      ["memcached", () => existsSync("/usr/bin/memcached")],
    ]),
  },
  {
    /** A pooler before the database. */
    isNeeded: (file) => imports(file, "pgbouncer.ts"),
    packages: { pgbouncer: () => existsSync("/usr/sbin/pgbouncer") },
  },
  {
    /** The sandbox of the converter of documents. */
    isNeeded: (file) => imports(file, "bubblewrap.ts"),
    packages: { bubblewrap: () => existsSync("/usr/bin/bwrap") },
  },
  {
    /** Java for a generator of clients, and what a client in Python stands on. */
    isNeeded: (file) => file.startsWith("apps/api/clients/"),
    packages: {
      "default-jre-headless": () => existsSync("/usr/bin/java"),
      ...Object.fromEntries(
        ["urllib3", "dateutil", "six", "certifi"].map((name) => [`python3-${name}`, () => hasPythonModule(name)]),
      ),
    },
  },
];

const hasPythonModule = (name) =>
  [name, `${name}.py`].some((path) => existsSync(join("/usr/lib/python3/dist-packages", path)));

const imports = (file, name) => readFileSync(join(root, file), "utf8").includes(`/${name}"`);

/** The Debian packages that these test files need and that are not installed. @param {string[]} files below the project */
export function missingPrograms(files) {
  return needs
    .filter(({ isNeeded }) => files.some(isNeeded))
    .flatMap(({ packages }) => Object.entries(packages))
    .filter(([, isThere]) => !isThere())
    .map(([name]) => name);
}

/**
 * Installs all packages that these test files need and that are missing, where possible: as root on Debian. Elsewhere the tests that need them say
 * what to install, and fail.
 * @param {string[]} files below the project
 */
export async function installPrograms(files) {
  const missing = missingPrograms(files);
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (missing.length === 0 || !canInstall) return;
  console.log(`Installing ${missing.join(", ")} …`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "ignore", "inherit"],
  };
  await withoutServices(async () => {
    await run("apt-get", ["update", "-qq"], options);
    const install = (names) => run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], options);
    // Older Debians have the browser only with its window.
    if ((await install(missing)) !== 0 && !findChromium())
      await install(missing.map((name) => name.replace("-headless-shell", "")));
  });
}

/** Debian starts the services it installs unless this file says no. The tests start their own, on ports and folders of their own. */
async function withoutServices(work) {
  const policy = "/usr/sbin/policy-rc.d";
  const ours = !existsSync(policy);
  if (ours) {
    writeFileSync(policy, "#!/bin/sh\nexit 101\n");
    chmodSync(policy, 0o755);
  }
  try {
    await work();
  } finally {
    if (ours) rmSync(policy, { force: true });
  }
}
