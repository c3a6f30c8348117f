import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { cjkFont, findChromium } from "./chromium.mjs";
import { run } from "./command.mjs";

/** What tests need besides npm packages, by the Debian package it comes in: a browser with Chinese fonts, a real S3 server, and a pooler before the database. */
const wanted = [
  ["chromium-headless-shell", () => Boolean(findChromium())],
  ["fonts-noto-cjk", () => process.platform !== "linux" || existsSync(cjkFont)],
  ...["proxy", "account", "container", "object"].map((part) => [
    `swift-${part}`,
    () => existsSync(`/usr/bin/swift-${part}-server`),
  ]),
  ["pgbouncer", () => existsSync("/usr/sbin/pgbouncer")],
  ["memcached", () => existsSync("/usr/bin/memcached")],
];

/** Installs in one go what is missing, where we may: as root on Debian. Elsewhere the tests that need it say what to install, and fail. */
export async function installPrograms() {
  const missing = wanted.filter(([, isThere]) => !isThere()).map(([name]) => name);
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
    // Older Debians have the browser with its window only.
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
