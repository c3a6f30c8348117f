import { Table } from "antd";
import type { TableProps } from "antd";
import { useLayoutEffect, useRef } from "react";
import type { Key } from "react";
import type { Column } from "./columns.tsx";
import { FieldValue } from "./field-value.tsx";
import { sumDecimals } from "./numbers.ts";
import type { Sort } from "./list-params.ts";
import type { AnyRow } from "./ref-select.tsx";
import { RowActions, roomFor } from "./row-actions.tsx";
import type { RowAction } from "./row-actions.tsx";
import { useTexts } from "./texts.ts";
import type { Density } from "./use-column-prefs.ts";
import "./list-table.css";

/** Rows chosen on any page, by id. */
export interface Selection {
  rows: ReadonlyMap<string, AnyRow>;
  onChange: (rows: ReadonlyMap<string, AnyRow>) => void;
}

export interface ListProps {
  /** Names the table for those who do not see it. */
  name: string;
  columns: readonly Column[];
  rows: readonly AnyRow[];
  titleOf: (row: AnyRow) => string;
  loading?: boolean;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  selection?: Selection;
  actionsOf?: (row: AnyRow) => RowAction[];
  /** The first column opens the row. */
  onOpen?: (row: AnyRow) => void;
  /** Id of the row that is picked, where picking leads to something beside the list. */
  current?: string | null;
  density?: Density;
  /** Which rows of a tree are open, where what is below is asked for when it is opened; left out, all are. */
  open?: { ids: readonly string[]; onChange: (ids: readonly string[]) => void };
  /** Number of the first row, where rows are numbered. */
  firstNumber?: number;
  /** Greatest height in px for long pages; rows beyond are drawn as one scrolls. */
  height?: number;
}

const virtualFrom = 100;
const selectionWidth = 44;
/** Narrowest and widest column of actions, in px. */
const actionsWidth = { least: 84, most: 260 };
const numberWidth = 56;

/** Rows of a list as a table: first and action columns stay in sight, totals for money, drawn piecemeal from 100 rows on. */
export function ListTable(props: ListProps) {
  const {
    name,
    columns,
    rows,
    titleOf,
    loading,
    sort,
    onSort,
    selection,
    actionsOf,
    onOpen,
    current,
    open,
    firstNumber,
    density = "compact",
    height = Math.max(360, window.innerHeight - 320),
  } = props;
  const t = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const virtual = rows.length >= virtualFrom;
  // The hidden row by which antd measures column widths repeats the head with its checkbox; nobody may tab into that.
  useLayoutEffect(() =>
    frame.current?.querySelectorAll(".ant-table-measure-row").forEach((row) => row.setAttribute("inert", "")),
  );

  const actions = actionsOf && new Map(withBranches(rows).map((row) => [row, actionsOf(row)] as const));
  const actionsRoom =
    actions &&
    Math.min(
      actionsWidth.most,
      Math.max(actionsWidth.least, ...[...actions.values()].map((list) => roomFor(list, t("common.more")))),
    );
  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    (selection ? selectionWidth : 0) +
    (actionsRoom ?? 0) +
    (firstNumber === undefined ? 0 : numberWidth);
  const isCurrent = (row: AnyRow) => current !== undefined && current !== null && String(row["id"]) === current;
  const tableColumns: TableProps<AnyRow>["columns"] = columns.map((column, i) => ({
    key: column.key,
    title: column.title,
    width: column.width,
    fixed: i === 0 ? "start" : undefined,
    align: column.numeric ? "end" : undefined,
    ellipsis: { showTitle: false },
    sorter: column.sortable && onSort ? true : undefined,
    sortOrder: sort?.field === column.key ? (sort.descending ? "descend" : "ascend") : null,
    render: (_value: unknown, row: AnyRow) =>
      i === 0 && onOpen ? (
        <button
          type="button"
          className="link-button"
          aria-current={isCurrent(row) || undefined}
          onClick={() => onOpen(row)}
        >
          {column.render(row)}
        </button>
      ) : (
        column.render(row)
      ),
  }));
  if (firstNumber !== undefined)
    tableColumns.unshift({
      key: "number",
      title: t("list.number"),
      width: numberWidth,
      fixed: "start",
      align: "end",
      render: (_value, _row, i) => <span className="numeric unit">{firstNumber + i}</span>,
    });
  if (actions)
    tableColumns.push({
      key: "actions",
      title: t("common.actions"),
      width: actionsRoom,
      fixed: "end",
      render: (_value, row) => <RowActions actions={actions.get(row) ?? []} of={titleOf(row)} />,
    });

  return (
    <div ref={frame} className={`list-table ${density}`} onMouseOver={showWhole}>
      <Table<AnyRow>
        aria-label={t("list.table", { name })}
        rowKey={(row) => String(row["id"])}
        rowClassName={(row) => (isCurrent(row) ? "current" : "")}
        expandable={
          open
            ? { expandedRowKeys: [...open.ids], onExpandedRowsChange: (keys) => open.onChange(keys.map(String)) }
            : { defaultExpandAllRows: true }
        }
        columns={tableColumns}
        dataSource={rows as AnyRow[]}
        loading={loading}
        pagination={false}
        size="small"
        virtual={virtual}
        sticky={!virtual}
        scroll={virtual ? { x: width, y: height } : { x: width }}
        showSorterTooltip={false}
        onChange={(_page, _filters, sorter) => {
          const chosen = Array.isArray(sorter) ? sorter[0] : sorter;
          onSort?.(chosen?.order ? { field: String(chosen.columnKey), descending: chosen.order === "descend" } : null);
        }}
        rowSelection={selection && selectionOf(selection, rows, (row) => t("list.select", { name: titleOf(row) }))}
        summary={columns.some((column) => column.total) && rows.length > 0 ? () => <Totals {...props} /> : undefined}
      />
    </div>
  );
}

/** What a cell has no room for is told in full under the pointer; antd knows the text of plain cells only. */
function showWhole({ target }: { target: EventTarget }): void {
  const cell = (target as Element).closest<HTMLElement>(".ant-table-cell-ellipsis");
  if (!cell) return;
  const cut = [cell, ...cell.querySelectorAll<HTMLElement>(".link-button")].some(
    (part) => part.scrollWidth > part.clientWidth,
  );
  if (cut) cell.title = cell.innerText;
  else cell.removeAttribute("title");
}

/** Rows of a tree with those below them, in the order they are shown. */
export const withBranches = (rows: readonly AnyRow[]): AnyRow[] =>
  rows.flatMap((row) => [row, ...withBranches((row["children"] as AnyRow[] | undefined) ?? [])]);

function selectionOf(
  selection: Selection,
  rows: readonly AnyRow[],
  nameOf: (row: AnyRow) => string,
): TableProps<AnyRow>["rowSelection"] {
  return {
    selectedRowKeys: [...selection.rows.keys()],
    preserveSelectedRowKeys: true,
    checkStrictly: true,
    columnWidth: selectionWidth,
    fixed: true,
    getCheckboxProps: (row) => ({ "aria-label": nameOf(row) }) as object,
    onChange: (keys: Key[]) => {
      const known = new Map([...selection.rows, ...withBranches(rows).map((row) => [String(row["id"]), row] as const)]);
      selection.onChange(
        new Map(
          keys.flatMap((key) => (known.has(String(key)) ? [[String(key), known.get(String(key)) as AnyRow]] : [])),
        ),
      );
    },
  };
}

function Totals({ columns, rows, selection, actionsOf }: ListProps) {
  const t = useTexts();
  const shift = selection ? 1 : 0;
  return (
    <Table.Summary fixed>
      <Table.Summary.Row className="list-totals">
        {selection && <Table.Summary.Cell index={0} />}
        {columns.map((column, i) => (
          <Table.Summary.Cell key={column.key} index={i + shift} align={column.numeric ? "right" : undefined}>
            {column.total && column.field ? (
              <FieldValue field={column.field} value={sumDecimals(rows.map((row) => row[column.key]))} />
            ) : (
              i === 0 && t("list.pageTotal")
            )}
          </Table.Summary.Cell>
        ))}
        {actionsOf && <Table.Summary.Cell index={columns.length + shift} />}
      </Table.Summary.Row>
    </Table.Summary>
  );
}
