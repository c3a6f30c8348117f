import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setupPath } from "@jipei/contract/setup/setup-path.ts";
import { lockPath, loginPath } from "./src/core/constants.ts";

/** What the domains declare as `pages` and `publicPages`, as text. */
export const pageLists = (): string[] =>
  globSync("src/*/*.{pages,public}.ts", { cwd: import.meta.dirname }).map((file) =>
    readFileSync(join(import.meta.dirname, file), "utf8"),
  );

/** Addresses of all pages, parameters written `:id`: the keys of those lists, and the routes that app.tsx names itself. */
export function pageAddresses(): string[] {
  const named = pageLists().flatMap((text) => [...text.matchAll(/'(\/[^']*)':/g)].map(([, path]) => path as string));
  return [...new Set(["/", loginPath, lockPath, setupPath, "/403", "/404", "/500", ...named])].toSorted();
}
