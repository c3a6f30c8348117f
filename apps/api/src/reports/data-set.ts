import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { type DataSet, dataSets } from "@jipei/contract/reports/data-sets.ts";
import type { DataSetName } from "@jipei/contract/reports/report-codes.ts";
import { dayOf } from "@jipei/contract/reports/relative-days.ts";
import type { ReportFilter, ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import { checkAccess } from "../core/access/access-check.ts";
import type { Scope } from "../core/database/rows.ts";
import { parseField } from "../core/entity/input.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import { InvalidFields } from "../core/foundation/refusal.ts";
import { parseListQuery } from "../core/list/list-query.ts";
import { findOwner } from "../core/storage/files.ts";

/** A list of the product as a report reads it. */
export interface OpenDataSet extends DataSet {
  scope: Scope;
}

/** What a reader has set of a filter. */
export interface Asked {
  name: string;
  value?: string | null;
}

export type AskedList = Asked[];

/**
 * Opens a data set for an actor: whoever may not open the list gets none of its rows by way of a report, and whoever may gets those that the list
 * shows to them. @throws ROLE_DENIED
 */
export function openDataSet(actor: Actor, name: DataSetName): OpenDataSet {
  const dataSet = dataSets[name];
  checkAccess(actor, dataSet.list);
  return { ...dataSet, scope: scopeOf(dataSet.entity) };
}

function scopeOf({ name }: Entity): Scope {
  const owner = findOwner(name);
  if (!owner) throw new Error(`nobody says who sees rows of ${name}`);
  return owner.scope;
}

const isAsked = ({ isAsked: said }: ReportFilter): boolean => said === "1";

/** What each filter is set to: by the reader where they may, else as the layout says. @throws FIELD_INVALID for a filter that nobody asks for */
export function filterValues(
  { filters }: Pick<ReportLayout, "filters">,
  asked: readonly Asked[] = [],
): ReadonlyMap<string, string> {
  const set = new Map(asked.map(({ name, value }) => [name, value ?? ""]));
  const open = new Set(filters.filter(isAsked).map(({ name }) => name));
  const unknown = [...set.keys()].filter((name) => !open.has(name));
  if (unknown.length > 0)
    throw new InvalidFields(
      unknown.map((field) => ({
        errorCode: "FIELD_INVALID",
        id: null,
        field,
        msg: `${field.slice(0, 60)}：该报表没有此筛选条件`,
        msgEn: `${field.slice(0, 60)}: the report does not ask for this`,
      })),
    );
  return new Map(
    filters.map((filter) => [
      filter.name,
      dayOf((isAsked(filter) ? set.get(filter.name) : undefined) ?? filter.value ?? "", today()),
    ]),
  );
}

/** The query that the list itself would read: the same filters, sorts and refusals. @throws FIELD_INVALID */
export function queryOf(
  { entity }: Pick<DataSet, "entity">,
  layout: ReportLayout,
  asked?: readonly Asked[],
  page: { current?: number | null; size?: number | null } = {},
): ListQuery {
  const { sort } = layout;
  return parseListQuery(
    entity,
    {},
    {
      ...Object.fromEntries(filterValues(layout, asked)),
      ...(sort && { [sort.descending === "1" ? "descs" : "ascs"]: sort.field }),
      current: page.current ?? 1,
      size: page.size ?? 20,
    },
    parseField,
  );
}
