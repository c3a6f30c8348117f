import type { CodeRow } from "@jipei/contract/develop/code.ts";
import type { CodeField } from "@jipei/contract/develop/code-field.ts";
import { type Entity, entity, snake } from "@jipei/contract/core/entity.ts";
import {
  type Field,
  type Need,
  code,
  codeList,
  codes,
  date,
  datetime,
  decimal,
  files,
  int,
  long,
  ref,
  refs,
  text,
  texts,
  time,
} from "@jipei/contract/core/fields/field.ts";
import { getTitle } from "./code.rules.ts";
import { camel, pascal } from "./names.ts";
import type { Target } from "./targets.ts";

/** Everything that the templates need to know of a table. */
export interface Module {
  /** File name, `visitor-book`. */
  file: string;
  /** Folder, `visits`. */
  domain: string;
  /** `VisitorBook` */
  entityName: string;
  /** `visitorBook` */
  variable: string;
  table: string;
  titleZh: string;
  titleEn: string;
  /** Prefix of the button keys. */
  resource: string;
  apiPath: string;
  webPath: string;
  /** Whether form and list show the base fields. */
  base: boolean;
  fields: readonly CodeField[];
  title: CodeField;
  /** The targets of references by the name of the entity. */
  targets: ReadonlyMap<string, Target>;
  /** Names of the fields with the title of a reference, by the name of the reference. */
  lookups: ReadonlyMap<string, string>;
  /** The entity itself, for what is derived from it. */
  entity: Entity;
}

/** @param targetOf finds the target of a name, whose existence was checked before */
export function buildModule(row: CodeRow, targetOf: (name: string) => Target): Module {
  const fields = row.fields ?? [];
  const entityName = pascal(row.codeName);
  const table = snake(entityName);
  const targets = new Map(
    fields.flatMap((field) =>
      field.entity && (field.kind === "ref" || field.kind === "refs")
        ? [[field.entity, targetOf(field.entity)] as const]
        : [],
    ),
  );
  const lookups = row.wrapMode === "2" ? getLookups(fields) : new Map<string, string>();
  return {
    file: row.codeName,
    domain: row.packageName,
    entityName,
    variable: camel(row.codeName),
    table,
    titleZh: row.titleZh,
    titleEn: row.titleEn,
    resource: table,
    apiPath: `/api/${row.serviceName}${row.apiPath}`,
    webPath: row.webPath,
    base: row.baseMode === "2",
    fields,
    title: getTitle(fields) as CodeField,
    targets,
    lookups,
    entity: entity(
      entityName,
      row.titleZh,
      row.titleEn,
      Object.fromEntries(fields.map((field) => [field.name, getField(field, table)])),
      { title: getTitle(fields)?.name as string },
    ),
  };
}

/** `courseId` → courseName, unless a field has that name already. */
function getLookups(fields: readonly CodeField[]): Map<string, string> {
  const names = new Set(fields.map(({ name }) => name));
  const lookups = new Map<string, string>();
  for (const { kind, name } of fields) {
    const lookup = `${name.replace(/Id$/, "")}Name`;
    if (kind !== "ref" || names.has(lookup)) continue;
    names.add(lookup);
    lookups.set(name, lookup);
  }
  return lookups;
}

/** Name of the list of a field, and of the value that holds it. */
export const listNames = (table: string, variable: string, field: CodeField) => ({
  name: `${table}_${snake(field.name)}`.toUpperCase(),
  variable: `${variable}${pascal(field.name)}Codes`,
});

/** The field as the contract makes it. */
function getField(field: CodeField, table: string): Field {
  const { zh, en } = field;
  const need = field.required === "1" ? "required" : "optional";
  const list = () =>
    codeList(
      listNames(table, "", field).name,
      zh,
      en,
      Object.fromEntries((field.codes ?? []).map((one) => [one.key, [one.zh, one.en] as const])),
    );
  switch (field.kind) {
    case "text":
      return text(field.length ?? 1, zh, en, need);
    case "texts":
      return texts(field.length ?? 1, zh, en, need);
    case "decimal":
      return decimal(field.precision ?? 1, field.scale ?? 0, zh, en, need);
    case "code":
      return code(list(), zh, en, need);
    case "codes":
      return codes(list(), zh, en, need);
    case "ref":
      return ref(field.entity ?? "", zh, en, need);
    case "refs":
      return refs(field.entity ?? "", zh, en, need);
    case "files":
      return files(zh, en, need);
    case "time":
      return time(zh, en, need);
    default:
      return plain[field.kind](zh, en, need);
  }
}
const plain: Record<"long" | "int" | "date" | "datetime", (zh: string, en: string, need: Need) => Field> = {
  long,
  int,
  date,
  datetime,
};
