import { type Entity, baseFields, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";

/** Column type of a stored field, as PostgreSQL's information schema names it. */
export function columnType(field: Field): string {
  if (field.encrypted) return "text";
  switch (field.kind) {
    case "id":
    case "ref":
      return "bigint";
    case "text":
      return `varchar(${field.length})`;
    case "long":
      return "text";
    case "int":
      return field.max === 1 ? "smallint" : "integer";
    case "decimal":
      return `numeric(${field.precision},${field.scale})`;
    case "date":
      return "date";
    case "datetime":
      return "timestamptz";
    case "time":
      return "time";
    case "code":
      return `varchar(${Math.max(20, ...Object.keys(field.codes?.codes ?? {}).map((code) => code.length))})`;
    case "codes":
    case "texts":
      return "text[]";
    case "refs":
    case "files":
      return "bigint[]";
    case "data":
      return "jsonb";
  }
}

/** The fields that have a column: all but looked-up and derived ones. */
export const storedFields = (entity: Entity): [string, Field][] =>
  Object.entries(entity.fields).filter(([, field]) => !field.lookup && !field.derived);

/** Whether a column is NOT NULL: fields that every save requires or the server always fills. All others may be empty in a draft. */
export const isNotNull = (name: string, field: Field): boolean =>
  field.need === "required" ||
  field.always === true ||
  ["id", "createUser", "createTime", "updateUser", "updateTime", "version"].includes(name);

const base = `  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500)`;
const baseNames: ReadonlySet<string> = new Set(Object.keys(baseFields));

/**
 * The CREATE TABLE of an entity, to start a migration from: columns, code lists as checks, the hash beside an encrypted column.
 * Indexes, uniqueness and exclusions are written by hand below it.
 */
export function createTable(entity: Entity): string {
  const lines = [`  id bigint generated always as identity primary key`];
  for (const [name, field] of storedFields(entity)) {
    if (baseNames.has(name)) continue;
    const column = snake(name);
    const codes =
      field.kind === "code" && field.codes
        ? ` check (${column} in (${Object.keys(field.codes.codes)
            .map((code) => `'${code}'`)
            .join(", ")}))`
        : "";
    lines.push(`  ${column} ${columnType(field)}${isNotNull(name, field) ? " not null" : ""}${codes}`);
    if (field.encrypted) lines.push(`  ${column}_hash varchar(43)${isNotNull(name, field) ? " not null" : ""}`);
  }
  return `create table ${entity.table} (\n${lines.join(",\n")},\n${base}\n);\n`;
}
