import { getValue } from "../form/fields.ts";

/** Rows of a tree with those below them, in the order they are shown. */
export const withBranches = <R extends object>(rows: readonly R[]): R[] =>
  rows.flatMap((row) => [row, ...withBranches(getBranches(row))]);
/** The rows below a row of a tree. */
export const getBranches = <R extends object>(row: R): readonly R[] =>
  (getValue(row, "children") as R[] | undefined) ?? [];
