import type { Entity } from "@jipei/contract/core/entity.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { Filter } from "@jipei/contract/core/shape.ts";
import { type RawBuilder, sql } from "kysely";
import type { Cipher } from "./cipher.ts";

/** A condition on a row; the row's table always has the alias `t`. */
export type Condition = RawBuilder<unknown>;
export const everything: Condition = sql`true`;
export const nothing: Condition = sql`false`;
/** Every one of the conditions; none: true. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? everything : sql.join([...conditions], sql` and `);

/** Column of a field; names come from the contract, never from a request. */
export const column = (name: string): RawBuilder<unknown> => sql.raw(`t.${snake(name)}`);

/** Fields left out of lists: read in the detail only. */
const bulky = new Set(["long", "data", "files"]);
/** Whether a field stands in lists. */
export const listed = (field: Field): boolean => !bulky.has(field.kind) && !field.writeOnly && !field.detailOnly;

interface Derivation {
  expression: string;
  /** For each value the condition that the field has it, where that is quicker than working the field out. */
  is: Readonly<Record<string, string>> | ((value: string) => Condition);
}
const derivations = new Map<string, Derivation>();
/**
 * Says how a derived field is worked out, or one that is shown otherwise than it is stored: SQL over the alias `t`, in snake case.
 * @param is for each code, or for any value, the condition that the field has it, for filters: as an expression of columns it can use indexes
 */
export const derive = (entity: Entity<any>, field: string, expression: string, is: Derivation["is"] = {}): void =>
  void derivations.set(`${entity.name}.${field}`, { expression: `(${expression})`, is });

/** How a field is worked out; undefined for one that is shown as it is stored. */
function derivation(entity: Entity, name: string, { derived }: Field): Derivation | undefined {
  const found = derivations.get(`${entity.name}.${name}`);
  if (derived && !found) throw new Error(`nobody derives ${entity.name}.${name}`);
  return found;
}

const selections = new WeakMap<Entity, RawBuilder<unknown>>();
/** `t.org_id as "orgId", …` for a list; lookups are read by primary key, once per row shown. */
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

/** As `listColumns`, with what is read in a detail only. */
export function detailColumns(entity: Entity): RawBuilder<unknown> {
  const parts = Object.entries<Field>(entity.fields)
    .filter(([, field]) => !field.writeOnly)
    .map(([name, field]) => `${expression(entity, name, field)} as "${name}"`);
  return sql.raw(parts.join(", "));
}

function expression(entity: Entity, name: string, field: Field): string {
  const derived = derivation(entity, name, field);
  if (derived) return derived.expression;
  if (!field.lookup) return `t.${snake(name)}`;
  const { via, entity: other, of } = field.lookup;
  return `(select l.${snake(of)} from ${tableOf(other)} l where l.id = t.${snake(via)})`;
}

/** Table of an entity known by its name only; entities with a table of another name register here. */
const tables = new Map<string, string>([["User", "app_user"]]);
/** @param entityName the name, since references name entities instead of importing them */
export const tableOf = (entityName: string): string => tables.get(entityName) ?? snake(entityName);

/** A text whose marks of LIKE stand for themselves. */
export const likePattern = (value: string): string => value.replace(/[\\%_]/g, "\\$&");

/** One declared filter as SQL; values are always bound. */
export function filterCondition(entity: Entity, filter: Filter, cipher: Cipher): Condition {
  const field = (entity.fields as Record<string, Field>)[filter.field] as Field;
  if (field.encrypted) return sql`${sql.raw(`t.${snake(filter.field)}_hash`)} = ${cipher.hash(filter.value)}`;
  if (field.lookup) return lookupCondition(field, filter);
  const derived = derivation(entity, filter.field, field);
  if (derived && filter.operator === "equal") {
    const { is } = derived;
    if (typeof is === "function") return is(filter.value);
    if (is[filter.value]) return sql.raw(`(${is[filter.value]})`);
  }
  const col = derived ? sql.raw(derived.expression) : column(filter.field);
  if (field.kind === "codes" || field.kind === "texts") return sql`${col} @> array[${filter.value}]::text[]`;
  if (field.kind === "refs") return sql`${col} @> array[${filter.value}]::bigint[]`;
  if (filter.operator === "contains" && entity.grams.includes(filter.field) && filter.value !== "")
    return hasPart(col, filter.value);
  return comparison(col, filter);
}

/** Whether a column has a text somewhere, small or capital, by the index of its grams. */
export const hasPart = (col: RawBuilder<unknown>, text: string): Condition =>
  sql`grams(${col}) @> grams_of_query(${text}) and ${holds(col, text)}`;

/** `ilike` without making the pattern small for each row, and the row only as far as need be. */
function holds(col: RawBuilder<unknown>, text: string): Condition {
  const pattern = `%${likePattern(text.toLowerCase())}%`;
  if (hasNoCase(text)) return sql`${col} like ${pattern}`;
  // Knowing the letters of all the world takes twice as long as knowing A to Z.
  return hasNoCase(text.replaceAll(/[a-z]/gi, ""))
    ? sql`lower(${col} collate "C") like ${pattern}`
    : sql`lower(${col}) like ${pattern}`;
}

const hasNoCase = (text: string): boolean => text.toLowerCase() === text.toUpperCase();

function lookupCondition(field: Field, filter: Filter): Condition {
  const { via, entity, of } = field.lookup as NonNullable<Field["lookup"]>;
  const inner = comparison(sql.raw(`l.${snake(of)}`), filter);
  return sql`${column(via)} in (select l.id from ${sql.raw(tableOf(entity))} l where ${inner})`;
}

function comparison(col: RawBuilder<unknown>, { operator, value }: Filter): Condition {
  switch (operator) {
    case "equal":
      return sql`${col} = ${value}`;
    case "notEqual":
      return sql`${col} <> ${value}`;
    case "contains":
      return sql`${col} ilike ${`%${likePattern(value)}%`}`;
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
