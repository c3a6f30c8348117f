import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { useQueries } from "@tanstack/react-query";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { invoke } from "./call-client.ts";
import type { CallError } from "./call-error.ts";
import { type ColumnSpec, columnsOf } from "./columns.tsx";
import { ColumnSettings } from "./column-settings.tsx";
import type { FieldName } from "./crud-page-props.ts";
import type { Control } from "./field-control.tsx";
import { sectionsOf } from "./fields.ts";
import type { Values } from "./form-values.ts";
import { type Named, useLabel } from "./i18n/language.ts";
import type { ListProps } from "./list-table.tsx";
import { PageHeader } from "./page-header.tsx";
import type { AnyRow } from "./ref-select.tsx";
import type { RowAction } from "./row-actions.tsx";
import { SearchBar } from "./search-bar.tsx";
import { can, useSession } from "./session.ts";
import { useTexts } from "./texts.ts";
import { TreeRows } from "./tree-rows.tsx";
import { useListPrefs } from "./use-column-prefs.ts";
import { useCall } from "./use-call.ts";
import { useMenuName } from "./use-menu-name.ts";
import { useRemove } from "./use-remove.tsx";
import { usePhone } from "./use-width.ts";
import { isFilter } from "./list-params.ts";

const RowForm = lazy(() => import("./row-form.tsx").then(({ RowForm }) => ({ default: RowForm })));
const RowView = lazy(() => import("./row-view.tsx").then(({ RowView }) => ({ default: RowView })));

interface Props<E extends Entity> {
  entity: E;
  resource: string;
  calls: {
    /** Everything that matches, as a tree. */
    list: Call<any, any>;
    /** One level, where opening a row asks for what is below. */
    level?: Call<any, any>;
    detail: Call<{ id: string }, any>;
    submit: Call<any, any>;
    remove: Call<any, any>;
  };
  titleOf: (row: AnyRow) => string;
  columns: readonly (FieldName<E> | ColumnSpec)[];
  card: readonly (FieldName<E> | ColumnSpec)[];
  search: readonly FieldName<E>[];
  form: readonly FieldName<E>[];
  view: readonly FieldName<E>[];
  /** Values of a new row below another one, or at the top. */
  initial: (above: AnyRow | null) => Values;
  /** Whether anything may stand below the row. */
  holds?: (row: AnyRow) => boolean;
  controls?: (row: AnyRow | null) => Readonly<Record<string, Control>>;
  when?: Readonly<Record<string, (values: Values) => boolean>>;
  locked?: (row: AnyRow | null) => readonly FieldName<E>[];
  frozen?: (row: AnyRow) => Named | null;
  rowActions?: (row: AnyRow) => readonly RowAction[];
}

type Editing = { row: AnyRow } | { below: AnyRow | null } | null;
const top = "0";

/** A page of rows that stand below each other: `CrudPage` for trees. */
export function TreePage<E extends Entity>(props: Props<E>) {
  const { entity, resource, calls, titleOf } = props;
  const t = useTexts();
  const label = useLabel();
  const phone = usePhone();
  const session = useSession();
  const menuName = useMenuName();
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries([...params].filter(([name, value]) => value !== "" && isFilter(entity, name)));
  const [selected, setSelected] = useState<ReadonlyMap<string, AnyRow>>(new Map());
  const [editing, setEditing] = useState<Editing>(null);
  const [viewing, setViewing] = useState<string | null>(null);
  const [prefs, setPrefs] = useListPrefs(`${resource}-${entity.name}`);
  const tree = useRows(calls, filters);
  const remove = useRemove(calls.remove, titleOf, () => setSelected(new Map()));
  const may = (right: string) => can(`${resource}_${right}`, session);
  const changes = (row: AnyRow): RowAction[] => {
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
  const columns = columnsOf(entity, props.columns);
  const list = {
    name: label(menuName ?? entity),
    columns: columns.filter((column, i) => i === 0 || !prefs.hidden.includes(column.key)),
    density: prefs.density,
    titleOf,
    loading: tree.loading,
    onOpen: (row: AnyRow) => setViewing(String(row["id"])),
    actionsOf: (row: AnyRow): RowAction[] => [
      { key: "view", label: t("list.view"), run: () => setViewing(String(row["id"])) },
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
        card={columnsOf(entity, props.card)}
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
            sections={sectionsOf(props.form)}
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

interface Rows {
  rows: AnyRow[] | null;
  loading: boolean;
  error: CallError | null;
  retry: () => void;
  open?: ListProps["open"];
}

/** The whole tree at once; or level by level as they are opened, until something is looked for. */
function useRows(calls: Props<Entity>["calls"], filters: Readonly<Record<string, string>>): Rows {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const level = calls.level;
  const byLevel = level !== undefined && Object.keys(filters).length === 0;
  const tree = useCall(calls.list, filters, { keepPrevious: true, enabled: !byLevel });
  const parents = byLevel ? [top, ...opened] : [];
  const levels = useQueries({
    queries: parents.map((parentId) => ({
      queryKey: [(level ?? calls.list).path, { parentId }],
      queryFn: () =>
        invoke(level ?? calls.list, { parentId }, { silent: true }) as Promise<unknown> as Promise<AnyRow[]>,
      staleTime: 60_000,
    })),
  });
  if (!byLevel)
    return {
      rows: (tree.data as AnyRow[] | undefined) ?? null,
      loading: tree.isFetching && !tree.isLoading,
      error: tree.isError ? tree.error : null,
      retry: () => void tree.refetch(),
    };
  const answers = new Map(parents.map((id, i) => [id, levels[i]?.data]));
  const below = (id: string): AnyRow[] =>
    (answers.get(id) ?? []).map((row) => (row["hasChildren"] ? { ...row, children: below(String(row["id"])) } : row));
  const first = levels[0];
  return {
    rows: first?.data ? below(top) : null,
    loading: levels.some((one, i) => i > 0 && one.isLoading),
    error: first?.isError ? (first.error as CallError) : null,
    retry: () => void first?.refetch(),
    open: { ids: opened, onChange: setOpened },
  };
}
