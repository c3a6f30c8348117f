import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { ListQuery } from "@jipei/contract/core/shape.ts";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Actor } from "./actor.ts";
import { hiddenFields, visible } from "./data-scope.ts";
import { mustBeSearchable } from "./masked-search.ts";
import { named, unnamed } from "./named.ts";
import { type OrderKey, orderKeys } from "./order.ts";
import { invalidField } from "./refusal.ts";
import { reading } from "./replica.ts";
import type { Scope } from "./rows.ts";
import type { Services } from "./services.ts";
import { type Condition, all, filterCondition, listColumns } from "./sql.ts";

export interface ListOptions {
  scope: Scope;
  /** Conditions besides scope and filters (alias `t`). */
  where?: readonly Condition[];
  /** Conditions of further parameters of the call, which are no fields of the entity. */
  whereOf?: (query: ListQuery) => readonly Condition[];
  /** Further columns: SQL with an alias, e.g. sql`(select …) as "studentCount"`. */
  columns?: RawBuilder<unknown>;
  /** Of more than a thousand rows the total is the planner's guess, and pages end after a hundred thousand: more would cost more than anybody gains by it. */
  estimated?: true;
  /** Rows that are answered without paging at most; 5,000 unless told. */
  most?: number;
  /** The table is cut into parts by the time when its rows were made: a row is found by its id and that, without looking into every part. */
  partsByTime?: true;
  /** Order instead of the entity's default, where the client asked for none. */
  order?: readonly OrderKey[];
}

/** The parts that the page of a list, its count and its export are made of (alias `t`). */
export interface ListSource {
  table: RawBuilder<unknown>;
  /** Scope, filters and what is not removed. */
  where: Condition;
  columns: RawBuilder<unknown>;
  keys: readonly OrderKey[];
  /** What finds a row of a page again. */
  rowKey: RowKey;
  /** Runs the statements where this actor reads. */
  ask: <R>(query: CompiledQuery) => Promise<R[]>;
  /** Whether the client looks for some of the rows only. */
  isFiltered: boolean;
  /** Whether he looks for a part of a text. */
  isSearch: boolean;
}

interface RowKey {
  columns: RawBuilder<unknown>;
  /** The row of `t` is that of `page`. */
  same: Condition;
}
const byId: RowKey = { columns: sql`t.id`, same: sql`t.id = page.id` };
const byIdAndTime: RowKey = {
  columns: sql`t.id, t.create_time`,
  same: sql`t.id = page.id and t.create_time = page.create_time`,
};

export function listSource(
  app: Services,
  actor: Actor,
  entity: Entity<any>,
  query: ListQuery,
  options: ListOptions,
): ListSource {
  mustSee(
    entity,
    actor,
    [...query.filters, ...query.sort].map(({ field }) => field),
  );
  mustBeSearchable(entity, actor, query);
  const asked = [
    ...(options.whereOf?.(query) ?? []),
    ...query.filters.map((filter) => filterCondition(entity, filter, app.cipher)),
  ];
  // Of any range PostgreSQL expects few rows, and sorts them; in a very long list they may be a million.
  const run = options.estimated && query.filters.some(({ operator }) => ranges.has(operator)) ? unnamed : named;
  return {
    table: sql.table(entity.table),
    where: all([sql`t.is_deleted = 0`, visible(entity, options.scope, actor), ...(options.where ?? []), ...asked]),
    columns: columnsOf(entity, options),
    keys: query.sort.length === 0 && options.order ? options.order : orderKeys(entity, query.sort),
    rowKey: options.partsByTime ? byIdAndTime : byId,
    ask: (compiled) => reading(app, actor, (pool) => run(pool, compiled)),
    isFiltered: asked.length > 0,
    isSearch: query.filters.some(({ operator }) => operator === "contains"),
  };
}

const further = new WeakMap<ListOptions, RawBuilder<unknown>>();
/** One and the same for the same options, so that what is made of it can be kept. */
function columnsOf(entity: Entity<any>, options: ListOptions): RawBuilder<unknown> {
  if (!options.columns) return listColumns(entity);
  let columns = further.get(options);
  if (!columns) further.set(options, (columns = sql`${listColumns(entity)}, ${options.columns}`));
  return columns;
}

const ranges: ReadonlySet<string> = new Set(["ge", "gt", "le", "lt"]);

export const countOf = ({ table, where }: ListSource): RawBuilder<{ n: string }> =>
  sql`select count(*) as n from ${table} t where ${where}`;

/** What is hidden can neither be filtered nor sorted by: both would tell it. @throws FIELD_INVALID */
export function mustSee(entity: Entity<any>, actor: Actor, names: readonly string[]): void {
  const hidden = hiddenFields(entity, actor);
  const name = hidden && names.find((one) => hidden.has(one));
  if (name)
    throw invalidField(
      name,
      (entity.fields[name] as Field).zh,
      (entity.fields[name] as Field).en,
      "无权查看",
      "may not be seen",
    );
}
