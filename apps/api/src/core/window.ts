import type { Page } from "@jipei/contract/core/shape.ts";

/** Part of a list that a call of the system service wants. */
interface Window {
  current: number;
  size: number;
}

/** Most rows that are answered without paging. */
export const unpagedMost = 5000;

/** `isPaging` 0 answers everything, at most `unpagedMost`. */
export const windowOf = ({
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

export function pageOf<V>(records: V[], total: number, { current, size }: Window): Page<V> {
  return { records, total, size, current, pages: Math.ceil(total / size) };
}
