import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

const skipped = new Set(["node_modules", "dist", "dist.new", ".cache", "data"]);

/** All files below a folder of the project, with / on every system, sorted. */
export function filesBelow(folder) {
  const absolute = join(root, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
}
