import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { findFilter } from "@jipei/contract/core/fields/filters.ts";
import { pageSizes } from "@jipei/contract/core/fields/page-sizes.ts";

/** State of a list as it is in the address: page, size, order, filters by their wire names, and the columns that a view leaves out. */
export interface ListView {
  current: number;
  /** null: the server's default (parameter `page.size.default`). */
  size: number | null;
  sort: Sort | null;
  filters: Readonly<Record<string, string>>;
  /** null: the user's own choice of columns. */
  hidden: readonly string[] | null;
}
export interface Sort {
  field: string;
  descending: boolean;
}

/** Whether the list call takes a parameter of this name; the address may hold others (`view`). */
export const isFilter = (entity: Entity, name: string): boolean => findFilter(entity, name) !== undefined;

export const isSort = (entity: Entity, name: string): boolean =>
  entity.sorts.includes(name) || name === "createTime" || name === "updateTime";

/** Reads an address; what does not fit the entity is ignored, so that an old link still opens. */
export function readView(entity: Entity, params: URLSearchParams, size: number | null = null): ListView {
  const wanted = Number(params.get("size"));
  const current = Number(params.get("current"));
  const down = params.get("descs");
  const up = params.get("ascs");
  const field = down || up;
  const sort = field ? { field, descending: Boolean(down) } : null;
  return {
    current: Number.isInteger(current) && current > 0 ? current : 1,
    size: (pageSizes as readonly number[]).includes(wanted) ? wanted : size,
    sort: sort && isSort(entity, sort.field) ? sort : null,
    filters: Object.fromEntries([...params].filter(([name, value]) => value !== "" && isFilter(entity, name))),
    hidden: params.get("hide")?.split(",").filter(Boolean) ?? null,
  };
}

/** Writes the state into an address, without default values; parameters of others stay. */
export function writeView(
  entity: Entity,
  view: ListView,
  params: URLSearchParams,
  size: number | null = null,
): URLSearchParams {
  const result = new URLSearchParams(
    [...params].filter(
      ([name]) => !["current", "size", "ascs", "descs", "hide"].includes(name) && !isFilter(entity, name),
    ),
  );
  for (const [name, value] of Object.entries(view.filters)) if (value.trim() !== "") result.set(name, value.trim());
  if (view.current > 1) result.set("current", String(view.current));
  if (view.size !== null && view.size !== size) result.set("size", String(view.size));
  if (view.sort) result.set(view.sort.descending ? "descs" : "ascs", view.sort.field);
  if (view.hidden) result.set("hide", view.hidden.join(","));
  return result;
}

/** What of the state makes a view, with its parameters in a fixed order, so that two are alike where their texts are. */
export function viewQuery(entity: Entity, { sort, filters, hidden }: Omit<ListView, "current" | "size">): string {
  const columns = hidden && [...hidden].toSorted();
  const params = writeView(entity, { current: 1, size: null, sort, filters, hidden: columns }, new URLSearchParams());
  params.sort();
  return params.toString();
}

/** The parameters of the list call. */
export function getParams(view: ListView): Record<string, string | number> {
  const sort = view.sort ? { [view.sort.descending ? "descs" : "ascs"]: view.sort.field } : {};
  return { ...view.filters, current: view.current, ...(view.size !== null && { size: view.size }), ...sort };
}

/** Names of a range: `startDate_dategt` and `startDate_datelt` for days (both inclusive), `_ge` and `_le` for numbers. */
export function rangeNames(field: Field, name: string): readonly [from: string, to: string] {
  return field.kind === "date" || field.kind === "datetime"
    ? [`${name}_dategt`, `${name}_datelt`]
    : [`${name}_ge`, `${name}_le`];
}
export const isRange = (field: Field): boolean =>
  ["date", "datetime", "int", "decimal", "time"].includes(field.kind) && !field.encrypted;
