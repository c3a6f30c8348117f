import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../../..");

/** The project's own sources, in which generated code is registered. They are only read, by names that have been checked. */
export const sources = {
  /** The text of a file; null where it does not exist. */
  read: (path: string): string | null => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null),
  names: (folder: string): string[] => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []),
};
