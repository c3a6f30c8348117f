import type { Entity } from "@jipei/contract/core/entity.ts";
import { permissionOf } from "@jipei/contract/core/machine.ts";
import { pageSizes } from "@jipei/contract/core/page-sizes.ts";
import type { Page } from "@jipei/contract/core/shape.ts";
import { Button, Pagination } from "antd";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import type { CallError } from "./call-error.ts";
import { ColumnSettings } from "./column-settings.tsx";
import { columnsOf } from "./columns.tsx";
import type { Column, ColumnSpec } from "./columns.tsx";
import type { CrudPageProps, FieldName, ListTools } from "./crud-page-props.ts";
import { ExportButton } from "./export-button.tsx";
import { useFieldText } from "./field-value.tsx";
import type { Values } from "./form-values.ts";
import { defaultFormFields, fieldOf, fieldsOf, sectionsOf } from "./fields.ts";
import type { FormSection } from "./fields.ts";
import { useLabel } from "./i18n/language.ts";
import { paramsOf } from "./list-params.ts";
import { ListTable } from "./list-table.tsx";
import type { ListProps } from "./list-table.tsx";
import { formatCount } from "./numbers.ts";
import { PageHeader } from "./page-header.tsx";
import type { AnyRow } from "./ref-select.tsx";
import { ActionButtons } from "./row-actions.tsx";
import type { RowAction } from "./row-actions.tsx";
import { SearchBar } from "./search-bar.tsx";
import { can, useSession } from "./session.ts";
import { Empty, Failed, Skeleton } from "./states.tsx";
import { useTexts } from "./texts.ts";
import { useCall } from "./use-call.ts";
import { useListPrefs } from "./use-column-prefs.ts";
import { useLastPage, useListState } from "./use-list.ts";
import { useMenuName } from "./use-menu-name.ts";
import { useMoves } from "./use-moves.tsx";
import { useRemove } from "./use-remove.tsx";
import { usePhone } from "./use-width.ts";
import "./crud-page.css";

const ListCards = lazy(() => import("./list-cards.tsx").then(({ ListCards }) => ({ default: ListCards })));
const RowForm = lazy(() => import("./row-form.tsx").then(({ RowForm }) => ({ default: RowForm })));
const RowView = lazy(() => import("./row-view.tsx").then(({ RowView }) => ({ default: RowView })));
const ImportDialog = lazy(() => import("./import-dialog.tsx").then(({ ImportDialog }) => ({ default: ImportDialog })));

export type { CrudPageProps, ListTools } from "./crud-page-props.ts";

/** A whole page of an entity, made from the contract: docs/pages.md. */
export function CrudPage<E extends Entity, R extends object>(props: CrudPageProps<E, R>) {
  const {
    entity,
    calls,
    resource,
    embedded = false,
    refs,
    machine,
    moves = {},
    search = entity.filters as readonly FieldName<E>[],
  } = props;
  const t = useTexts();
  const label = useLabel();
  const phone = usePhone();
  const session = useSession();
  const navigate = useNavigate();
  const menuName = useMenuName();
  const fieldText = useFieldText();
  const [prefs, setPrefs] = useListPrefs(`${resource}-${entity.name}`);
  const state = useListState(entity, embedded, prefs.size);
  const params = { ...paramsOf(state), ...props.fixed };
  const list = useCall(calls.list, params, { keepPrevious: true });
  const page = list.data as Page<AnyRow> | undefined;
  const rows = page?.records ?? [];
  const size = page?.size ?? state.size ?? 10;
  useLastPage(state, page?.total, size);

  const [selected, setSelected] = useState<ReadonlyMap<string, AnyRow>>(new Map());
  const [editing, setEditing] = useState<AnyRow | "new" | null>(null);
  const [importing, setImporting] = useState(false);
  const clear = () => setSelected(new Map());
  const may = (right: string) => can(`${resource}_${right}`, session);
  const columns = columnsOf<R>(entity, props.columns as readonly (string | ColumnSpec<R>)[] | undefined);
  // Where the list has a word of its own for the title (the English name), a question about the row uses it too.
  const titleOf = (row: AnyRow) => {
    const shown = columns.find(({ key }) => key === entity.title)?.render(row);
    return typeof shown === "string" ? shown : fieldText(fieldOf(entity, entity.title), row[entity.title]);
  };
  const tools: ListTools<R> = {
    selected: [...selected.values()] as R[],
    clear,
    reload: () => void list.refetch(),
    params,
  };
  const machineMoves = useMoves(machine, moves, entity, clear);
  const removed = () => {
    clear();
    state.show(null);
  };
  const remove = useRemove(
    calls.remove,
    titleOf,
    removed,
    props.removeInput as ((rows: readonly AnyRow[]) => Values) | undefined,
  );

  const mayAdd = calls.submit !== undefined && may("add");
  const mayRemove = calls.remove !== undefined && may("delete");
  const name = label(props.title ?? (embedded ? null : menuName) ?? entity);
  const show = (row: AnyRow) => (props.open ? void navigate(props.open(row as R)) : state.show(String(row["id"])));
  const changeOf = (row: AnyRow): RowAction[] => {
    const frozen = (what: "edit" | "remove") => {
      const why = props.frozen?.(row as R, what);
      return why ? label(why) : null;
    };
    return [
      ...machineMoves.actionsOf([row]),
      ...(calls.submit && may("edit")
        ? [{ key: "edit", label: t("list.edit"), disabled: frozen("edit"), run: () => setEditing(row) }]
        : []),
      ...(props.rowActions?.(row as R, tools) ?? []),
      ...(mayRemove
        ? [
            {
              key: "remove",
              label: t("list.remove"),
              disabled: frozen("remove"),
              danger: true,
              run: () => remove.ask([row]),
            },
          ]
        : []),
    ];
  };
  const actionsOf = (row: AnyRow): RowAction[] => [
    { key: "view", label: t("list.view"), run: () => show(row) },
    ...changeOf(row),
  ];

  const shown = columns.filter((column, i) => i === 0 || !prefs.hidden.includes(column.key));
  const movable = machine !== undefined && Object.keys(moves).some((key) => can(permissionOf(machine, key), session));
  const selectable = mayRemove || movable || props.selects === true;
  const listProps: ListProps = {
    name,
    columns: shown,
    rows,
    titleOf,
    loading: list.isFetching && !list.isLoading,
    sort: state.sort,
    onSort: state.order,
    density: prefs.density,
    onOpen: props.pick ? (row) => props.pick?.onPick(row as R) : show,
    current: props.pick?.id,
    ...(props.numbered && { firstNumber: (state.current - 1) * size + 1 }),
    actionsOf,
    ...(selectable && { selection: { rows: selected, onChange: setSelected } }),
  };
  const toolbar = (
    <div className="toolbar">
      {mayAdd && (
        <Button type="primary" onClick={() => setEditing("new")}>
          {t("list.add")}
        </Button>
      )}
      {props.actions?.(tools)}
      {calls.import && may("import") && <Button onClick={() => setImporting(true)}>{t("import.button")}</Button>}
      {calls.export && may("export") && <ExportButton call={calls.export} params={params} />}
      {mayRemove && !phone && (
        <Button danger onClick={() => remove.ask([...selected.values()])}>
          {t("list.remove")}
        </Button>
      )}
      {!phone && <ColumnSettings columns={columns} prefs={prefs} onChange={setPrefs} />}
    </div>
  );
  return (
    <div className={embedded ? "crud-list" : "crud-page"}>
      {embedded ? (
        <div className="crud-toolbar">
          {props.heading}
          {toolbar}
        </div>
      ) : (
        <PageHeader title={name} actions={toolbar} />
      )}
      <SearchBar
        entity={entity}
        fields={search}
        refs={refs}
        controls={props.searchControls}
        filters={state.filters}
        onSearch={state.search}
      />
      {selected.size > 0 && (
        <div className="selection-bar" role="status">
          {t("list.selected", { n: selected.size })}
          <ActionButtons actions={machineMoves.actionsOf([...selected.values()])} primary={false} />
          {phone && mayRemove && (
            <ActionButtons
              actions={[
                { key: "remove", label: t("list.remove"), danger: true, run: () => remove.ask([...selected.values()]) },
              ]}
              primary={false}
            />
          )}
          <Button type="link" onClick={clear}>
            {t("list.clear")}
          </Button>
        </div>
      )}
      {list.isError && !page ? (
        <Failed error={list.error as CallError} onRetry={() => void list.refetch()} />
      ) : !page ? (
        <Skeleton />
      ) : rows.length === 0 && !list.isPlaceholderData ? (
        <Nothing
          filtered={Object.keys(state.filters).length > 0}
          onClear={() => state.search({})}
          onAdd={mayAdd ? () => setEditing("new") : undefined}
        />
      ) : phone ? (
        <Suspense fallback={<Skeleton />}>
          <ListCards {...listProps} card={cardOf(props, columns)} />
        </Suspense>
      ) : (
        <ListTable {...listProps} />
      )}
      {page && page.total > 0 && (
        <Pagination
          className="crud-pagination"
          align="end"
          simple={phone}
          current={state.current}
          pageSize={size}
          // Of a very long list there are pages to its last reachable row only.
          total={Math.min(page.total, page.pages * size)}
          showSizeChanger={!phone}
          pageSizeOptions={[...pageSizes]}
          showTotal={() => t("list.total", { n: formatCount(page.total) })}
          onChange={(current, chosen) => {
            if (chosen === size) return state.turn(current);
            setPrefs({ size: chosen });
            state.turn(1, chosen);
          }}
        />
      )}
      <Suspense fallback={null}>
        {state.viewing && (
          <RowView
            entity={entity}
            id={state.viewing}
            row={rows.find((row) => row["id"] === state.viewing)}
            detail={calls.detail}
            fields={props.view as readonly string[] | undefined}
            machine={machine}
            actionsOf={changeOf}
            below={props.below as ((row: AnyRow) => ReactNode) | undefined}
            onClose={() => state.show(null)}
          />
        )}
        {editing && calls.submit && (
          <RowForm
            entity={entity}
            sections={sectionsOf(
              (props.form ?? defaultFormFields(entity)) as readonly string[] | readonly FormSection[],
            )}
            refs={refs}
            row={editing === "new" ? null : editing}
            initial={props.initial}
            detail={calls.detail}
            submit={calls.submit}
            inputOf={props.inputOf}
            controls={props.controls}
            uploadKinds={props.uploadKinds}
            when={props.when}
            locked={
              typeof props.locked === "function"
                ? props.locked(editing === "new" ? null : (editing as R))
                : props.locked
            }
            needed={props.needed?.(editing === "new" ? null : (editing as R))}
            width={props.formWidth}
            onDone={props.onSaved}
            onClose={() => setEditing(null)}
          >
            {typeof props.formHead === "function"
              ? props.formHead(editing === "new" ? null : (editing as R))
              : props.formHead}
          </RowForm>
        )}
        {importing && calls.import && (
          <ImportDialog
            entity={entity}
            calls={calls.import}
            input={props.importWith}
            covers={props.importCovers}
            onClose={() => setImporting(false)}
          />
        )}
      </Suspense>
      {machineMoves.dialogs}
      {remove.dialogs}
    </div>
  );
}

function Nothing({ filtered, onClear, onAdd }: { filtered: boolean; onClear: () => void; onAdd?: () => void }) {
  const t = useTexts();
  if (filtered)
    return (
      <Empty text={t("list.emptyFiltered")}>
        <Button onClick={onClear}>{t("list.clearFilters")}</Button>
      </Empty>
    );
  return <Empty>{onAdd && <Button onClick={onAdd}>{t("list.add")}</Button>}</Empty>;
}

/** Heading, state and the next column, unless the page says which fields matter. */
function cardOf<E extends Entity, R extends object>(
  { entity, card, machine }: CrudPageProps<E, R>,
  columns: readonly Column[],
): Column[] {
  if (card) return columnsOf<R>(entity, card as readonly (string | ColumnSpec<R>)[]);
  const status =
    machine?.field ??
    Object.entries(fieldsOf(entity)).find(
      ([, field]) => field.kind === "code" && Object.values(field.codes?.codes ?? {}).some((entry) => entry[2]),
    )?.[0];
  const keys = new Set([entity.title, ...(status ? [status] : []), ...columns.map(({ key }) => key)]);
  return [...keys]
    .slice(0, 4)
    .map((key) => columns.find((column) => column.key === key) ?? (columnsOf(entity, [key])[0] as Column));
}
