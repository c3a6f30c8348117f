import type { Field, Fields, Kind } from "./field.ts";

export type FilterOperator =
  | "equal"
  | "notEqual"
  | "contains"
  | "notContains"
  | "startsWith"
  | "endsWith"
  | "ge"
  | "gt"
  | "le"
  | "lt"
  | "null"
  | "notNull";

/** Suffix of a filter parameter → operator. A bare name means the plain match of its kind. */
const bySuffix = {
  equal: "equal",
  notequal: "notEqual",
  like: "contains",
  notlike: "notContains",
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
} as const satisfies Record<string, FilterOperator>;
export const suffixes: Readonly<Record<string, FilterOperator>> = bySuffix;
type Suffix = keyof typeof bySuffix;
/** Suffixes of the operators that compare with a whole value, which a field of codes must know. */
type WholeSuffix = "equal" | "notequal";

/** What a client may filter by: each field alone, or with the suffix of an operator. */
export type FilterParams<F extends Fields> = {
  readonly [N in keyof F & string as N | `${N}_${WholeSuffix}`]?: FilterValue<F[N]>;
} & { readonly [N in keyof F & string as `${N}_${Exclude<Suffix, WholeSuffix>}`]?: string | number | null };
type FilterValue<F> = F extends Field<infer V extends string> ? (string extends V ? AnyValue : V | null) : AnyValue;
type AnyValue = string | number | null;

const texts: readonly FilterOperator[] = [
  "contains",
  "notContains",
  "equal",
  "notEqual",
  "startsWith",
  "endsWith",
  "null",
  "notNull",
];
const ordered: readonly FilterOperator[] = ["equal", "notEqual", "ge", "gt", "le", "lt", "null", "notNull"];
const exact: readonly FilterOperator[] = ["equal", "notEqual", "null", "notNull"];
/** Of a list of values: whether one of them is this. */
const several: readonly FilterOperator[] = ["contains", "notContains", "null", "notNull"];
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
  codes: several,
  texts: several,
  refs: several,
  files: [],
  data: [],
};

/** The field that a list call filters by under this name, with or without the suffix of an operator; undefined where it is no filter of the entity. */
export function findFilter({ fields, filters }: Filtered, name: string): Field | undefined {
  if (filters.includes(name)) return fields[name];
  const cut = name.lastIndexOf("_");
  const bare = name.slice(0, Math.max(0, cut));
  const suffix = name.slice(cut + 1);
  const field = filters.includes(bare) ? fields[bare] : undefined;
  const operator = Object.hasOwn(suffixes, suffix) ? suffixes[suffix] : undefined;
  return field && operator && getOperators(field).includes(operator) ? field : undefined;
}
interface Filtered {
  fields: Readonly<Fields>;
  filters: readonly string[];
}

/** Matches a field takes; the first is its plain match. An encrypted or exact field is found by its full value only. */
export const getOperators = (field: Field): readonly FilterOperator[] =>
  field.encrypted || field.exact ? ["equal"] : operators[field.kind];
