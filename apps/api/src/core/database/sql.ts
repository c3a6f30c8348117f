import type { Entity, FieldName } from "@jipei/contract/core/entity.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Filter } from "@jipei/contract/core/fields/shape.ts";
import { type RawBuilder, sql } from "kysely";
import { moment, now } from "../foundation/clock.ts";
import type { Cipher } from "../security/cipher.ts";

/** A condition on a row; the row's table always has the alias `t`. */
export type Condition = RawBuilder<unknown>;
export const everything: Condition = sql`true`;
export const nothing: Condition = sql`false`;

/** The present moment by the clock of the program, which decides what is old; the database's own `now()` would not follow a moved clock. */
export const presentMoment = (): RawBuilder<unknown> => sql`${moment()}::timestamptz`;
/**
 * The present second in a condition of a list. Its value is put in when the statement is sent: as a value of its own it would make another list of it in
 * each second, whose rows were counted anew (list-total.ts).
 */
export const present: RawBuilder<unknown> = sql`${{ toPostgres: now, toJSON: () => "now" }}`;
/** Joins conditions by AND; without any it is true. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? everything : sql.join([...conditions], sql` and `);

/** Column of a field; names come from the contract, never from a request. */
export const column = (name: string): RawBuilder<unknown> => sql.raw(`t.${snake(name)}`);

/** Kinds of fields that are left out of lists, and read in details only. */
const bulky = new Set(["long", "data", "files"]);
/** Whether lists have a field. */
export const listed = (field: Field): boolean => !bulky.has(field.kind) && !field.writeOnly && !field.detailOnly;

interface Derivation {
  expression: string;
  /** For each value the condition that the field has it, where that is faster than working out the field. */
  is: Readonly<Record<string, string>> | ((value: string) => Condition);
}
/** How a derived field is worked out, ready to be registered. */
export interface DerivedField extends Derivation {
  entity: Entity;
  field: string;
}
/**
 * Declares how a derived field is worked out, or one that is shown otherwise than it is stored. Listed under `derived` of the `Domain` object.
 * @param expression SQL over the alias `t`, in snake case
 * @param is for filters: for each code, or for any value, the condition that the field has it; unlike the expression it can use indexes
 */
export const derived = <E extends Entity>(
  entity: E,
  field: FieldName<E>,
  expression: string,
  is: Derivation["is"] = {},
): DerivedField => ({ entity, field, expression: `(${expression})`, is });

const derivations = new Map<string, Derivation>();
/** Registers how fields are worked out (core/http/register-domains.ts). */
export function registerDerived(fields: readonly DerivedField[]): void {
  for (const { entity, field, expression, is } of fields)
    derivations.set(`${entity.name}.${field}`, { expression, is });
}

/** How a field is worked out; undefined for a field that is shown as it is stored. */
function findDerivation(entity: Entity, name: string, { derived, labelOf }: Field): Derivation | undefined {
  const found = labelOf ? getLabel(entity, labelOf) : derivations.get(`${entity.name}.${name}`);
  if (derived && !found) throw new Error(`nobody derives ${entity.name}.${name}`);
  return found;
}

/** The Chinese label of the code in a field. */
function getLabel(entity: Entity, of: string): Derivation {
  const { codes } = (entity.fields as Record<string, Field>)[of] as Field;
  const cases = Object.entries(codes?.codes ?? {}).map(([code, [zh]]) => `when '${code}' then '${quoted(zh)}'`);
  return { expression: `(case t.${snake(of)} ${cases.join(" ")} end)`, is: {} };
}
const quoted = (text: string): string => text.replaceAll("'", "''");

const selections = new WeakMap<Entity, RawBuilder<unknown>>();
/** The columns of a list: `t.org_id as "orgId", …`. Looked-up fields are read by primary key, once for each row shown. */
export function listColumns(entity: Entity): RawBuilder<unknown> {
  let columns = selections.get(entity);
  if (!columns) {
    const parts = Object.entries<Field>(entity.fields)
      .filter(([, field]) => listed(field))
      .map(([name, field]) => `${expression(entity, name, field)} as "${name}"`);
    selections.set(entity, (columns = sql.raw(parts.join(", "))));
  }
  return columns;
}

/** The columns of a detail: those of a list, and the fields that lists leave out. */
export function detailColumns(entity: Entity): RawBuilder<unknown> {
  const parts = Object.entries<Field>(entity.fields)
    .filter(([, field]) => !field.writeOnly)
    .map(([name, field]) => `${expression(entity, name, field)} as "${name}"`);
  return sql.raw(parts.join(", "));
}

/** What a row (`t`) is called, also where its title is read through a reference. */
export const titleColumn = (entity: Entity): RawBuilder<unknown> =>
  sql.raw(
    `(${expression(entity, entity.title, (entity.fields as Record<string, Field>)[entity.title] as Field)})::text`,
  );

function expression(entity: Entity, name: string, field: Field): string {
  const derived = findDerivation(entity, name, field);
  if (derived) return derived.expression;
  if (!field.lookup) return `t.${snake(name)}`;
  const { via, entity: other, of } = field.lookup;
  return `(select l.${snake(of)} from ${getTable(other)} l where l.id = t.${snake(via)})`;
}

const registered = new Map<string, Entity>();
/** Registers an entity for those that name it: its table may be called otherwise (core/http/register-domains.ts). */
export const registerTable = (entity: Entity): void => void registered.set(entity.name, entity);
/** The table of an entity. @param entityName its name, since references name entities instead of importing them */
export const getTable = (entityName: string): string => registered.get(entityName)?.table ?? snake(entityName);

/** Escapes the wildcards of LIKE in a text. */
export const likePattern = (value: string): string => value.replace(/[\\%_]/g, "\\$&");

/** One declared filter as SQL. Values are always bound parameters. */
export function filterCondition(entity: Entity, filter: Filter, cipher: Cipher): Condition {
  const field = (entity.fields as Record<string, Field>)[filter.field] as Field;
  if (field.encrypted) return sql`${sql.raw(`t.${snake(filter.field)}_hash`)} = ${cipher.hash(filter.value)}`;
  if (field.lookup) return lookupCondition(field, filter);
  const derived = findDerivation(entity, filter.field, field);
  if (derived && filter.operator === "equal") {
    const { is } = derived;
    if (typeof is === "function") return is(filter.value);
    if (is[filter.value]) return sql.raw(`(${is[filter.value]})`);
  }
  const col = derived ? sql.raw(derived.expression) : column(filter.field);
  if (["codes", "texts", "refs"].includes(field.kind)) return listCondition(col, field, filter);
  return isPart(entity, filter.field, filter) ? hasPart(col, filter.value) : comparison(col, filter);
}

/** Whether a filter looks for a part of a field that has an index for it. */
const isPart = (entity: Entity | undefined, field: string, { operator, value }: Filter): boolean =>
  operator === "contains" && value !== "" && (entity?.grams.includes(field) ?? false);

/** A filter on a column that holds several values; one without any is empty. */
function listCondition(col: RawBuilder<unknown>, { kind }: Field, { operator, value }: Filter): Condition {
  if (operator === "null") return sql`coalesce(cardinality(${col}), 0) = 0`;
  if (operator === "notNull") return sql`cardinality(${col}) > 0`;
  const holds = kind === "refs" ? sql`${col} @> array[${value}]::bigint[]` : sql`${col} @> array[${value}]::text[]`;
  return operator === "notContains" ? sql`not ${holds}` : holds;
}

/** Whether a column contains a text, in upper or lower case. Uses the index of its n-grams. */
export const hasPart = (col: RawBuilder<unknown>, text: string): Condition =>
  sql`grams(${col}) @> grams_of_query(${text}) and ${containsText(col, text)}`;

/** Does the same as `ilike`, but converts the pattern to lower case once and not for each row, and the column only where case matters. */
function containsText(col: RawBuilder<unknown>, text: string): Condition {
  const pattern = `%${likePattern(text.toLowerCase())}%`;
  if (hasNoCase(text)) return sql`${col} like ${pattern}`;
  // Converting A to Z only takes half as long as converting the letters of all scripts.
  return hasNoCase(text.replaceAll(/[a-z]/gi, ""))
    ? sql`lower(${col} collate "C") like ${pattern}`
    : sql`lower(${col}) like ${pattern}`;
}

const hasNoCase = (text: string): boolean => text.toLowerCase() === text.toUpperCase();

function lookupCondition(field: Field, filter: Filter): Condition {
  const { via, entity, of } = field.lookup as NonNullable<Field["lookup"]>;
  const col = sql.raw(`l.${snake(of)}`);
  const inner = isPart(registered.get(entity), of, filter) ? hasPart(col, filter.value) : comparison(col, filter);
  return sql`${column(via)} in (select l.id from ${sql.raw(getTable(entity))} l where ${inner})`;
}

function comparison(col: RawBuilder<unknown>, { operator, value }: Filter): Condition {
  switch (operator) {
    case "equal":
      return sql`${col} = ${value}`;
    case "notEqual":
      return sql`${col} <> ${value}`;
    case "contains":
      return sql`${col} ilike ${`%${likePattern(value)}%`}`;
    case "notContains":
      return sql`${col} not ilike ${`%${likePattern(value)}%`}`;
    case "startsWith":
      return sql`${col} ilike ${`${likePattern(value)}%`}`;
    case "endsWith":
      return sql`${col} ilike ${`%${likePattern(value)}`}`;
    case "ge":
      return sql`${col} >= ${value}`;
    case "gt":
      return sql`${col} > ${value}`;
    case "le":
      return sql`${col} <= ${value}`;
    case "lt":
      return sql`${col} < ${value}`;
    case "null":
      return sql`${col} is null`;
    case "notNull":
      return sql`${col} is not null`;
  }
}
