import { Table } from "antd";
import { useLayoutEffect } from "react";
import { getId } from "../form/fields.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useBoxWidth } from "../ui/use-box-width.ts";
import { isCurrent } from "./list-props.ts";
import type { ListProps } from "./list-props.ts";
import { ListTotals } from "./list-totals.tsx";
import { findSelection, useTableColumns } from "./columns/use-table-columns.tsx";
import "./list-table.css";

const virtualFrom = 100;
/** Px beside a list until it is measured: the menu, and the padding of the page. */
const usualSides = 248;

/** Rows of a list as a table: as wide as its place (`fitColumns`), first and action columns stay visible, totals for money, rows beyond 100 are drawn on demand. */
export function ListTable<R extends object>(props: ListProps<R>) {
  const { name, columns, rows, titleOf, loading, onSort, selection, open, density = "compact" } = props;
  const height = props.height ?? Math.max(360, window.innerHeight - 320);
  const t = useTexts();
  const [frame, room] = useBoxWidth<HTMLDivElement>(window.innerWidth - usualSides);
  const virtual = rows.length >= virtualFrom;
  // antd measures column widths by a hidden row that repeats the header with its checkbox; it must not be reached by the Tab key.
  useLayoutEffect(() =>
    frame.current?.querySelectorAll(".ant-table-measure-row").forEach((row) => row.setAttribute("inert", "")),
  );

  const { tableColumns, placed, width } = useTableColumns(props, room);

  return (
    <div ref={frame} className={`list-table ${density}`} onMouseOver={showWhole}>
      <Table<R>
        aria-label={t("list.table", { name })}
        rowKey={getId}
        rowClassName={(row) => (isCurrent(props, row) ? "current" : "")}
        expandable={
          open
            ? { expandedRowKeys: [...open.ids], onExpandedRowsChange: (keys) => open.onChange(keys.map(String)) }
            : { defaultExpandAllRows: true }
        }
        columns={tableColumns}
        dataSource={rows}
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
        rowSelection={
          selection &&
          findSelection(selection, rows, {
            all: t("list.selectAll"),
            nameOf: (row) => t("list.select", { name: titleOf(row) }),
          })
        }
        summary={
          columns.some((column) => column.total) && rows.length > 0
            ? () => <ListTotals {...props} placed={placed} />
            : undefined
        }
      />
    </div>
  );
}

/** Text that does not fit into a cell is shown in full under the pointer; antd knows the text of plain cells only. */
function showWhole({ target }: { target: EventTarget }): void {
  const cell = (target as Element).closest<HTMLElement>(".ant-table-cell-ellipsis");
  if (!cell) return;
  const cut = [cell, ...cell.querySelectorAll<HTMLElement>(".link-button, .cell-below, .cut-text-head")].some(
    (part) => part.scrollWidth > part.clientWidth,
  );
  if (cut) cell.title = cell.innerText;
  else cell.removeAttribute("title");
}
