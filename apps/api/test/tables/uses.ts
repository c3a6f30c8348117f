import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parameters } from "@jipei/contract/settings/parameters.ts";
import { ownerOf, tableOfEntity } from "./owners.ts";

const sources = join(import.meta.dirname, "../../src");

/** A table that code of a domain names, and whether it writes it. */
export interface Use {
  domain: string;
  file: string;
  table: string;
  writes: boolean;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Patterns of SQL text and query builder calls that name a table: the group that holds its name, and whether they write it. */
const patterns: readonly { pattern: RegExp; writes: boolean; builder?: true }[] = [
  { pattern: /\b(?:insert into|update|delete from|lock table)\s+([a-z][a-z_]*)/g, writes: true },
  { pattern: /(?<!\bdelete )\b(?:from|join|using)\s+([a-z][a-z_]*)/g, writes: false },
  { pattern: /\bsql`([a-z][a-z_]*)\s/g, writes: false },
  { pattern: /\bsql\.table\("([a-z][a-z_]*)"\)/g, writes: false },
  { pattern: /"([a-z][a-z_]*)\.[a-z_]+(?:\[\])?"/g, writes: false },
  { pattern: /\b(?:insertInto|updateTable|deleteFrom)\("([a-zA-Z]+)\b/g, writes: true, builder: true },
  { pattern: /\b(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin)\("([a-zA-Z]+)\b/g, writes: false, builder: true },
];
/** Functions of the core that write rows of an entity. */
const writers =
  /\b(?:insertRow|insertColumns|updateRows?|updateColumns|updateOne|removeRows)\(\s*\w+,\s*\w+,\s*([A-Z]\w*)\b/g;

/** Keys of parameters look like columns of a table. */
const isParameter = (text: string): boolean => Object.hasOwn(parameters, text.slice(1, -1));

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");

/** Every table that a source names. @param text the source */
export function usesIn(domain: string, file: string, text: string): Use[] {
  const code = withoutComments(text);
  const named = patterns.flatMap(({ pattern, writes, builder }) =>
    [...code.matchAll(pattern)].flatMap(([text, name = ""]) => {
      if (isParameter(text)) return [];
      const table = builder ? snake(name) : name;
      return ownerOf.has(table) ? [{ domain, file, table, writes }] : [];
    }),
  );
  const byEntity = [...code.matchAll(writers)].flatMap(([, entity = ""]) => {
    const table = tableOfEntity.get(entity);
    return table ? [{ domain, file, table, writes: true }] : [];
  });
  return [...named, ...byEntity];
}

/** Every table that product code names. Files directly in the folder of sources connect the domains. */
export function usesOfTables(): Use[] {
  return readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.(test|template)\.ts$/.test(file))
    .flatMap((file) => {
      const [first = "", ...rest] = file.split("/");
      return usesIn(rest.length > 0 ? first : "application", file, readFileSync(join(sources, file), "utf8"));
    });
}

/** Uses of tables of other domains, one line each: `domain reads table`. */
export const foreignUses = (uses: readonly Use[]): string[] =>
  [
    ...new Set(
      uses
        .filter(({ domain, table }) => ownerOf.get(table) !== domain)
        .map(({ domain, table, writes }) => `${domain} ${writes ? "writes" : "reads"} ${table}`),
    ),
  ].toSorted();
