import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { getColumns } from "../list/columns.tsx";
import { ColumnSettings } from "../list/column-settings.tsx";
import type { ColumnOf } from "../crud/crud-page-props.ts";
import type { Control } from "../form/field-control.tsx";
import { getId, getSections } from "../form/fields.ts";
import type { ByField, FieldName, FormValues } from "../form/fields.ts";
import { type Named, useLabel } from "../i18n/language.ts";
import { PageHeader } from "../page/page-header.tsx";
import type { RowAction } from "../crud/row-actions.tsx";
import { SearchBar } from "../list/search-bar.tsx";
import { can, useSession } from "../session/session.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { TreeRows } from "./tree-rows.tsx";
import { useListPrefs } from "../list/use-column-prefs.ts";
import { useTree } from "./use-tree.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { useMenuName } from "../page/use-menu-name.ts";
import { useRemove } from "../moves/use-remove.tsx";
import { usePhone } from "../ui/use-width.ts";
import { isFilter } from "../list/list-params.ts";

const RowForm = lazyPart(() => import("../dialog/row-form.tsx").then(({ RowForm }) => RowForm));
const RowView = lazyPart(() => import("../crud/row-view.tsx").then(({ RowView }) => RowView));

interface Props<E extends Entity, R extends object, S> {
  entity: E;
  resource: string;
  calls: {
    /** Everything that matches, as a tree. */
    list: Call<unknown, R[]>;
    /** One level; opening a row fetches what is below. */
    level?: Call<unknown, R[]>;
    detail: Call<{ id: string }, object>;
    submit: Call<S, unknown>;
    remove: Call;
  };
  titleOf: (row: R) => string;
  columns: readonly ColumnOf<E, R>[];
  card: readonly ColumnOf<E, R>[];
  search: readonly FieldName<E>[];
  form: readonly FieldName<E>[];
  view: readonly FieldName<E>[];
  /** Values of a new row below another one, or at the top. */
  initial: (above: R | null) => FormValues<E>;
  /** Whether other rows may be below the row. */
  holds?: (row: R) => boolean;
  controls?: (row: R | null) => ByField<E, Control>;
  when?: ByField<E, (values: FormValues<E>) => boolean>;
  locked?: (row: R | null) => readonly FieldName<E>[];
  frozen?: (row: R) => Named | null;
  rowActions?: (row: R) => readonly RowAction[];
}

/** The row that is changed, or the one that a new row will stand below; null: the top. */
type Editing<R> = { row: R } | { below: R | null } | null;

/** A page of rows in a tree: `CrudPage` for trees. */
export function TreePage<E extends Entity, R extends object, S>(props: Props<E, R, S>) {
  const { entity, resource, calls, titleOf } = props;
  const t = useTexts();
  const label = useLabel();
  const phone = usePhone();
  const session = useSession();
  const menuName = useMenuName();
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries([...params].filter(([name, value]) => value !== "" && isFilter(entity, name)));
  const [selected, setSelected] = useState<ReadonlyMap<string, R>>(new Map());
  const [editing, setEditing] = useState<Editing<R>>(null);
  const [viewing, setViewing] = useState<string | null>(null);
  const [prefs, setPrefs] = useListPrefs(`${resource}-${entity.name}`);
  const tree = useTree(calls, filters);
  const remove = useRemove(calls.remove, titleOf, () => setSelected(new Map()));
  const may = (right: string) => can(`${resource}_${right}`, session);
  const changes = (row: R): RowAction[] => {
    const frozen = props.frozen?.(row);
    return [
      ...(props.rowActions?.(row) ?? []),
      ...(may("edit") ? [{ key: "edit", label: t("list.edit"), run: () => setEditing({ row }) }] : []),
      ...(may("add") && (props.holds?.(row) ?? true)
        ? [{ key: "below", label: label(["新增下级", "Add below"]), run: () => setEditing({ below: row }) }]
        : []),
      ...(may("delete")
        ? [
            {
              key: "remove",
              label: t("list.remove"),
              danger: true,
              disabled: frozen ? label(frozen) : null,
              run: () => remove.ask([row]),
            },
          ]
        : []),
    ];
  };
  const columns = getColumns(entity, props.columns);
  const list = {
    name: label(menuName ?? entity),
    columns: columns.filter((column, i) => i === 0 || !prefs.hidden.includes(column.key)),
    density: prefs.density,
    titleOf,
    loading: tree.loading,
    onOpen: (row: R) => setViewing(getId(row)),
    actionsOf: (row: R): RowAction[] => [
      { key: "view", label: t("list.view"), run: () => setViewing(getId(row)) },
      ...changes(row),
    ],
    ...(tree.open && { open: tree.open }),
    ...(may("delete") && { selection: { rows: selected, onChange: setSelected } }),
  };
  return (
    <div className="crud-page">
      <PageHeader
        title={label(menuName ?? entity)}
        actions={
          <div className="toolbar">
            {may("add") && (
              <Button type="primary" onClick={() => setEditing({ below: null })}>
                {t("list.add")}
              </Button>
            )}
            {may("delete") && (
              <Button danger onClick={() => remove.ask([...selected.values()])}>
                {t("list.remove")}
              </Button>
            )}
            {!phone && <ColumnSettings columns={columns} prefs={prefs} onChange={setPrefs} />}
          </div>
        }
      />
      <SearchBar
        entity={entity}
        fields={props.search}
        filters={filters}
        onSearch={(next) =>
          setParams(new URLSearchParams(Object.entries(next).filter(([, value]) => value.trim() !== "")), {
            replace: true,
          })
        }
      />
      <TreeRows
        {...list}
        rows={tree.rows}
        error={tree.error}
        onRetry={tree.retry}
        filters={filters}
        card={getColumns(entity, props.card)}
      />
      <Suspense fallback={null}>
        {viewing && (
          <RowView
            entity={entity}
            id={viewing}
            row={undefined}
            detail={calls.detail}
            fields={props.view}
            actionsOf={changes}
            onClose={() => setViewing(null)}
          />
        )}
        {editing && (
          <RowForm
            entity={entity}
            sections={getSections(props.form)}
            row={"row" in editing ? editing.row : null}
            initial={"below" in editing ? props.initial(editing.below) : undefined}
            detail={calls.detail}
            submit={calls.submit}
            controls={props.controls?.("row" in editing ? editing.row : null)}
            when={props.when}
            locked={props.locked?.("row" in editing ? editing.row : null)}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
      {remove.dialogs}
    </div>
  );
}
