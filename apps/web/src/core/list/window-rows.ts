import { pageSizes } from "@jipei/contract/core/fields/page-sizes.ts";
import { widthOf } from "./columns/fit-columns.ts";

/** Px of a window that are not rows of a list: the bars on top, heading, filters, head of the table, page numbers. */
const aroundRows = 350;
/** Px beside the columns: the menu, the padding of a page, checkboxes and actions. */
const besideColumns = 420;
/** Height of a row with one line, and with two. */
const [one, two] = [33, 53];

/** How many rows a page has unless the user says otherwise: as many of those offered as the window holds. */
export function windowRows(
  columns: readonly { width: number }[],
  { innerWidth, innerHeight }: Pick<Window, "innerWidth" | "innerHeight"> = window,
): number {
  const height = widthOf(columns) > innerWidth - besideColumns ? two : one;
  return pageSizes.findLast((size) => size * height <= innerHeight - aroundRows) ?? pageSizes[0];
}
