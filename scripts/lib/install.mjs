import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure, run } from "./command.mjs";
import { withLock } from "../../packages/process/src/lock.mjs";
import { cache, root } from "./paths.mjs";

/**
 * Installs the packages of the lockfile, unless they are there. None of them needs an install script, so none is run.
 */
export async function install() {
  if (isInstalled(root)) return;
  await withLock(
    join(cache, "install.lock"),
    async () => {
      await installPackages(root);
    },
    () => console.log("Another process is installing; waiting …"),
  );
}

/** Installs what the package.json of a folder of the project names into another folder, apart from our own packages. */
export async function installApart(from, folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(root, from, name), join(folder, name));
  await installPackages(folder);
}

/** Installs the packages of a folder that holds package.json and package-lock.json, unless they are there. */
async function installPackages(folder) {
  if (isInstalled(folder)) return;
  console.log("Installing packages (npm ci) …");
  const options = { cwd: folder };
  const code = await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], options);
  if (code !== 0) throw new Failure("npm ci failed; see above");
}

/**
 * Whether node_modules matches the lockfile. npm writes a list of what it installed into node_modules when it has finished.
 * @param {string} folder that holds package-lock.json
 */
export function isInstalled(folder) {
  const installedFile = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  return Object.entries(wanted).every(([path, { version, link, optional }]) => {
    // A package that workspaces want in different versions lies in their own node_modules.
    if (!/(^|\/)node_modules\//.test(path)) return true;
    if (link) return path in installed;
    // Optional packages include those of other platforms.
    return installed[path] ? installed[path].version === version : optional === true;
  });
}

/** The npm that belongs to the running Node, started without a shell, so that no character of a path has a special meaning. */
function npm(args, options) {
  const beside = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    join(beside, "node_modules/npm/bin/npm-cli.js"),
    join(beside, "../lib/node_modules/npm/bin/npm-cli.js"),
  ];
  const cli = candidates.find((path) => path?.endsWith("npm-cli.js") && existsSync(path));
  return cli
    ? run(process.execPath, [cli, ...args], options)
    : run("npm", args, { ...options, shell: process.platform === "win32" });
}
