import { Code, type CodeRow } from "@jipei/contract/develop/code.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import { capabilities } from "@jipei/contract/core/capabilities.ts";
import { entities } from "@jipei/contract/entities.ts";
import type { Actor } from "../core/actor.ts";
import type { Db } from "../core/db.ts";
import { Refusal } from "../core/refusal.ts";
import { readRow, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { domainFile, migrationFile, routesFile } from "./api.template.ts";
import { checkFields, checkNames } from "./code.rules.ts";
import { contractFile } from "./contract.template.ts";
import { installationRows } from "../core/installation.ts";
import { type Module, moduleOf } from "./module.ts";
import { camel, pascal } from "./names.ts";
import { pageFile, pagesFile } from "./page.template.ts";
import { readmeFile } from "./readme.template.ts";
import { hasDomain, hasPages, registrationPatch } from "./registration.ts";
import { sources } from "./sources.ts";
import { type Target, targets } from "./targets.ts";
import { testFile } from "./test.template.ts";

export interface GeneratedFile {
  /** Below the project's folder. */
  path: string;
  text: string;
}

/** Most tables of one zip. */
const most = 20;

const refuse = (zh: string, en: string) => new Refusal("GENERATOR_REFUSED", { reason: { zh, en } });

/** The files for the tables that are named, in memory. @throws NOT_FOUND, FIELD_INVALID, GENERATOR_REFUSED */
export async function generate(db: Db, app: Services, actor: Actor, ids: string): Promise<GeneratedFile[]> {
  const chosen = splitIds(ids);
  if (chosen.length > most) throw refuse(`一次最多${most}个表`, `at most ${most} tables at a time`);
  const rows: CodeRow[] = [];
  for (const id of chosen) rows.push(await readRow<CodeRow>(db, Code, installationRows, actor, id));
  for (const row of rows) checkRow(row, app);
  checkTwins(rows);
  const modules = inOrder(await modulesOf(rows));
  const domains = [...new Set(modules.map(({ domain }) => domain))];
  const ofDomain = (domain: string) => modules.filter((module) => module.domain === domain);
  const files: GeneratedFile[] = [
    ...modules.flatMap((module, index) => filesOf(module, nextMigration() + index)),
    ...domains
      .filter((domain) => !hasDomain(domain))
      .map((domain) => ({
        path: `apps/api/src/${domain}/${domain}.routes.ts`,
        text: domainFile(domain, ofDomain(domain)),
      })),
    ...domains
      .filter((domain) => !hasPages(domain))
      .map((domain) => ({ path: `apps/web/src/${domain}/${domain}.pages.ts`, text: pagesFile(ofDomain(domain)) })),
  ];
  const there = files.find(({ path }) => sources.read(path) !== null);
  if (there) throw refuse(`${there.path}已存在`, `${there.path} is there already`);
  const twin = files.find(({ path }, index) => files.findIndex((file) => file.path === path) < index);
  if (twin) throw refuse(`${twin.path}重复`, `${twin.path} would be made twice`);
  return [
    ...files,
    { path: "generated.patch", text: registrationPatch(modules) },
    { path: "GENERATED.md", text: readmeFile(modules, files) },
  ];
}

const filesOf = (module: Module, migration: number): GeneratedFile[] => {
  const { domain, file, table } = module;
  return [
    { path: `packages/contract/src/${domain}/${file}.ts`, text: contractFile(module) },
    { path: `apps/api/migrations/${String(migration).padStart(4, "0")}_${table}.sql`, text: migrationFile(module) },
    { path: `apps/api/src/${domain}/${file}.routes.ts`, text: routesFile(module) },
    { path: `apps/api/src/${domain}/${file}.test.ts`, text: testFile(module) },
    { path: `apps/web/src/${domain}/${file}.page.tsx`, text: pageFile(module) },
  ];
};

const nextMigration = (): number =>
  Math.max(...sources.names("apps/api/migrations").map((name) => Number(/^\d+/.exec(name)?.[0] ?? 0))) + 1;

/** What the product has already is not made again. */
function checkRow(row: CodeRow, { calls }: Services): void {
  // A row that was written before a rule was made is held to it all the same.
  checkNames(row);
  checkFields(row.fields ?? []);
  const entity = pascal(row.codeName);
  if (entities.some(({ name }) => name === entity))
    throw refuse(`${entity}已存在，请更换模块名`, `${entity} is there already; choose another module`);
  const table = moduleTable(row);
  if (table in capabilities || entities.some((one) => one.table === table))
    throw refuse(`${table}已存在，请更换模块名`, `${table} is there already; choose another module`);
  const path = `/api/${row.serviceName}${row.apiPath}/`;
  if (calls.some((call) => call.path.startsWith(path)))
    throw refuse(`接口路径${path}已被使用`, `the path ${path} is taken`);
  if (sources.below("apps/web/src", ".pages.ts").some((file) => sources.read(file)?.includes(`'${row.webPath}'`)))
    throw refuse(`前端路径${row.webPath}已被使用`, `the page ${row.webPath} is taken`);
}

/** Rows that were copied have the same addresses until somebody changes them. */
function checkTwins(rows: readonly CodeRow[]): void {
  const addresses: [name: "apiPath" | "webPath", of: (row: CodeRow) => string][] = [
    ["apiPath", (row) => `/api/${row.serviceName}${row.apiPath}`],
    ["webPath", (row) => row.webPath],
  ];
  for (const [name, of] of addresses) {
    const all = rows.map(of);
    const twin = all.find((one, index) => all.indexOf(one) < index);
    if (twin)
      throw refuse(
        `${Code.fields[name].zh}${twin}重复`,
        `the same ${Code.fields[name].en.toLowerCase()} twice: ${twin}`,
      );
  }
}

const moduleTable = (row: CodeRow): string => snake(pascal(row.codeName));

async function modulesOf(rows: readonly CodeRow[]): Promise<Module[]> {
  const made = rows.map((row): Target => ({
    name: pascal(row.codeName),
    zh: row.titleZh,
    en: row.titleEn,
    table: moduleTable(row),
    title: (row.fields ?? []).find(({ kind, required }) => kind === "text" && required === "1")?.name ?? "",
    module: `${row.packageName}/${row.codeName}.ts`,
    calls: `${camel(row.codeName)}Calls`,
    hasDetail: true,
  }));
  const all = [...made, ...(await targets())];
  const names = made.map(({ name }) => name);
  const twin = names.find((name, index) => names.indexOf(name) < index);
  if (twin) throw refuse(`模块${twin}重复`, `${twin} would be made twice`);
  return rows.map((row) =>
    moduleOf(row, (name) => {
      const target = all.find((one) => one.name === name);
      if (!target)
        throw refuse(
          `${row.codeName}引用的${name}不存在；若也是生成的模块，请一并选择`,
          `${row.codeName} refers to ${name}, which is not there; if it is generated too, choose both`,
        );
      return target;
    }),
  );
}

/** What is referred to comes first, as its table must. */
function inOrder(modules: readonly Module[]): Module[] {
  const ordered: Module[] = [];
  const left = new Set(modules);
  while (left.size > 0) {
    const waiting = new Set([...left].map(({ entityName }) => entityName));
    const ready = [...left].filter(({ targets: to }) => ![...to.keys()].some((name) => waiting.has(name)));
    if (ready.length === 0) throw refuse("模块之间循环引用", "the tables refer to each other in a circle");
    for (const module of ready) {
      ordered.push(module);
      left.delete(module);
    }
  }
  return ordered;
}
