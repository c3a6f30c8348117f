import type { TableProps } from "antd";
import type { Key } from "react";
import { getId } from "../form/fields.ts";
import { RowActions, roomFor } from "../crud/row-actions.tsx";
import type { RowAction } from "../crud/row-actions.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import { withBranches } from "./branches.ts";
import type { Column } from "./columns.tsx";
import { isCurrent } from "./list-props.ts";
import type { ListProps, Selection } from "./list-props.ts";

type TableColumns<R> = NonNullable<TableProps<R>["columns"]>;

const selectionWidth = 44;
/** Narrowest and widest column of actions, in px. */
const actionsWidth = { least: 84, most: 260 };
const numberWidth = 56;

/** The columns of a list as antd's table takes them, with those for numbers and actions, and the width of all in px. */
export function useTableColumns<R extends object>(
  props: ListProps<R>,
): { tableColumns: TableColumns<R>; width: number } {
  const t = useTexts();
  const { columns, rows, titleOf, selection, actionsOf, firstNumber } = props;
  const tableColumns: TableColumns<R> = columns.map((column, i) => getTableColumn(props, column, i === 0));
  if (firstNumber !== undefined)
    tableColumns.unshift({
      key: "number",
      title: t("list.number"),
      width: numberWidth,
      fixed: "start",
      align: "end",
      render: (_value, _row, i) => <span className="numeric unit">{firstNumber + i}</span>,
    });
  if (actionsOf) {
    const actions = new Map(withBranches(rows).map((row) => [row, actionsOf(row)] as const));
    tableColumns.push({
      key: "actions",
      title: t("common.actions"),
      width: getActionsWidth([...actions.values()], t("common.more")),
      fixed: "end",
      render: (_value, row) => <RowActions actions={actions.get(row) ?? []} of={titleOf(row)} />,
    });
  }
  const width = tableColumns.reduce((sum, column) => sum + Number(column.width), selection ? selectionWidth : 0);
  return { tableColumns, width };
}

function getTableColumn<R extends object>(
  props: ListProps<R>,
  column: Column<R>,
  first: boolean,
): TableColumns<R>[number] {
  const { sort, onSort, onOpen } = props;
  const order = sort?.descending ? "descend" : "ascend";
  return {
    key: column.key,
    title: column.title,
    width: column.width,
    fixed: first ? "start" : undefined,
    align: column.numeric ? "end" : undefined,
    ellipsis: { showTitle: false },
    sorter: column.sortable && onSort ? true : undefined,
    sortOrder: sort?.field === column.key ? order : null,
    render: (_value: unknown, row: R) =>
      first && onOpen ? (
        <button
          type="button"
          className="link-button"
          aria-current={isCurrent(props, row) || undefined}
          onClick={() => onOpen(row)}
        >
          {column.render(row)}
        </button>
      ) : (
        column.render(row)
      ),
  };
}

/** Room for the widest row of buttons; @param more the button that takes those beyond */
const getActionsWidth = (actions: readonly RowAction[][], more: string): number =>
  Math.min(actionsWidth.most, Math.max(actionsWidth.least, ...actions.map((list) => roomFor(list, more))));

/** Checkboxes of rows, remembered from page to page. */
export function findSelection<R extends object>(
  selection: Selection<R>,
  rows: readonly R[],
  nameOf: (row: R) => string,
): TableProps<R>["rowSelection"] {
  return {
    selectedRowKeys: [...selection.rows.keys()],
    preserveSelectedRowKeys: true,
    checkStrictly: true,
    columnWidth: selectionWidth,
    fixed: true,
    getCheckboxProps: (row) => ({ "aria-label": nameOf(row) }),
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
