import type { BaseFields, Entity, RowOf, Simplify } from "../entity.ts";
import type { Field, Fields, FileItem, Need, Sent, Shaped } from "./field.ts";
import type { FilterOperator, FilterParams } from "./filters.ts";

/**
 * What goes into a call and what comes out. A shape is a plain value; `$value` carries its type.
 * Fields nest in records and lists, so these few functions describe every payload of the product.
 */
export type Shape<V = unknown> = ShapeValue & { readonly $value?: V };
type ShapeValue =
  | { shape: "none" }
  | { shape: "field"; field: Field }
  | { shape: "record"; fields: Record<string, Field | Shape>; optional?: boolean; partial?: true }
  | { shape: "list"; of: Shape; max: number; optional?: boolean }
  | { shape: "save"; entity: Entity; partial: boolean; extra?: Record<string, Field | Shape>; optional?: boolean }
  | { shape: "query"; entity: Entity; extra: Fields }
  | { shape: "row"; entity: Entity; extra: Record<string, Field | Shape> }
  | { shape: "page"; of: Shape }
  | { shape: "branch"; entity: Entity }
  | { shape: "form"; name: string; zh: string; en: string; parts: () => Record<string, Part>; optional?: boolean }
  | { shape: "map"; of: Shape }
  | { shape: "flag"; zh: string; en: string; optional?: boolean }
  | { shape: "value" }
  | { shape: "any" }
  | { shape: "redirect" }
  | { shape: "file"; types: readonly FileType[]; orJob?: true };

/** A part of a record or form. What is `leftOut` is no key of an answer where there is no value; anything else is null then. */
export type Part = (Field | Shape) & { readonly leftOut?: true };
/** Types of the files that calls answer with; `any` is whatever somebody uploaded. */
export type FileType = "xlsx" | "pdf" | "zip" | "any";

type ValueOfField<F> = F extends Field<infer V, infer N> ? (N extends "required" ? V : V | null) : never;
type ValueOfPart<P> = P extends Field<unknown, Need> ? ValueOfField<P> : P extends Shape<infer V> ? V : never;
type OptionalKeys<F> = {
  [K in keyof F]: F[K] extends Field<unknown, infer N>
    ? N extends "required"
      ? never
      : K
    : undefined extends (F[K] extends Shape<infer V> ? V : never)
      ? K
      : never;
}[keyof F];
export type ValueOfParts<F> = Simplify<
  { [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOfPart<F[K]> } & { [K in OptionalKeys<F>]?: ValueOfPart<F[K]> }
>;

export const none: Shape<void> = { shape: "none" };
export const one = <F extends Field>(field: F): Shape<ValueOfField<F>> => ({ shape: "field", field });
/** Named parts; fields that are not `required` may be absent. */
export const record = <const F extends Record<string, Field | Shape>>(fields: F): Shape<ValueOfParts<F>> => ({
  shape: "record",
  fields,
});
/** Changes of an existing row: an absent part stays as it is, null clears it, and a required one is never cleared. */
export const changesShape = <const F extends Record<string, Field | Shape>>(
  fields: F,
): Shape<Partial<ValueOfParts<F>>> => ({ shape: "record", fields, partial: true });
export const list = <V>(of: Shape<V>, max = 5000): Shape<V[]> => ({ shape: "list", of, max });
export const optional = <V>(of: Shape<V>): Shape<V | undefined> => ({ ...of, optional: true }) as Shape<V | undefined>;
/** JSON whose form nobody can tell (an answer of an external register): sent as it is. Never for business rows. */
export const any = <V = unknown>(): Shape<V> => ({ shape: "any" });
/** What any field of a row may hold, or what a row is linked to: text, number, a list of texts, or lists by their names. */
export const value: Shape = { shape: "value" };

const isShape = (of: Shaped | undefined): of is Shape => of !== undefined;
/** The form of a field of structured data. */
export function dataShape({ of, zh }: Field): Shape {
  if (!isShape(of)) throw new Error(`${zh} has no form`);
  return of;
}

/** The part that says of a value of type T what it is. */
type PartOf<T> = undefined extends T ? PresentPart<Exclude<T, undefined>> & { leftOut: true } : PresentPart<T>;
type PresentPart<T> = null extends T
  ? Field<NonNullable<T>, Exclude<Need, "required">> | (Shape<T> & { optional: true })
  : Field<T, "required"> | Shape<T>;
export type PartsOf<V> = { readonly [K in keyof V]-?: PartOf<V[K]> };

/**
 * An answer that the server writes as its handler made it: `parts` say what stands in it, for the document of the calls and for the tests,
 * which hold every answer to it. A form may contain itself.
 * @param name under which the document describes it
 */
export const form = <V extends object>(name: string, zh: string, en: string, parts: () => PartsOf<V>): Shape<V> => ({
  shape: "form",
  name,
  zh,
  en,
  parts: parts as () => Record<string, Part>,
});
/** A row of an entity as a branch of its tree. */
export const branchShape = <B>(entity: Entity): Shape<B> => ({ shape: "branch", entity });
/** Values of one form under names that only the data know. */
export const map = <V>(of: Shape<V>): Shape<Record<string, V>> => ({ shape: "map", of });
/** true or false. */
export const flag = (zh: string, en: string): Shape<boolean> => ({ shape: "flag", zh, en });
/** A part whose key is left out where it has no value. */
export const leftOut = <P extends Field<unknown, Need> | Shape>(part: P): P & { leftOut: true } => ({
  ...part,
  leftOut: true,
});
/** A part that may be null. */
export const orNull = <V>(of: Shape<V>): Shape<V | null> & { optional: true } => ({ ...of, optional: true });

/** An answer that leads a browser on to another page. */
export const redirect: Shape<never> = { shape: "redirect" };
/** An answer that is a file of one of these types: bytes with a name instead of the envelope. */
export const file = (...types: FileType[]): Shape<never> => ({ shape: "file", types });
/** The same, or in the envelope the job that makes it, where that takes longer. */
export const fileOrJob = (...types: FileType[]): Shape<never> => ({ shape: "file", types, orJob: true });

/** A client names files by items or by their ids. */
type WithIds<V> = V extends FileItem[] ? V | string[] : V;
type SaveValue<F extends Fields> = Simplify<
  {
    [K in keyof F as Sent<F[K]> extends "always" ? K : never]: F[K] extends Field<infer V, Need> ? WithIds<V> : never;
  } & {
    [K in keyof F as Sent<F[K]> extends "maybe" ? K : never]?: F[K] extends Field<infer V, infer N>
      ? WithIds<V> | (N extends "required" ? never : null)
      : never;
  } & { id?: string | null; version?: number | null; remark?: string | null }
>;
/** The entity as a client may send it: without computed fields; with an id it may be partial. `extra` parts (child rows, a move and its reason) come along. */
export const saveShape = <F extends Fields, const X extends Record<string, Field | Shape> = {}>(
  entity: Entity<F>,
  extra = {} as X,
): Shape<Simplify<SaveValue<F> & ValueOfParts<X>>> => ({
  shape: "save",
  entity,
  partial: false,
  extra,
});
/** Like `saveShape`, but nothing is required: for drafts, and transitions that carry fields. */
export const draftShape = <F extends Fields, const X extends Record<string, Field | Shape> = {}>(
  entity: Entity<F>,
  extra = {} as X,
): Shape<Simplify<Partial<SaveValue<F>> & ValueOfParts<X>>> => ({
  shape: "save",
  entity,
  partial: true,
  extra,
});

/** Paging, sorting and the declared filters of an entity's list, besides any `extra` filters that the handler reads itself. */
export interface ListQuery {
  current: number;
  /** Rows a page; null: as many as the parameter `page.size.default` says. */
  size: number | null;
  /** isPaging=0: all rows, at most 5000. */
  all: boolean;
  sort: readonly { field: string; descending: boolean }[];
  filters: readonly Filter[];
}
/** Everything in its own order. */
export const unpaged: ListQuery = { current: 1, size: 200, all: true, sort: [], filters: [] };
export interface Filter {
  field: string;
  operator: FilterOperator;
  value: string;
}
/** What the handler of a list reads. `$filters` is a type only: what a client may filter by. */
export type QueryOf<F extends Fields, X extends Fields = {}> = ListQuery & {
  extra: { [K in keyof X]?: ValueOfField<X[K]> };
  readonly $filters?: FilterParams<F & BaseFields> & { readonly [K in keyof X]?: ValueOfField<X[K]> | null };
};
export const queryShape = <F extends Fields, const X extends Fields = {}>(
  entity: Entity<F>,
  extra = {} as X,
): Shape<QueryOf<F, X>> => ({
  shape: "query",
  entity,
  extra,
});

/** A row of the entity, with `extra` parts (child rows, audit list) behind its own fields. */
export const rowShape = <F extends Fields, const X extends Record<string, Field | Shape> = {}>(
  entity: Entity<F>,
  extra = {} as X,
): Shape<Simplify<RowOf<Entity<F>["fields"]> & ValueOfParts<X>>> => ({
  shape: "row",
  entity,
  extra,
});

export interface Page<V> {
  records: V[];
  total: number;
  size: number;
  current: number;
  pages: number;
}
export const pageShape = <V>(of: Shape<V>): Shape<Page<V>> => ({ shape: "page", of });

export type ValueOfShape<S> = S extends Shape<infer V> ? V : never;
