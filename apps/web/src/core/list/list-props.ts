import { getId } from "../form/fields.ts";
import type { RowAction } from "../crud/row-actions.tsx";
import type { Column } from "./columns/columns.tsx";
import type { Sort } from "./list-params.ts";
import type { Density } from "./columns/use-column-prefs.ts";

/** Rows chosen on any page, by id. */
export interface Selection<R> {
  rows: ReadonlyMap<string, R>;
  onChange: (rows: ReadonlyMap<string, R>) => void;
}

export interface ListProps<R extends object = object> {
  /** Label of the table for screen readers. */
  name: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  titleOf: (row: R) => string;
  loading?: boolean;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  selection?: Selection<R>;
  actionsOf?: (row: R) => RowAction[];
  /** The first column opens the row. */
  onOpen?: (row: R) => void;
  /** Id of the row that is picked, where picking leads to something beside the list. */
  current?: string | null;
  density?: Density;
  /** Whether a row came since the user saw the list last. */
  isNew?: (row: R) => boolean;
  /** Which rows of a tree are open, where lower levels are fetched when a row is opened; left out, all are. */
  open?: { ids: readonly string[]; onChange: (ids: readonly string[]) => void };
  /** Number of the first row, where rows are numbered. */
  firstNumber?: number;
  /** Greatest height in px for long pages; rows beyond are drawn as one scrolls. */
  height?: number;
}

/** Whether a row is the one that is picked. */
export const isCurrent = <R extends object>({ current }: Pick<ListProps<R>, "current">, row: R): boolean =>
  current !== undefined && current !== null && getId(row) === current;
