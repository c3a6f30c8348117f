import { Checkbox, Select, Spin } from "antd";
import type { Column } from "./columns.tsx";
import type { ListProps } from "./list-table.tsx";
import { RowActions } from "./row-actions.tsx";
import { useTexts } from "./texts.ts";
import "./list-cards.css";

interface Props extends ListProps {
  /** The fields that matter; the first is the heading. */
  card: readonly Column[];
  /** How deep in a tree a row stands; its card is set in as far. */
  depthOf?: (row: ListProps["rows"][number]) => number;
}

/** The same list on a phone: a card a row, with the fields that matter. */
export function ListCards({
  name,
  rows,
  card,
  columns,
  titleOf,
  loading,
  sort,
  onSort,
  selection,
  actionsOf,
  onOpen,
  current,
  depthOf,
}: Props) {
  const t = useTexts();
  const [head, ...rest] = card;
  const sortable = columns.filter((column) => column.sortable);
  const choose = (id: string, row: ListProps["rows"][number], on: boolean) => {
    const next = new Map(selection?.rows);
    if (on) next.set(id, row);
    else next.delete(id);
    selection?.onChange(next);
  };
  return (
    <Spin spinning={loading ?? false}>
      {onSort && sortable.length > 0 && (
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
      )}
      <ul className="list-cards" aria-label={t("list.table", { name })}>
        {rows.map((row) => {
          const id = String(row["id"]);
          return (
            <li key={id} className="list-card" style={depthOf && { marginInlineStart: 16 * Math.min(depthOf(row), 4) }}>
              <div className="list-card-head">
                {selection && (
                  <Checkbox
                    checked={selection.rows.has(id)}
                    onChange={(event) => choose(id, row, event.target.checked)}
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
              {actionsOf && <RowActions actions={actionsOf(row)} of={titleOf(row)} />}
            </li>
          );
        })}
      </ul>
    </Spin>
  );
}
