import type { CountedRows } from "@jipei/contract/home/counted-rows.ts";
import type { PageLink } from "@jipei/contract/pages.ts";

/** A list that the menu of the user leads to. */
export interface OpenList extends CountedRows {
  link: PageLink;
}

/** The lists of a figure that a user may open; of several lists of the same rows the first. */
export function findOpenLists(
  lists: readonly CountedRows[],
  opens: (address: string) => address is PageLink,
): OpenList[] {
  const open = lists.flatMap(({ side, rows, link }) => (opens(link) ? [{ side, rows, link }] : []));
  return open.filter(({ side, rows }, at) => open.findIndex((one) => one.side === side && one.rows === rows) === at);
}

/** Whether a list has all rows that a figure counts. @param isOfOneSide whether the figure counts rows of one side only */
export const isWhole = ({ side, rows }: CountedRows, isOfOneSide: boolean): boolean => !rows && (isOfOneSide || !side);
