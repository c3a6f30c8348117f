import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../../..");

/** The project's own sources, which generated code is registered in. Only read; names have been checked by then. */
export const sources = {
  /** null where there is no such file. */
  read: (path: string): string | null => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null),
  names: (folder: string): string[] => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []),
  /** Files below a folder whose name ends so. */
  below: (folder: string, end: string): string[] =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(end))
          .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      : [],
};
