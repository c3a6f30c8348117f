import { Checkbox, Select, Spin } from "antd";
import type { Column } from "./columns/columns.tsx";
import type { ListProps, Selection } from "./list-props.ts";
import { RowActions, possible } from "../crud/row-actions.tsx";
import { getId } from "../form/fields.ts";
import { useTexts } from "../i18n/core-texts.ts";
import "./list-cards.css";

interface Props<R extends object> extends ListProps<R> {
  /** The fields that matter; the first is the heading. */
  card: readonly Column<R>[];
  /** The level of a row in a tree; its card is indented accordingly. */
  depthOf?: (row: R) => number;
}

/** The same list on a phone: a card a row, with the fields that matter. */
export function ListCards<R extends object>(props: Props<R>) {
  const { name, rows, loading } = props;
  const t = useTexts();
  return (
    <Spin spinning={loading ?? false}>
      <SortSelect {...props} />
      <ul className="list-cards" aria-label={t("list.table", { name })}>
        {rows.map((row) => (
          <Card key={getId(row)} {...props} row={row} />
        ))}
      </ul>
    </Spin>
  );
}

function Card<R extends object>({ row, card, ...list }: Props<R> & { row: R }) {
  const { titleOf, selection, actionsOf, onOpen, current, depthOf } = list;
  const t = useTexts();
  const id = getId(row);
  const [head, ...rest] = card;
  return (
    <li className="list-card" style={depthOf && { marginInlineStart: 16 * Math.min(depthOf(row), 4) }}>
      <div className="list-card-head">
        {selection && (
          <Checkbox
            checked={selection.rows.has(id)}
            onChange={(event) => select(selection, row, event.target.checked)}
            aria-label={t("list.select", { name: titleOf(row) })}
          />
        )}
        {onOpen ? (
          <button
            type="button"
            className="link-button"
            aria-current={id === current || undefined}
            onClick={() => onOpen(row)}
          >
            {head?.render(row)}
          </button>
        ) : (
          head?.render(row)
        )}
      </div>
      <dl>
        {rest.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{column.render(row)}</dd>
          </div>
        ))}
      </dl>
      {actionsOf && <RowActions actions={possible(actionsOf(row))} of={titleOf(row)} />}
    </li>
  );
}

function select<R extends object>({ rows, onChange }: Selection<R>, row: R, on: boolean): void {
  const next = new Map(rows);
  if (on) next.set(getId(row), row);
  else next.delete(getId(row));
  onChange(next);
}

/** Stands for the heads of columns, by which a table is sorted. */
function SortSelect<R extends object>({ columns, sort, onSort }: Props<R>) {
  const t = useTexts();
  const sortable = columns.filter((column) => column.sortable);
  if (!onSort || sortable.length === 0) return null;
  return (
    <Select
      aria-label={t("list.sort")}
      className="list-cards-sort"
      value={sort ? `${sort.descending ? "-" : ""}${sort.field}` : ""}
      onChange={(value: string) =>
        onSort(value === "" ? null : { field: value.replace(/^-/, ""), descending: value.startsWith("-") })
      }
      options={[
        { value: "", label: t("list.sortDefault") },
        ...sortable.flatMap(({ key, title }) => [
          { value: key, label: t("list.ascending", { name: title }) },
          { value: `-${key}`, label: t("list.descending", { name: title }) },
        ]),
      ]}
    />
  );
}
