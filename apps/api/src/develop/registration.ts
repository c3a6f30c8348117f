import { resources } from "@jipei/contract/entities.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Module } from "./module.ts";
import { camel, literal } from "./names.ts";
import { type Edit, buildPatch } from "./patch.ts";
import { sources } from "./sources.ts";

/** The lines that register generated files in the product, as one patch against its current sources. */
export function registrationPatch(modules: readonly Module[]): string {
  const newDomains = [...new Set(modules.map(({ domain }) => domain))].filter((domain) => !hasDomain(domain));
  return [
    patched("packages/contract/src/entities.ts", (lines) => entityEdits(lines, modules)),
    patched("apps/api/src/domains.ts", (lines) => domainEdits(lines, newDomains)),
    patched("scripts/lib/imports.mjs", (lines) =>
      newDomains.length === 0
        ? []
        : [
            {
              line: getEnd(lines, /^const layers = \[$/),
              remove: 0,
              insert: newDomains.map((domain) => `  ${literal(domain)},`),
            },
          ],
    ),
  ].join("");
}

/** Whether a domain exists already. */
export const hasDomain = (domain: string): boolean =>
  sources.read(`apps/api/src/${domain}/${domain}.routes.ts`) !== null;

/** An unused menu number of the bureau. @param index place among the modules generated together */
export function getMenuNo(index: number): string {
  const listed = [...(sources.read("apps/api/seed/menus.ts") ?? "").matchAll(/"B(\d\d)"/g)].map(([, number]) => number);
  const stated = Object.values(resources)
    .flat()
    .map(({ menu }) => /^B(\d\d)$/.exec(menu.no)?.[1] ?? 0);
  return `B${Math.max(...[...listed, ...stated].map(Number)) + 1 + index}`;
}

function patched(path: string, edit: (lines: readonly string[]) => readonly Edit[]): string {
  const text = sources.read(path);
  if (text === null)
    throw new Refusal("GENERATOR_REFUSED", {
      reason: { zh: `服务器上没有源文件${path}`, en: `the sources are not on the server: ${path}` },
    });
  const edits = edit(text.split("\n"));
  return edits.length > 0 ? buildPatch(path, text, edits) : "";
}

/** Index of the first line that matches. @throws GENERATOR_REFUSED where a file does not have the usual form */
function find(lines: readonly string[], pattern: RegExp, from = 0): number {
  const at = lines.findIndex((line, index) => index >= from && pattern.test(line));
  if (at < 0)
    throw new Refusal("GENERATOR_REFUSED", {
      reason: {
        zh: `源文件中找不到登记位置（${pattern.source}），可更换后端包名`,
        en: `the sources have no place for the registration (${pattern.source}); another package may do`,
      },
    });
  return at;
}
/** Index of the closing bracket, at the beginning of a line, for what the matching line opens. */
const getEnd = (lines: readonly string[], pattern: RegExp) => find(lines, /^[\]}]/, find(lines, pattern));

/** Inserts lines into sorted lines, before the first greater one. */
function sortedInto(
  lines: readonly string[],
  from: number,
  to: number,
  insert: string,
  keyOf: (line: string) => string,
): Edit {
  let line = from;
  while (line < to && keyOf(lines[line] as string) < keyOf(insert)) line++;
  return { line, remove: 0, insert: [insert] };
}

function entityEdits(lines: readonly string[], modules: readonly Module[]): Edit[] {
  const first = find(lines, /^import \{/);
  const last = find(lines, /^(?!import)/, first);
  const path = (line: string) => /"(.*)"/.exec(line)?.[1] ?? "";
  const imports = modules.map(({ variable, domain, file }) =>
    sortedInto(lines, first, last, `import { ${variable}Resource } from "./${domain}/${file}.ts";`, path),
  );
  const domains = Map.groupBy(modules, ({ domain }) => domain);
  return merged([...imports, ...[...domains].map(([domain, of]) => resourceEdit(lines, domain, of))]);
}

/** Adds modules to the list of their domain, or as a new list. */
function resourceEdit(lines: readonly string[], domain: string, modules: readonly Module[]): Edit {
  const opens = find(lines, /^const stated = \{$/);
  const closes = getEnd(lines, /^const stated = \{$/);
  const names = modules.map(({ variable }) => `${variable}Resource`);
  const key = domain.includes("-") ? literal(domain) : domain;
  const at = lines.findIndex((line, index) => index > opens && index < closes && line.startsWith(`  ${key}: [`));
  if (at < 0) return { line: closes, remove: 0, insert: [`  ${key}: [${names.join(", ")}],`] };
  const line = lines[at] as string;
  return line.endsWith("[")
    ? { line: at + 1, remove: 0, insert: names.map((name) => `    ${name},`) }
    : { line: at, remove: 1, insert: [line.replace(": [", `: [${names.join(", ")}, `)] };
}

/** Joins edits of the same line. */
function merged(edits: readonly Edit[]): Edit[] {
  const places = new Map<number, Edit>();
  for (const edit of edits) {
    const before = places.get(edit.line);
    places.set(edit.line, before ? { ...before, insert: [...before.insert, ...edit.insert].sort() } : edit);
  }
  return [...places.values()];
}

function domainEdits(lines: readonly string[], domains: readonly string[]): Edit[] {
  if (domains.length === 0) return [];
  const imports = find(lines, /^(?!import)/);
  const list = getEnd(lines, /^const listed: readonly Domain/);
  return [
    {
      line: imports,
      remove: 0,
      insert: domains.map((domain) => `import { ${camel(domain)} } from "./${domain}/${domain}.routes.ts";`),
    },
    { line: list, remove: 0, insert: domains.map((domain) => `  ${camel(domain)},`) },
  ];
}
