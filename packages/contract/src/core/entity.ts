import type { Audience } from "./audience.ts";
import type { Field, Fields, Need, Sent } from "./fields/field.ts";
import { datetime, id, int, ref, text } from "./fields/field.ts";

/**
 * Fields every stored entity has; filled by the server, but for the version (optimistic lock) and the remark. What is deleted (1) no call answers;
 * clients of the family look at the field all the same.
 */
export const baseFields = {
  id: id(),
  tenantId: text(6, "租户编号", "Tenant number", "computed", { always: true }),
  createUser: ref("User", "创建人", "Created by", "computed"),
  createDept: ref("Department", "创建部门", "Created in", "computed"),
  createTime: datetime("创建时间", "Created", "computed"),
  updateUser: ref("User", "修改人", "Changed by", "computed"),
  updateTime: datetime("修改时间", "Changed", "computed"),
  version: int("版本", "Version", "optional"),
  isDeleted: int("是否删除", "Deleted", "computed", { always: true, min: 0, max: 1 }),
  remark: text(500, "备注", "Remark"),
};
export type BaseFields = typeof baseFields;

/**
 * @typeParam F its own fields
 * @typeParam N its name
 * @typeParam T its table in camel case, as statements of the server name it
 */
export interface Entity<F extends Fields = Fields, N extends string = string, T extends string = string> {
  name: N;
  zh: string;
  en: string;
  /** Own fields and base fields together, in display order. */
  fields: F & BaseFields;
  /** Fields a list may be filtered by; the suffixes follow from the kind (core/fields/filters.ts). */
  filters: readonly string[];
  /** Fields a list may be sorted by; always also createTime and id. */
  sorts: readonly string[];
  /** Default order, e.g. ['status', '-startDate']; the id is always added as last key. */
  order: readonly string[];
  /** Second name of the id on the wire (`classId`). */
  idName: string | null;
  table: string;
  /** The field that is shown for a reference to this entity. */
  title: string;
  /** Text fields found by any two characters through the n-gram index. */
  grams: readonly string[];
  /** Audiences that may read rows that are not their own, and the fields they see of these. */
  openTo: OpenTo<string>;
  /** Rows a page where the client does not say; null: as the parameter `page.size.default`. */
  pageSize: number | null;
  /** Type only, never set. */
  readonly $table?: T;
}

/**
 * For each audience the only fields it sees of rows that are not its own, beside id, version, title and time of creation:
 * a field that is not named is closed to it. `everything` is for what the office publishes as a whole.
 */
export type OpenTo<K extends string> = Readonly<Partial<Record<Audience, readonly K[] | "everything">>>;

export interface EntityOptions<K extends string, T extends string> {
  filters?: readonly K[];
  sorts?: readonly K[];
  order?: readonly string[];
  idName?: string;
  table?: T;
  title: K;
  grams?: readonly K[];
  openTo?: OpenTo<K>;
  pageSize?: number;
}

/**
 * Declares an entity.
 * @param name our English name; the table is its snake case unless given
 * @param fields one line a field
 * @param options title field, filters, sorts, default order
 */
export function entity<const F extends Fields, const N extends string, const T extends string = Uncapitalize<N>>(
  name: N,
  zh: string,
  en: string,
  fields: F,
  options: EntityOptions<(keyof F | keyof BaseFields) & string, T>,
): Entity<F, N, Camel<T>> {
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
    openTo: options.openTo ?? {},
    pageSize: options.pageSize ?? null,
  };
}

/** The name of a field of an entity. */
export type FieldName<E extends { fields: Fields }> = keyof E["fields"] & string;

/** `orgPlanId` → `org_plan_id`: wire name to column or table name. */
export const snake = (name: string) =>
  name.replace(/^[A-Z]/, (c) => c.toLowerCase()).replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

/** `app_user` → `appUser` */
type Camel<S extends string> = S extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : S;

/** A row as it stands in an answer: required fields always there, the others null when empty. */
export type Row<E> = E extends Entity<infer F> ? Simplify<RowOf<F & BaseFields>> : never;
/** The fields of a row; the id is always present. */
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
  [K in keyof F as Sent<F[K]> extends "always" ? K : never]: F[K] extends Field<infer V, Need> ? V : never;
} & {
  [K in keyof F as Sent<F[K]> extends "maybe" ? K : never]?: F[K] extends Field<infer V, infer N>
    ? V | (N extends "required" ? never : null)
    : never;
};

/** The base columns of every table, in the types that the database returns. */
export type StoredBase = {
  id: string;
  tenantId: string;
  createUser: string;
  createDept: string | null;
  createTime: string;
  updateUser: string;
  updateTime: string;
  version: number;
  isDeleted: number;
  remark: string | null;
};

/**
 * A row as it is stored: no looked-up and no derived fields; of encrypted ones the ciphertext and, beside it, the hash that finds them.
 * Empty are columns that a draft may leave out, never those that are required or that the server always fills.
 */
export type Stored<E extends { fields: Fields }> = StoredBase & StoredOf<Omit<E["fields"], keyof BaseFields>>;
export type StoredOf<F> = {
  [K in keyof F as Column<F[K], K>]: F[K] extends Field<infer V, infer N, infer O>
    ? (O extends { ids: true } ? string[] : V) | Emptiness<N, O>
    : never;
} & {
  [K in keyof F & string as F[K] extends Field<unknown, Need, { encrypted: true }> ? `${K}Hash` : never]:
    | string
    | (F[K] extends Field<unknown, infer N, infer O> ? Emptiness<N, O> : never);
};
/** The name of a field that has a column. */
type Column<F, K> =
  F extends Field<unknown, Need, infer O>
    ? O extends { derived: true }
      ? never
      : O extends { encrypted: true }
        ? K
        : O extends { writeOnly: true }
          ? never
          : K
    : never;
type Emptiness<N, O> = N extends "required" ? never : O extends { always: true } ? never : null;

export type Simplify<T> = { [K in keyof T]: T[K] } & {};
