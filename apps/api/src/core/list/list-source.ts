import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import { hiddenFields, visible } from "../access/data-scope.ts";
import { assertSearchable } from "../security/masked-search.ts";
import { runRead } from "../database/heavy-reads.ts";
import { runPrepared, runUnprepared } from "../database/prepared-statements.ts";
import { type OrderKey, orderKeys } from "./order.ts";
import { invalidField } from "../foundation/refusal.ts";
import { reading } from "../database/replica/replica.ts";
import type { Scope } from "../database/rows.ts";
import type { Services } from "../foundation/services.ts";
import { type Condition, all, filterCondition, listColumns } from "../database/sql.ts";

/** A query without some of its filters, and those filters as conditions that use an index. */
export interface Narrowed extends Pick<ListOptions, "where" | "whereOf"> {
  query: ListQuery;
}

export interface ListOptions<X = unknown> {
  scope: Scope;
  /** Conditions besides scope and filters (alias `t`). */
  where?: readonly Condition[];
  /** Conditions from further parameters of the call that are no fields of the entity. */
  whereOf?: (query: ListQuery) => readonly Condition[];
  /** Further columns: SQL with an alias, e.g. sql`(select …) as "studentCount"`. Made once and not at each call, statements with them are cached. */
  columns?: RawBuilder<X>;
  /**
   * For very long lists: beyond a thousand rows the total is the planner's estimate, and pages end after a hundred thousand rows, since exact
   * totals and deeper pages would cost more than they are worth.
   */
  estimated?: true;
  /**
   * Its scope may leave a handful of a million rows, which the planner does not expect: until the list is known to be long, its rows are counted, and few of
   * them are found first and then put in order. Lists of units and people always may, since the bureau sees all of their rows.
   */
  sparse?: true;
  /** Greatest number of rows without paging; 5,000 where left out. */
  most?: number;
  /** The table is partitioned by creation time: a row is found by id and time, so that not every partition has to be searched. */
  partsByTime?: true;
  /** A view with the columns of the entity's table, and rows that are not all in it: a page is read from it as a whole. */
  from?: string;
  /** Replaces the entity's default order, where the client asks for none. */
  order?: readonly OrderKey[];
}

/** The parts of a statement that the page of a list, its count and its export share (alias `t`). */
export interface ListSource {
  table: RawBuilder<unknown>;
  /** Live rows in scope that match the filters. */
  where: Condition;
  columns: RawBuilder<unknown>;
  keys: readonly OrderKey[];
  /** The columns by which a row of a page is joined again; null where a view has no key to join by. */
  rowKey: RowKey | null;
  /** Runs a statement on the database that this actor reads from: the main one or the replica. */
  ask: <R>(query: CompiledQuery) => Promise<R[]>;
  /** Asks the planner of that database. */
  askPlanner: <R>(query: CompiledQuery) => Promise<R[]>;
  /** Whether the client has set filters. */
  isFiltered: boolean;
  /** Whether one of them looks for a part of a text. */
  isSearch: boolean;
  /** Whether the scope may leave few rows where many are expected. */
  isSparse: boolean;
}

export interface RowKey {
  columns: RawBuilder<unknown>;
  /** The condition that joins `t` and `page`. */
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
  entity: Entity,
  query: ListQuery,
  options: ListOptions,
): ListSource {
  assertVisibleFields(
    entity,
    actor,
    [...query.filters, ...query.sort].map(({ field }) => field),
  );
  assertSearchable(entity, actor, query);
  const clientConditions = [
    ...(options.whereOf?.(query) ?? []),
    ...query.filters.map((filter) => filterCondition(entity, filter, app.cipher)),
  ];
  // A prepared plan expects few rows in any range, and sorts them; in a very long list they may be a million. So ranges are planned each time.
  const run =
    options.estimated && query.filters.some(({ operator }) => ranges.has(operator)) ? runUnprepared : runPrepared;
  return {
    table: sql.table(options.from ?? entity.table),
    where: all([
      sql`t.is_deleted = 0`,
      visible(entity, options.scope, actor),
      ...(options.where ?? []),
      ...clientConditions,
    ]),
    columns: getColumns(entity, options),
    keys: query.sort.length === 0 && options.order ? options.order : orderKeys(entity, query.sort),
    rowKey: getRowKey(options),
    askPlanner: (compiled) => reading(app, actor, (pool) => run(pool, compiled)),
    ask: (compiled) => reading(app, actor, (pool) => runRead(pool, compiled, run)),
    isFiltered: clientConditions.length > 0,
    isSparse: options.sparse ?? actor.audience !== "bureau",
    isSearch: query.filters.some(({ operator }) => operator === "contains"),
  };
}

function getRowKey({ from, partsByTime }: ListOptions): RowKey | null {
  if (from) return null;
  return partsByTime ? byIdAndTime : byId;
}

const columnsOf = new WeakMap<Entity, WeakMap<RawBuilder<unknown>, RawBuilder<unknown>>>();
/** Returns the same object for the same further columns, so that statements made of it can be cached. */
function getColumns(entity: Entity, { columns }: ListOptions): RawBuilder<unknown> {
  if (!columns) return listColumns(entity);
  let known = columnsOf.get(entity);
  if (!known) columnsOf.set(entity, (known = new WeakMap<RawBuilder<unknown>, RawBuilder<unknown>>()));
  let all = known.get(columns);
  if (!all) known.set(columns, (all = sql`${listColumns(entity)}, ${columns}`));
  return all;
}

const ranges: ReadonlySet<string> = new Set(["ge", "gt", "le", "lt"]);

export const getCount = ({ table, where }: ListSource): RawBuilder<{ n: string }> =>
  sql`select count(*) as n from ${table} t where ${where}`;

/** Refuses filters and sorts by hidden fields: either would reveal their values. @throws FIELD_INVALID */
export function assertVisibleFields(entity: Entity, actor: Actor, names: readonly string[]): void {
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
