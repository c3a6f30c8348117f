import type { TableProps } from "antd";
import type { Key, ReactNode } from "react";
import { getId } from "../../form/fields.ts";
import { RowActions, possible, roomFor } from "../../crud/row-actions.tsx";
import type { RowAction } from "../../crud/row-actions.tsx";
import { useTexts } from "../../i18n/core-texts.ts";
import { getBranches, withBranches } from "../branches.ts";
import type { Column } from "./columns.tsx";
import { CutText } from "./cut-text.tsx";
import { fitColumns, widthOf } from "./fit-columns.ts";
import type { PlacedColumn } from "./fit-columns.ts";
import { isCurrent } from "../list-props.ts";
import type { ListProps, Selection } from "../list-props.ts";

type TableColumns<R> = NonNullable<TableProps<R>["columns"]>;

const selectionWidth = 44;
/** Narrowest and widest column of actions, in px. */
const actionsWidth = { least: 84, most: 260 };
const numberWidth = 56;

/** The columns of a list as antd's table takes them, with those for numbers and actions, and where each column of the list stands. */
export function useTableColumns<R extends object>(
  props: ListProps<R>,
  room: number,
): { tableColumns: TableColumns<R>; placed: readonly PlacedColumn<R>[]; width: number } {
  const t = useTexts();
  const { columns, rows, titleOf, selection, actionsOf, firstNumber, isNew } = props;
  const actions = new Map(withBranches(rows).map((row) => [row, possible(actionsOf?.(row) ?? [])] as const));
  const actionsRoom = actionsOf ? getActionsWidth([...actions.values()], t("common.more")) : 0;
  const taken = actionsRoom + (selection ? selectionWidth : 0) + (firstNumber === undefined ? 0 : numberWidth);
  const isTree = rows.some((row) => getBranches(row).length > 0) || props.open !== undefined;
  const placed = fitColumns(columns, room - taken, !isTree);
  const tableColumns: TableColumns<R> = placed.map((one, i) =>
    getTableColumn(props, one, i === 0, isNew && t("list.isNew")),
  );
  if (firstNumber !== undefined)
    tableColumns.unshift({
      key: "number",
      title: t("list.number"),
      width: numberWidth,
      fixed: "start",
      align: "end",
      render: (_value, _row, i) => <span className="numeric unit">{firstNumber + i}</span>,
    });
  if (actionsOf)
    tableColumns.push({
      key: "actions",
      title: t("common.actions"),
      width: actionsRoom,
      fixed: "end",
      render: (_value, row) => <RowActions actions={actions.get(row) ?? []} of={titleOf(row)} />,
    });
  return { tableColumns, placed, width: taken + widthOf(placed) };
}

/** @param mark what a new row is called */
function getTableColumn<R extends object>(
  props: ListProps<R>,
  { column, width, below }: PlacedColumn<R>,
  first: boolean,
  mark?: string | false,
): TableColumns<R>[number] {
  const { sort, onSort, onOpen, isNew } = props;
  const order = sort?.descending ? "descend" : "ascend";
  const cell = (row: R) =>
    first && onOpen ? (
      <button
        type="button"
        className="link-button"
        aria-current={isCurrent(props, row) || undefined}
        onClick={() => onOpen(row)}
      >
        {getCell(column, row, width)}
      </button>
    ) : (
      getCell(column, row, width)
    );
  return {
    key: column.key,
    title: below ? (
      <>
        {column.title}
        <HeadBelow column={below} sort={sort} onSort={onSort} />
      </>
    ) : (
      column.title
    ),
    width,
    fixed: first ? "start" : undefined,
    align: column.numeric ? "end" : undefined,
    ellipsis: { showTitle: false },
    sorter: column.sortable && onSort ? true : undefined,
    sortOrder: sort?.field === column.key ? order : null,
    render: (_value: unknown, row: R) => (
      <>
        {first && mark && isNew?.(row) && <span className="new-row">{mark}</span>}
        {cell(row)}
        {below && <div className="cell-below">{getCell(below, row, width)}</div>}
      </>
    ),
  };
}

/** Px of a cell's padding on both sides. */
const cellPadding = 16;

function getCell<R>(column: Column<R>, row: R, width: number): ReactNode {
  const words = column.words?.(row);
  return words ? <CutText text={words} width={width - cellPadding} /> : column.render(row);
}

/** The head of a column that stands in the second line; it sorts like any other. */
function HeadBelow<R>({ column, sort, onSort }: { column: Column<R> } & Pick<ListProps, "sort" | "onSort">) {
  const current = sort?.field === column.key ? sort : null;
  if (!column.sortable || !onSort) return <div className="cell-below">{column.title}</div>;
  const next = current?.descending ? null : { field: column.key, descending: current !== null };
  return (
    <div className="cell-below">
      <button
        type="button"
        className="head-below"
        onClick={(event) => {
          event.stopPropagation();
          onSort(next);
        }}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {column.title}
        {current && <span aria-hidden="true">{current.descending ? " ↓" : " ↑"}</span>}
      </button>
    </div>
  );
}

/** Room for the widest row of buttons; @param more the button that takes those beyond */
const getActionsWidth = (actions: readonly RowAction[][], more: string): number =>
  Math.min(actionsWidth.most, Math.max(actionsWidth.least, ...actions.map((list) => roomFor(list, more))));

/** Checkboxes of rows, remembered from page to page. */
export function findSelection<R extends object>(
  selection: Selection<R>,
  rows: readonly R[],
  names: { all: string; nameOf: (row: R) => string },
): TableProps<R>["rowSelection"] {
  return {
    selectedRowKeys: [...selection.rows.keys()],
    preserveSelectedRowKeys: true,
    checkStrictly: true,
    columnWidth: selectionWidth,
    fixed: true,
    getTitleCheckboxProps: () => ({ "aria-label": names.all }),
    getCheckboxProps: (row) => ({ "aria-label": names.nameOf(row) }),
    onChange: (keys: Key[]) => {
      const known = new Map([...selection.rows, ...withBranches(rows).map((row) => [getId(row), row] as const)]);
      const chosen = keys.flatMap((key) => {
        const row = known.get(String(key));
        return row ? [[String(key), row] as const] : [];
      });
      selection.onChange(new Map(chosen));
    },
  };
}
