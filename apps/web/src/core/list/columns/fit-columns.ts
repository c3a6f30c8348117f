import type { Column } from "./columns.tsx";

/** A column as it stands in a table: with its width there, and the one whose values stand in a second line of its cells. */
export interface PlacedColumn<R> {
  column: Column<R>;
  width: number;
  below: Column<R> | null;
}

/** Px for columns that need no second line. */
export const widthOf = (columns: readonly { width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0);

/**
 * Places columns so that no table is wider than its place. A page names its columns in the order of their weight; while they do not fit, the
 * last one goes into the second line of that column before it which has to grow least. Where that is not enough, words are cut and heads broken; what is
 * left over goes to all of them.
 * @param room px between the checkboxes and the actions
 * @param holdsFirst whether the first column takes a second line; the one of a tree has its indent there
 */
export function fitColumns<R>(columns: readonly Column<R>[], room: number, holdsFirst = true): PlacedColumn<R>[] {
  const placed: PlacedColumn<R>[] = columns.map((column) => ({ column, width: column.width, below: null }));
  for (let i = placed.length - 1; i > 0 && widthOf(placed) > room; i--) {
    const folded = placed[i];
    if (!folded || folded.below) continue;
    const hosts = placed.slice(holdsFirst ? 0 : 1, i).filter(({ below }) => below === null);
    const growth = (host: PlacedColumn<R>) => Math.max(0, folded.width - host.width);
    const host = hosts.reduce<PlacedColumn<R> | null>(
      (best, one) => (best && growth(best) < growth(one) ? best : one),
      null,
    );
    if (!host) continue;
    host.width += growth(host);
    host.below = folded.column;
    placed.splice(i, 1);
  }
  return widthOf(placed) > room ? narrowed(placed, room) : widened(placed, room);
}

/** Takes what is too much from those that can give, in proportion. */
function narrowed<R>(placed: readonly PlacedColumn<R>[], room: number): PlacedColumn<R>[] {
  const spare = ({ column, width, below }: PlacedColumn<R>) =>
    Math.max(0, width - Math.max(column.least, below?.least ?? 0));
  const factor = Math.min(1, (widthOf(placed) - room) / placed.reduce((sum, one) => sum + spare(one), 1));
  return placed.map((one) => ({ ...one, width: Math.floor(one.width - spare(one) * factor) }));
}

/** Shares out what is left in proportion, so that each width is the one that is drawn. */
function widened<R>(placed: readonly PlacedColumn<R>[], room: number): PlacedColumn<R>[] {
  const factor = Math.max(1, room / widthOf(placed));
  return placed.map((one) => ({ ...one, width: Math.floor(one.width * factor) }));
}
