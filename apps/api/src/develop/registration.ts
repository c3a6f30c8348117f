import { roleAliases } from "@jipei/contract/core/roles.ts";
import { Refusal } from "../core/refusal.ts";
import type { Module } from "./module.ts";
import { camel, literal } from "./names.ts";
import { pageLine } from "./page.template.ts";
import { type Edit, patchOf } from "./patch.ts";
import { sources } from "./sources.ts";

/** The lines by which generated files become part of the product, as one patch against its sources as they are. */
export function registrationPatch(modules: readonly Module[]): string {
  const domains = [...new Set(modules.map(({ domain }) => domain))];
  return [
    patched("packages/contract/src/entities.ts", (lines) => entityEdits(lines, modules)),
    patched("packages/contract/src/core/capabilities.ts", (lines) => [
      { line: find(lines, /^\} as const satisfies Record/), remove: 0, insert: modules.map(capabilityLine) },
    ]),
    patched("apps/api/seed/menus.ts", (lines) => [
      {
        line: endOf(lines, /^export const bureauMenus/),
        remove: 0,
        insert: modules.map((module, index) => menuLine(module, numberOf(lines, index))),
      },
    ]),
    patched("apps/api/seed/buttons.ts", (lines) => [
      {
        line: endOf(lines, /^const places/),
        remove: 0,
        insert: modules.map((module, index) =>
          placeLine(module, numberOf((sources.read("apps/api/seed/menus.ts") ?? "").split("\n"), index)),
        ),
      },
    ]),
    patched("apps/api/src/domains.ts", (lines) =>
      domainEdits(
        lines,
        domains.filter((domain) => !hasDomain(domain)),
      ),
    ),
    ...domains.filter(hasDomain).map((domain) =>
      patched(`apps/api/src/${domain}/${domain}.routes.ts`, (lines) =>
        routeEdits(
          lines,
          modules.filter((module) => module.domain === domain),
        ),
      ),
    ),
    ...domains
      .filter(hasPages)
      .map((domain) =>
        patched(`apps/web/src/${domain}/${domain}.pages.ts`, (lines) => [
          {
            line: find(lines, /^export const pages: Pages = \{$/) + 1,
            remove: 0,
            insert: modules.filter((module) => module.domain === domain).map(pageLine),
          },
        ]),
      ),
  ].join("");
}

/** Whether a domain is there already, in the API and in the web. */
export const hasDomain = (domain: string): boolean =>
  sources.read(`apps/api/src/${domain}/${domain}.routes.ts`) !== null;
export const hasPages = (domain: string): boolean => sources.read(`apps/web/src/${domain}/${domain}.pages.ts`) !== null;

function patched(path: string, edit: (lines: readonly string[]) => readonly Edit[]): string {
  const text = sources.read(path);
  if (text === null)
    throw new Refusal("GENERATOR_REFUSED", {
      reason: { zh: `服务器上没有源文件${path}`, en: `the sources are not on the server: ${path}` },
    });
  const edits = edit(text.split("\n"));
  return edits.length > 0 ? patchOf(path, text, edits) : "";
}

/** Place of a line. @throws GENERATOR_REFUSED where a file is not written as usual */
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
/** The bracket at the beginning of a line that closes what a line opens. */
const endOf = (lines: readonly string[], pattern: RegExp) => find(lines, /^[\]}]/, find(lines, pattern));

/** Into a sorted run of lines, before the first one that is greater. */
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
  const opens = find(lines, /^export const entities/) + 1;
  const closes = endOf(lines, /^export const entities/);
  const path = (line: string) => /'(.*)'/.exec(line)?.[1] ?? "";
  return merged(
    modules.flatMap(({ entityName, domain, file }) => [
      sortedInto(lines, first, last, `import { ${entityName} } from './${domain}/${file}.ts'`, path),
      sortedInto(lines, opens, closes, `  ${entityName},`, (line) => line),
    ]),
  );
}

/** New lines for one place stand there together. */
function merged(edits: readonly Edit[]): Edit[] {
  const places = new Map<number, Edit>();
  for (const edit of edits) {
    const before = places.get(edit.line);
    places.set(edit.line, before ? { ...before, insert: [...before.insert, ...edit.insert].sort() } : edit);
  }
  return [...places.values()];
}

/** At first the system administrator alone may; he grants the rest on the page of roles. */
const capabilityLine = ({ resource }: Module) =>
  `  ${resource}: '${roleAliases.map((alias) => (alias === "sysAdmin" ? "LCED" : "-")).join(" ")}',`;

/** The first menu numbers of the bureau that were never given. */
function numberOf(lines: readonly string[], index: number): string {
  const numbers = lines.flatMap((line) => [...line.matchAll(/'B(\d\d)'/g)].map(([, number]) => Number(number)));
  return `B${Math.max(...numbers) + 1 + index}`;
}
const menuLine = ({ titleZh, titleEn, webPath }: Module, number: string) =>
  `  leaf('${number}', ${literal(titleZh)}, ${literal(titleEn)}, '${webPath}', ['sysAdmin'], 'folder'),`;
const placeLine = ({ resource, titleZh, titleEn }: Module, number: string) =>
  `  ${resource}: ['${number}', ${literal(titleZh)}, ${literal(titleEn)}],`;

function domainEdits(lines: readonly string[], domains: readonly string[]): Edit[] {
  if (domains.length === 0) return [];
  const imports = find(lines, /^(?!import)/);
  const list = find(lines, /^export const domains: readonly Domain\[\] = \[.*\]$/);
  return [
    {
      line: imports,
      remove: 0,
      insert: domains.map((domain) => `import { ${camel(domain)} } from './${domain}/${domain}.routes.ts'`),
    },
    { line: list, remove: 1, insert: [(lines[list] as string).replace(/\]$/, `, ${domains.map(camel).join(", ")}]`)] },
  ];
}

/** A domain that is there gets the routes before its own. */
function routeEdits(lines: readonly string[], modules: readonly Module[]): Edit[] {
  const imports = find(lines, /^(?!import)/);
  const routes = find(lines, /\broutes: \[/);
  const spread = modules.map(({ variable }) => `...${variable}Routes`);
  const line = lines[routes] as string;
  return [
    {
      line: imports,
      remove: 0,
      insert: modules.map(({ variable, file }) => `import { ${variable}Routes } from './${file}.routes.ts'`),
    },
    line.endsWith("[")
      ? { line: routes + 1, remove: 0, insert: spread.map((one) => `    ${one},`) }
      : { line: routes, remove: 1, insert: [line.replace("routes: [", `routes: [${spread.join(", ")}, `)] },
  ];
}
