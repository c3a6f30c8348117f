import { Code, type CodeRow } from "@jipei/contract/develop/code.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import { capabilities } from "@jipei/contract/capabilities.ts";
import { entities } from "@jipei/contract/entities.ts";
import { pages } from "@jipei/contract/all-pages.ts";
import { publicPages } from "@jipei/contract/pages.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Db } from "../core/database/db.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { readRow, splitIds } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";
import { domainFile, migrationFile } from "./templates/api.template.ts";
import { checkFields, checkNames } from "./code.rules.ts";
import { contractFile } from "./templates/contract.template.ts";
import { installationRows } from "../core/foundation/installation.ts";
import { type Module, buildModule } from "./module.ts";
import { camel, pascal } from "./names.ts";
import { pageFile } from "./templates/page.template.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { readmeFile } from "./templates/readme.template.ts";
import { getMenuNo, hasDomain, registrationPatch } from "./registration.ts";
import { sources } from "./sources.ts";
import { type Target, targets } from "./targets.ts";
import { testFile } from "./templates/test.template.ts";

/** Upper limit for the tables of one zip. */
const most = 20;

const refuse = (zh: string, en: string) => new Refusal("GENERATOR_REFUSED", { reason: { zh, en } });

/** The generated files for the named tables, in memory. @throws NOT_FOUND, FIELD_INVALID, GENERATOR_REFUSED */
export async function generate(db: Db, app: Services, actor: Actor, ids: string): Promise<GeneratedFile[]> {
  const chosen = splitIds(ids);
  if (chosen.length > most) throw refuse(`一次最多${most}个表`, `at most ${most} tables at a time`);
  const rows: CodeRow[] = [];
  for (const id of chosen) rows.push(await readRow(db, Code, installationRows, actor, id));
  for (const row of rows) checkRow(row, app);
  assertNoDuplicates(rows);
  const modules = inOrder(await getModules(rows));
  const domains = [...new Set(modules.map(({ domain }) => domain))];
  const files: GeneratedFile[] = [
    ...modules.flatMap((module, index) => getFiles(module, index)),
    ...domains
      .filter((domain) => !hasDomain(domain))
      .map((domain) => ({ path: `apps/api/src/${domain}/${domain}.routes.ts`, text: domainFile(domain) })),
  ];
  const there = files.find(({ path }) => sources.read(path) !== null);
  if (there) throw refuse(`${there.path}已存在`, `${there.path} is there already`);
  const duplicate = files.find(({ path }, index) => files.findIndex((file) => file.path === path) < index);
  if (duplicate) throw refuse(`${duplicate.path}重复`, `${duplicate.path} would be made twice`);
  return [
    ...files,
    { path: "generated.patch", text: registrationPatch(modules) },
    { path: "GENERATED.md", text: readmeFile(modules, files) },
  ];
}

/** @param index the place of the module in the zip, for numbers that must differ */
const getFiles = (module: Module, index: number): GeneratedFile[] => {
  const { domain, file, table } = module;
  const migration = String(nextMigration() + index).padStart(4, "0");
  return [
    { path: `packages/contract/src/${domain}/${file}.ts`, text: contractFile(module, getMenuNo(index)) },
    { path: `apps/api/migrations/${migration}_${table}.sql`, text: migrationFile(module) },
    { path: `apps/api/src/${domain}/${file}.test.ts`, text: testFile(module) },
    { path: `apps/web/src/${domain}/${file}.page.tsx`, text: pageFile(module) },
  ];
};

const nextMigration = (): number =>
  Math.max(...sources.names("apps/api/migrations").map((name) => Number(/^\d+/.exec(name)?.[0] ?? 0))) + 1;

/** Refuses to generate what the product has already. */
function checkRow(row: CodeRow, { calls }: Services): void {
  // The row may be older than a rule, so it is checked again.
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
  if ([...pages, ...publicPages].some((page) => page === row.webPath))
    throw refuse(`前端路径${row.webPath}已被使用`, `the page ${row.webPath} is taken`);
}

/** Refuses duplicate addresses: copied rows have the same ones until they are changed. */
function assertNoDuplicates(rows: readonly CodeRow[]): void {
  const addresses: [name: "apiPath" | "webPath", of: (row: CodeRow) => string][] = [
    ["apiPath", (row) => `/api/${row.serviceName}${row.apiPath}`],
    ["webPath", (row) => row.webPath],
  ];
  for (const [name, of] of addresses) {
    const all = rows.map(of);
    const duplicate = all.find((one, index) => all.indexOf(one) < index);
    if (duplicate)
      throw refuse(
        `${Code.fields[name].zh}${duplicate}重复`,
        `the same ${Code.fields[name].en.toLowerCase()} twice: ${duplicate}`,
      );
  }
}

const moduleTable = (row: CodeRow): string => snake(pascal(row.codeName));

async function getModules(rows: readonly CodeRow[]): Promise<Module[]> {
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
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate) throw refuse(`模块${duplicate}重复`, `${duplicate} would be made twice`);
  return rows.map((row) =>
    buildModule(row, (name) => {
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

/** Sorts modules so that a referenced one comes first, since its table must exist first. */
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
