import type { Entity, StoredBase } from "@jipei/contract/core/entity.ts";
import type { Field, Fields } from "@jipei/contract/core/fields/field.ts";
import type { Columns } from "../database/tables.ts";

/** Exists as a type only. */
declare const checked: unique symbol;

/** Columns of an entity whose names and types were checked one by one. */
export type CheckedColumns<E extends Entity> = Columns<E> & Checked;
export interface Checked {
  readonly [checked]: true;
}

/** Forbids names that `C` does not have, in every variant of `V`. The compiler alone accepts such names from a spread or a ternary. */
export type NothingBeside<C, V> = V extends unknown ? { [K in Exclude<keyof V & string, keyof C>]: never } : never;

/**
 * The columns that a save or a move sets. A function may return an object with more names than its return type has, and the compiler does not
 * report them. It checks every name in the argument of this call; therefore all columns that are set go through it.
 */
export const columns = <E extends Entity, V extends Columns<E>>(
  _entity: E,
  values: V & NothingBeside<Columns<E>, V>,
): CheckedColumns<E> => values as Columns<E> as CheckedColumns<E>;

/**
 * A row as it will be after a save. It has all required columns; those that the server fills in a new row may still be missing.
 */
export type Draft<E extends Entity> = { id?: string; version?: number; remark?: string | null } & DraftOf<
  Omit<Columns<E>, keyof StoredBase>,
  E["fields"]
>;
/** The columns that every save of an entity must bring. */
export type RequiredColumns<E extends Entity> = RequiredOf<Omit<Columns<E>, keyof StoredBase>, E["fields"]>;
type DraftOf<C, F extends Fields> = RequiredOf<C, F> & {
  [K in keyof C as IsRequired<F, K> extends true ? never : K]?: C[K] | null;
};
type RequiredOf<C, F extends Fields> = {
  [K in keyof C as IsRequired<F, K> extends true ? K : never]-?: Exclude<C[K], undefined>;
};
type IsRequired<F, K> = K extends keyof F ? (F[K] extends Field<unknown, "required"> ? true : false) : false;

/** The columns whose names pass a test. */
export const filterColumns = <V extends object>(values: V, passes: (name: string) => boolean): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => passes(name))) as Partial<V>;
