import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache, root } from "./paths.mjs";

const skipped = new Set(["node_modules", "dist", "dist.new", ".cache"]);

/**
 * A hash over the names and contents of files and folders below the project.
 * @param {string[]} paths relative to the project; missing ones are left out
 */
export function computeHash(paths) {
  const hash = createHash("sha256");
  for (const path of paths) addTo(hash, path);
  return hash.digest("hex");
}

function addTo(hash, path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return;
  if (statSync(absolute).isFile()) {
    hash.update(`${path}\0`).update(readFileSync(absolute));
    return;
  }
  for (const name of readdirSync(absolute).sort()) {
    if (!skipped.has(name)) addTo(hash, `${path}/${name}`);
  }
}

/** Whether the step `name` was last done for this hash. */
export function isDone(name, hash) {
  const file = join(cache, `${name}.stamp`);
  return existsSync(file) && readFileSync(file, "utf8") === hash;
}

export function markDone(name, hash) {
  writeFileSync(join(cache, `${name}.stamp`), hash);
}
