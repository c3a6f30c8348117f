import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** Folder of what can be made again at any time: stamps, locks, compiled code. */
export const cache = join(root, ".cache");
mkdirSync(cache, { recursive: true });
