import { getId } from "../form/fields.ts";

/** Rows to which one can go on from an open one. */
export interface Neighbours<R> {
  previous?: R;
  next?: R;
  /** The case to go on with: the next one below that waits, or else the first of the page. */
  waiting?: R;
}

/**
 * Where one can go on from an open row.
 * @param rows the page of the list; a row that has been decided may have left it
 * @param open id of the open row
 * @param waits whether a row waits for a decision
 */
export function getNeighbours<R extends object>(
  rows: readonly R[],
  open: string,
  waits: (row: R) => boolean = () => false,
): Neighbours<R> {
  const at = rows.findIndex((row) => getId(row) === open);
  const isCase = (row: R) => getId(row) !== open && waits(row);
  return {
    previous: at > 0 ? rows[at - 1] : undefined,
    next: at < 0 ? undefined : rows[at + 1],
    waiting: rows.slice(at + 1).find(isCase) ?? rows.find(isCase),
  };
}
