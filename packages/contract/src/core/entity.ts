import type { Field, Fields, Need } from "./field.ts";
import { datetime, id, int, ref, text } from "./field.ts";

/** Fields every stored entity has; filled by the server, but for the version (optimistic lock) and the remark. */
export const baseFields = {
  id: id(),
  createUser: ref("User", "创建人", "Created by", "computed"),
  createDept: ref("Department", "创建部门", "Created in", "computed"),
  createTime: datetime("创建时间", "Created", "computed"),
  updateUser: ref("User", "修改人", "Changed by", "computed"),
  updateTime: datetime("修改时间", "Changed", "computed"),
  version: int("版本", "Version", "optional"),
  remark: text(500, "备注", "Remark"),
};
export type BaseFields = typeof baseFields;

export interface Entity<F extends Fields = Fields> {
  name: string;
  zh: string;
  en: string;
  /** Own fields and base fields together, in display order. */
  fields: F & BaseFields;
  /** Fields a list may be filtered by; the suffixes follow from the kind (contract/core/filters.ts). */
  filters: readonly string[];
  /** Fields a list may be sorted by; always also createTime and id. */
  sorts: readonly string[];
  /** Default order, e.g. ['status', '-startDate']; the id is always added as last key. */
  order: readonly string[];
  /** Second name of the id on the wire (`classId`). */
  idName: string | null;
  table: string;
  /** The field a reference to this entity is shown by. */
  title: string;
  /** Text fields found by any two characters through the n-gram index. */
  grams: readonly string[];
  /** Rows a page where the client does not say; null: as the parameter `page.size.default`. */
  pageSize: number | null;
}

export interface EntityOptions<K extends string> {
  filters?: readonly K[];
  sorts?: readonly K[];
  order?: readonly string[];
  idName?: string;
  table?: string;
  title: K;
  grams?: readonly K[];
  pageSize?: number;
}

/**
 * Declares an entity.
 * @param name our English name; the table is its snake case unless given
 * @param fields one line a field
 * @param options title field, filters, sorts, default order
 */
export function entity<const F extends Fields>(
  name: string,
  zh: string,
  en: string,
  fields: F,
  options: EntityOptions<(keyof F | keyof BaseFields) & string>,
): Entity<F> {
  return {
    name,
    zh,
    en,
    fields: { ...fields, ...baseFields },
    filters: options.filters ?? [],
    sorts: options.sorts ?? [],
    order: options.order ?? ["-createTime"],
    idName: options.idName ?? null,
    table: options.table ?? snake(name),
    title: options.title,
    grams: options.grams ?? [],
    pageSize: options.pageSize ?? null,
  };
}

/** `orgPlanId` → `org_plan_id`: wire name to column or table name. */
export const snake = (name: string) =>
  name.replace(/^[A-Z]/, (c) => c.toLowerCase()).replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

/** A row as it stands in an answer: required fields always there, the others null when empty. */
export type Row<E> = E extends Entity<infer F> ? Simplify<RowOf<F & BaseFields>> : never;
/** The id is always there, whoever fills it. */
export type RowOf<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer V, infer N>
    ? N extends "required"
      ? V
      : K extends "id"
        ? V
        : V | null
    : never;
};

/** What a client may send: an absent key leaves the field unchanged, null clears it; computed fields are not taken. */
export type Save<E> =
  E extends Entity<infer F>
    ? Simplify<SaveOf<F> & { id?: string | null; version?: number | null; remark?: string | null }>
    : never;
export type SaveOf<F extends Fields> = {
  [K in keyof F as F[K] extends Field<unknown, "required"> ? K : never]: F[K] extends Field<infer V, Need> ? V : never;
} & {
  [K in keyof F as F[K] extends Field<unknown, "required" | "computed"> ? never : K]?: F[K] extends Field<infer V, Need>
    ? V | null
    : never;
};

export type Simplify<T> = { [K in keyof T]: T[K] } & {};
