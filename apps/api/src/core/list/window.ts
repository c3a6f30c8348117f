import type { Page } from "@jipei/contract/core/fields/shape.ts";

/** The part of a list that a call of the system service asks for. */
interface Window {
  current: number;
  size: number;
}

/** Greatest number of rows without paging. */
export const unpagedMost = 5000;

/** Reads the paging parameters; with `isPaging` 0 there is one page of at most `unpagedMost` rows. */
export const getWindow = ({
  isPaging,
  pageIndex,
  pageSize,
}: {
  isPaging?: string | null;
  pageIndex?: number | null;
  pageSize?: number | null;
}): Window =>
  isPaging === "0"
    ? { current: 1, size: unpagedMost }
    : { current: pageIndex ?? 1, size: Math.min(pageSize ?? 10, 200) };

export function pageShape<V>(records: V[], total: number, { current, size }: Window): Page<V> {
  return { records, total, size, current, pages: Math.ceil(total / size) };
}
