import type { Field, Kind } from "./field.ts";
import type { FilterOperator } from "./shape.ts";

/** Suffix of a filter parameter → operator. A bare name means the plain match of its kind. */
export const suffixes: Readonly<Record<string, FilterOperator>> = {
  equal: "equal",
  notequal: "notEqual",
  like: "contains",
  likeleft: "endsWith",
  likeright: "startsWith",
  ge: "ge",
  gt: "gt",
  le: "le",
  lt: "lt",
  datege: "ge",
  dategt: "gt",
  datele: "le",
  datelt: "lt",
  dateequal: "equal",
  null: "null",
  notnull: "notNull",
};

const texts: readonly FilterOperator[] = ["contains", "equal", "notEqual", "startsWith", "endsWith", "null", "notNull"];
const ordered: readonly FilterOperator[] = ["equal", "ge", "gt", "le", "lt", "null", "notNull"];
const exact: readonly FilterOperator[] = ["equal", "notEqual", "null", "notNull"];
const operators: Record<Kind, readonly FilterOperator[]> = {
  id: exact,
  ref: exact,
  text: texts,
  long: texts,
  int: ordered,
  decimal: ordered,
  date: ordered,
  datetime: ordered,
  time: ordered,
  code: exact,
  codes: ["contains"],
  texts: ["contains"],
  refs: ["contains"],
  files: [],
  data: [],
};

/** Matches a field takes; the first is its plain match. An encrypted or exact field is found by its full value only. */
export const operatorsOf = (field: Field): readonly FilterOperator[] =>
  field.encrypted || field.exact ? ["equal"] : operators[field.kind];
