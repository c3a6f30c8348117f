import { type CodeField, isFieldName, listed, sorted } from "@jipei/contract/develop/code-field.ts";
import type { Column } from "./catalogue.ts";
import { camel } from "./names.ts";

/** Columns that every entity has, and the hashes beside encrypted columns. */
const base =
  /^(id|create_user|create_dept|create_time|update_user|update_time|version|is_deleted|tenant_id|remark)$|_hash$/;

type Kind = Pick<CodeField, "kind" | "length" | "precision" | "scale" | "codes" | "entity">;

/**
 * Proposes fields for the columns of a table; columns that no field can hold are returned with their type.
 * @param entityOf finds the entity of a table, if there is one
 */
export function propose(
  columns: readonly Column[],
  entityOf: (table: string) => string | null,
): { pkName: string; fields: CodeField[]; left: { column: string; type: string }[] } {
  const pkName = columns.find(({ key }) => key)?.name ?? "id";
  const fields: CodeField[] = [];
  const left: { column: string; type: string }[] = [];
  for (const column of columns) {
    if (column.name === pkName || base.test(column.name)) continue;
    const kind = findKind(column, entityOf);
    const name = camel(column.name);
    if (!kind || !isFieldName(name) || fields.some((field) => field.name === name))
      left.push({ column: column.name, type: column.type });
    else fields.push(getField(column, name, kind, fields.length));
  }
  return { pkName, fields, left };
}

function getField(column: Column, name: string, kind: Kind, place: number): CodeField {
  const early = place < 8;
  return {
    column: column.name,
    name,
    zh: getLabel(column.remark, 50) || column.name,
    en: getLabels(column.name),
    ...kind,
    required: column.notNull ? "1" : "0",
    inList: early && listed(kind.kind) ? "1" : "0",
    inFilters: early && ["text", "code", "date", "ref"].includes(kind.kind) ? "1" : "0",
    sortable: sorted(kind.kind) ? "1" : "0",
  };
}

/** A database comment as a label: one line, without characters that cannot be stored, not cut inside a character. */
export const getLabel = (remark: string | null, most: number): string => {
  const cut = (remark ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, most);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
};

/** `visit_date` → «Visit date». */
export const getLabels = (name: string): string => {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function findKind({ name, type, refers, checks }: Column, entityOf: (table: string) => string | null): Kind | null {
  const codes = getCodes(checks);
  const entity = refers ? entityOf(refers) : null;
  const [, plain = type, a, b] = /^([a-z ]+?)(?:\((\d+)(?:,(\d+))?\))?( with(?:out)? time zone)?$/.exec(type) ?? [];
  const array = type.endsWith("[]");
  if (array) return arrayKind(name, type);
  if (codes) return { kind: "code", codes };
  if (entity) return { kind: "ref", entity };
  switch (plain) {
    case "character varying":
    case "character":
      return a && Number(a) <= 2000 ? { kind: "text", length: Number(a) } : { kind: "long" };
    case "text":
      return { kind: "long" };
    case "smallint":
    case "integer":
      return { kind: "int" };
    case "bigint":
      return { kind: "decimal", precision: 19, scale: 0 };
    case "numeric":
      return {
        kind: "decimal",
        precision: Math.min(38, Number(a ?? 18)),
        scale: Math.min(20, Number(b ?? (a ? 0 : 2))),
      };
    case "real":
    case "double precision":
      return { kind: "decimal", precision: 18, scale: 4 };
    case "boolean":
      return {
        kind: "code",
        codes: [
          { key: "1", zh: "是", en: "Yes" },
          { key: "0", zh: "否", en: "No" },
        ],
      };
    case "date":
      return { kind: "date" };
    default:
      return temporal(type);
  }
}

function temporal(type: string): Kind | null {
  if (type.startsWith("timestamp")) return { kind: "datetime" };
  return type.startsWith("time") ? { kind: "time" } : null;
}

function arrayKind(name: string, type: string): Kind | null {
  if (type === "bigint[]") return { kind: /attach|file/.test(name) ? "files" : "refs" };
  return /^(text|character varying)/.test(type) ? { kind: "texts", length: 100 } : null;
}

/** The values of `check (status in ('1', '2'))`, as PostgreSQL stores it; their labels are still to be entered. Where a value cannot be a code the field stays a text. */
function getCodes(checks: readonly string[]): NonNullable<CodeField["codes"]> | null {
  const list = checks.map((check) => /= ANY \(+ARRAY\[(.*)\]/.exec(check)?.[1]).find((one) => one !== undefined);
  const keys = [...(list ?? "").matchAll(/'((?:[^']|'')*)'/g)].map(([, key]) => key as string);
  return keys.length > 0 && keys.length <= 50 && keys.every((key) => /^[A-Za-z0-9]{1,20}$/.test(key))
    ? [...new Set(keys)].map((key) => ({ key, zh: key, en: key }))
    : null;
}
