import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { type RawBuilder, sql } from "kysely";
import { isNotNull } from "../database/ddl.ts";
import { compiled } from "../database/prepared-statements.ts";
import { type Condition, everything } from "../database/sql.ts";

/** One sort key: SQL over the row (alias `t`), its direction, and whether it may be null (PostgreSQL sorts nulls as greatest). */
export interface OrderKey {
  by: RawBuilder<unknown>;
  descending: boolean;
  nullable: boolean;
}

/** Sort keys for orders written by hand; `nullable` where the expression may be null. */
export const ascending = (by: RawBuilder<unknown>, nullable = false): OrderKey => ({ by, descending: false, nullable });
export const descending = (by: RawBuilder<unknown>, nullable = false): OrderKey => ({ by, descending: true, nullable });

const defaults = new WeakMap<Entity, OrderKey[]>();

/** The order of a list: the one asked for, else the entity's default. The id is always the last key, so that pages are stable. */
export function orderKeys(
  entity: Entity,
  sort: readonly { field: string; descending: boolean }[],
): readonly OrderKey[] {
  if (sort.length > 0) return getKeys(entity, sort);
  let keys = defaults.get(entity);
  if (!keys)
    defaults.set(
      entity,
      (keys = getKeys(
        entity,
        entity.order.map((name) => ({ field: name.replace(/^-/, ""), descending: name.startsWith("-") })),
      )),
    );
  return keys;
}

function getKeys(entity: Entity, asked: readonly { field: string; descending: boolean }[]): OrderKey[] {
  const keys = asked.filter((key) => key.field !== "id");
  const last = asked.find((key) => key.field === "id") ?? { field: "id", descending: asked[0]?.descending ?? true };
  return [...keys, last].map(({ field, descending }) => ({
    by: sql.raw(`t.${snake(field)}`),
    descending,
    nullable: !isNotNull(field, (entity.fields as Record<string, Field>)[field] as Field),
  }));
}

const texts = new WeakMap<readonly OrderKey[], RawBuilder<unknown>>();

/** The keys as SQL for ORDER BY. The text is cached by the array of keys, which for most lists is always the same object. */
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
 * The condition on all rows from a known row on, that row included (keyset pagination).
 * @param values the known row's sort keys as PostgreSQL writes them
 */
export function fromRowOn(keys: readonly OrderKey[], values: readonly (string | null)[]): Condition {
  const [first] = keys;
  if (!first) return everything;
  // Nulls come last: where the first key is null, it is null in all rows that follow, and an index finds the place by the other keys.
  if (values[0] === null && !first.descending)
    return sql`${first.by} is null and ${fromRowOn(keys.slice(1), values.slice(1))}`;
  // An index can start at a bound on the leading keys of one direction. The exact condition then filters within it.
  const run = keys.findIndex(
    (key, at) => key.descending !== first.descending || values[at] === null || (key.nullable && !key.descending),
  );
  const bound = run === -1 ? keys.length : run;
  const exact = bound === keys.length ? everything : following(keys, values);
  if (bound === 0) return exact;
  return sql`(${sql.join(keys.slice(0, bound).map((key) => key.by))}) ${first.descending ? sql`<=` : sql`>=`} (${sql.join(values.slice(0, bound))}) and ${exact}`;
}

/** The exact condition, key by key. Nulls are where PostgreSQL sorts them: last when ascending, first when descending. */
function following(keys: readonly OrderKey[], values: readonly (string | null)[]): Condition {
  const [key, ...rest] = keys;
  if (!key) return everything;
  const value = values[0] ?? null;
  const after = following(rest, values.slice(1));
  if (value === null)
    return key.descending ? sql`(${key.by} is not null or ${after})` : sql`(${key.by} is null and ${after})`;
  return sql`(${isBeyond(key, value)} or (${key.by} = ${value} and ${after}))`;
}

function isBeyond({ by, descending, nullable }: OrderKey, value: string): Condition {
  if (descending) return sql`${by} < ${value}`;
  return nullable ? sql`(${by} > ${value} or ${by} is null)` : sql`${by} > ${value}`;
}
