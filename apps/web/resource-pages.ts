import { globSync } from "node:fs";
import { join } from "node:path";
import { resources } from "@jipei/contract/entities.ts";
import type { Plugin } from "vite";

const src = join(import.meta.dirname, "src");

/**
 * The page files of entities that state an address: CandidateSource has `candidate-source.page.tsx`, in whichever folder.
 * @returns address → file below `src` @throws Error where there is none, or more than one
 */
export function findResourcePages(): Map<string, string> {
  const files = globSync("**/*.page.tsx", { cwd: src }).map((file) => file.replaceAll("\\", "/"));
  return new Map(
    Object.values(resources)
      .flat()
      .map(({ entity, page }) => {
        const name = `${kebab(entity.name)}.page.tsx`;
        const found = files.filter((file) => file.endsWith(`/${name}`));
        if (found.length !== 1) throw new Error(`${page} wants one ${name}, there are ${found.length}`);
        return [page, found[0] as string];
      }),
  );
}

const kebab = (name: string): string => name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();

/**
 * Serves `virtual:resource-pages`: the pages of these entities with their loaders, as `*.pages.ts` lists the others. Made at build time,
 * so that the first download carries addresses and no entity.
 */
export function resourcePages(): Plugin {
  const id = "virtual:resource-pages";
  return {
    name: "resource-pages",
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) =>
      asked === `\0${id}`
        ? `export const pages = {${[...findResourcePages()]
            .map(([page, file]) => `${JSON.stringify(page)}: () => import(${JSON.stringify(join(src, file))})`)
            .join(",")}};`
        : undefined,
  };
}
