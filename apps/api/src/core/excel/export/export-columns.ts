import { type Entity, baseFields } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ColumnFormat } from "@jipei/xlsx/write-styles.ts";
import { type RawBuilder, sql } from "kysely";
import { listed } from "../../database/sql.ts";
import type { Language } from "../../http/language.ts";

/** Base fields that say something to a reader of a file. */
const told: ReadonlySet<string> = new Set(["createTime", "remark"]);

export type ExportField = readonly [name: string, field: Field];

/** Which fields a file has; see `ExportOptions`. */
interface Choice {
  fields?: readonly string[];
  extra?: Readonly<Record<string, Field>>;
}

/**
 * Ids and references say nothing to a reader; what they point to stands beside them as a looked-up name. A text that is there in both languages
 * under one label (`roleName`, `roleNameEn`) is one column.
 */
export function exportedFields(
  entity: Entity,
  { fields: chosen, extra = {} }: Choice,
  language: Language = "zh",
): ExportField[] {
  const fields: Record<string, Field> = { ...entity.fields, ...extra };
  if (chosen) return chosen.map((name) => [name, fields[name] as Field]);
  return [
    ...Object.entries<Field>(entity.fields).filter(
      ([name, field]) =>
        !(name in baseFields && !told.has(name)) &&
        listed(field) &&
        !field.labelOf &&
        !["id", "ref", "refs"].includes(field.kind) &&
        !isOtherLanguage(entity.fields, name, language),
    ),
    ...Object.entries(extra),
  ];
}

/** Whether a field is the twin, in the other language, of one with the same label. */
function isOtherLanguage(fields: Readonly<Record<string, Field>>, name: string, language: Language): boolean {
  const twin = language === "zh" ? fields[name.replace(/En$/, "")] : fields[`${name}En`];
  return twin !== undefined && twin !== fields[name] && twin.zh === fields[name]?.zh;
}

/** Beyond these digits numbers of spreadsheet programs are not exact. */
export const exactDigits = 15;
export const isNumber = (field: Field): boolean =>
  field.kind === "int" || (field.kind === "decimal" && (field.precision ?? 18) <= exactDigits);

/** With more decimals than these a number is a measure, which nobody wants to read with all its zeros. */
const mostDecimals = 4;

export function formatOf(field: Field): ColumnFormat {
  const decimals = field.scale ?? 0;
  if (isNumber(field)) return decimals > mostDecimals ? "general" : { decimals };
  if (field.kind === "date") return "day";
  return field.kind === "datetime" ? "time" : "text";
}

/** Labels with their units; a label that another field had before gets a number, so that no two columns are called the same. */
export function headersOf(fields: readonly ExportField[], language: Language): string[] {
  const seen = new Map<string, number>();
  return fields.map(([, field]) => {
    const unit = language === "zh" ? field.unitZh : field.unitEn;
    const label = unit ? `${field[language]}(${unit})` : field[language];
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return times === 1 ? label : `${label} ${times}`;
  });
}

/** Greatest number of arguments of a function of PostgreSQL. */
const mostArguments = 100;

/**
 * A row as the text of one JSON array: a driver takes as long for each value as for one such text. Only what the file shows is read, and what
 * showing it depends on.
 */
export function rowText(
  names: readonly string[],
  fields: Readonly<Record<string, Field>>,
): RawBuilder<{ row: string }> {
  if (names.length > mostArguments) throw new Error(`an export of ${names.length} fields`);
  return sql.raw(`json_build_array(${names.map((name) => valueText(name, fields[name])).join(", ")})::text as row`);
}

function valueText(name: string, field: Field | undefined): string {
  const column = `r."${name}"`;
  if (!field) return column;
  switch (field.kind) {
    case "int":
    case "codes":
    case "texts":
    case "files":
    case "data":
      return column;
    case "refs":
      return `${column}::text[]`;
    default:
      return isNumber(field) ? column : `${column}::text`;
  }
}
