import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { type RawBuilder, sql } from "kysely";
import { isNotNull } from "./ddl.ts";
import { compiled } from "./named.ts";
import { type Condition, everything } from "./sql.ts";

/** One key of an order: SQL over the row (alias `t`), its direction, and whether it may be empty (PostgreSQL sorts empty as greatest). */
export interface OrderKey {
  by: RawBuilder<unknown>;
  descending: boolean;
  nullable: boolean;
}

/** Keys for orders that are written by hand; say `nullable` where the expression may be. */
export const ascending = (by: RawBuilder<unknown>, nullable = false): OrderKey => ({ by, descending: false, nullable });
export const descending = (by: RawBuilder<unknown>, nullable = false): OrderKey => ({ by, descending: true, nullable });

const defaults = new WeakMap<Entity<any>, OrderKey[]>();

/** Order of a list: what was asked for, else the entity's default; the id is the last key, so that pages are stable. */
export function orderKeys(
  entity: Entity<any>,
  sort: readonly { field: string; descending: boolean }[],
): readonly OrderKey[] {
  if (sort.length > 0) return keysOf(entity, sort);
  let keys = defaults.get(entity);
  if (!keys)
    defaults.set(
      entity,
      (keys = keysOf(
        entity,
        entity.order.map((name) => ({ field: name.replace(/^-/, ""), descending: name.startsWith("-") })),
      )),
    );
  return keys;
}

function keysOf(entity: Entity<any>, asked: readonly { field: string; descending: boolean }[]): OrderKey[] {
  const keys = asked.filter((key) => key.field !== "id");
  const last = asked.find((key) => key.field === "id") ?? { field: "id", descending: asked[0]?.descending ?? true };
  return [...keys, last].map(({ field, descending }) => ({
    by: sql.raw(`t.${snake(field)}`),
    descending,
    nullable: !isNotNull(field, (entity.fields as Record<string, Field>)[field] as Field),
  }));
}

const texts = new WeakMap<readonly OrderKey[], RawBuilder<unknown>>();

/** The keys as they stand after ORDER BY; of keys that stay, which are those of most lists, written out once. */
export function orderBy(keys: readonly OrderKey[]): RawBuilder<unknown> {
  let text = texts.get(keys);
  if (!text) {
    const joined = sql.join(keys.map((key) => (key.descending ? sql`${key.by} desc` : key.by)));
    const { sql: written, parameters } = compiled(joined);
    texts.set(keys, (text = parameters.length === 0 ? sql.raw(written) : joined));
  }
  return text;
}

/**
 * Rows from a known row on, itself included.
 * @param values the known row's keys as PostgreSQL writes them, in the order's order
 */
export function fromRowOn(keys: readonly OrderKey[], values: readonly (string | null)[]): Condition {
  const [first] = keys;
  if (!first) return everything;
  // From a row without the first key on there are such rows only; among them an index finds the place by the other keys.
  if (values[0] === null && !first.descending)
    return sql`${first.by} is null and ${fromRowOn(keys.slice(1), values.slice(1))}`;
  // A bound on the leading keys of one direction is what an index can start at; the rest picks within it.
  const run = keys.findIndex(
    (key, at) => key.descending !== first.descending || values[at] === null || (key.nullable && !key.descending),
  );
  const bound = run === -1 ? keys.length : run;
  const exact = bound === keys.length ? everything : following(keys, values);
  if (bound === 0) return exact;
  return sql`(${sql.join(keys.slice(0, bound).map((key) => key.by))}) ${first.descending ? sql`<=` : sql`>=`} (${sql.join(values.slice(0, bound))}) and ${exact}`;
}

/** The same key by key, with empty values where PostgreSQL sorts them: last when ascending, first when descending. */
function following(keys: readonly OrderKey[], values: readonly (string | null)[]): Condition {
  const [key, ...rest] = keys;
  if (!key) return everything;
  const value = values[0] ?? null;
  const after = following(rest, values.slice(1));
  if (value === null)
    return key.descending ? sql`(${key.by} is not null or ${after})` : sql`(${key.by} is null and ${after})`;
  const beyond = key.descending
    ? sql`${key.by} < ${value}`
    : key.nullable
      ? sql`(${key.by} > ${value} or ${key.by} is null)`
      : sql`${key.by} > ${value}`;
  return sql`(${beyond} or (${key.by} = ${value} and ${after}))`;
}
