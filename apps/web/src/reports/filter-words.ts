import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { findFilter, getOperators } from "@jipei/contract/core/fields/filters.ts";
import { filteredFields } from "@jipei/contract/reports/report-fields.ts";

/** A filter as its name on the wire says it: `startDate_ge`. */
export interface FilterName {
  field: string;
  suffix: Suffix;
}

/** The suffixes that a designer may choose, and their words. */
const words = {
  "": ["等于", "is"],
  like: ["包含", "contains"],
  ge: ["不小于", "at least"],
  le: ["不大于", "at most"],
  datege: ["从", "from"],
  datele: ["到", "until"],
  notequal: ["不等于", "is not"],
} as const;
type Suffix = keyof typeof words;

const isDay = ({ kind }: Field): boolean => kind === "date" || kind === "datetime";

/** How a field may be compared; the usual way first. */
export function suffixesOf(field: Field): Suffix[] {
  const operators = getOperators(field);
  if (isDay(field)) return ["datege", "datele"];
  if (field.kind === "int" || field.kind === "decimal") return ["ge", "le", ""];
  if (operators[0] === "contains") return ["like", ""];
  return operators.includes("notEqual") ? ["", "notequal"] : [""];
}

/** Fields that a designer may filter by: ids are typed by nobody. */
export const offeredFilters = (entity: Entity): [name: string, field: Field][] =>
  filteredFields(entity).flatMap(([name, field]): [string, Field][] =>
    ["id", "ref", "refs"].includes(field.kind) ? [] : [[name, field]],
  );

export const filterName = ({ field, suffix }: FilterName): string => (suffix ? `${field}_${suffix}` : field);

/** @returns null for a filter that the designer does not offer */
export function readFilterName(entity: Entity, name: string): FilterName | null {
  const field = offeredFilters(entity).find(([one]) => name === one || name.startsWith(`${one}_`));
  if (!field) return null;
  const suffix = suffixesOf(field[1]).find((one) => filterName({ field: field[0], suffix: one }) === name);
  return suffix === undefined ? null : { field: field[0], suffix };
}

export const suffixWord = (suffix: Suffix): readonly [string, string] => words[suffix];

/** The field of a filter as a control shows it, and what it is called with its comparison. */
export function filterField(entity: Entity, name: string): { field: Field; label: readonly [string, string] } | null {
  const field = findFilter(entity, name);
  if (!field) return null;
  const read = readFilterName(entity, name);
  const isUsual = !read || read.suffix === "" || read.suffix === "like";
  const [zh, en] = read ? words[read.suffix] : ["", ""];
  return {
    field: { ...field, need: "optional", kind: field.kind === "datetime" ? "date" : field.kind },
    label: isUsual ? [field.zh, field.en] : [`${field.zh}${zh}`, `${field.en} ${en}`],
  };
}
