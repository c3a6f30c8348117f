import type { Right } from "@jipei/contract/permissions.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Page } from "@jipei/contract/core/fields/shape.ts";
import { listName } from "@jipei/contract/users/saved-view.ts";
import { useState } from "react";
import { useGo } from "../page/link.ts";
import { useCall } from "../api/use-call.ts";
import { useFieldText } from "../form/field-value.tsx";
import { getField, getId, getValue } from "../form/fields.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useLabel } from "../i18n/language.ts";
import { useMoves } from "../moves/use-moves.tsx";
import { useRemove } from "../moves/use-remove.tsx";
import { useMenuName } from "../page/use-menu-name.ts";
import { canDo, canMove, useSession } from "../session/session.ts";
import { getColumns } from "../list/columns/columns.tsx";
import type { Column } from "../list/columns/columns.tsx";
import type { CrudPageProps, ListTools } from "./crud-page-props.ts";
import { getParams, viewQuery } from "../list/list-params.ts";
import { removeAction } from "./row-actions.tsx";
import type { RowAction } from "./row-actions.tsx";
import { useListPrefs } from "../list/columns/use-column-prefs.ts";
import { waitedColumn } from "../queue/waited-column.tsx";
import { useNewRows } from "../list/use-new-rows.ts";
import { windowRows } from "../list/window-rows.ts";
import { useLastPage, useListState } from "../list/use-list.ts";
import { useDefaultView, useViewColumns, useViews } from "../views/use-views.ts";

/** State of a `CrudPage`: its rows, which of them are checked, the actions, and what is open over it. */
export function useCrud<E extends Entity, R extends object, D extends object, L, S, A extends string>(
  props: CrudPageProps<E, R, D, L, S, A>,
) {
  const { entity, calls, resource, embedded = false, machine, moves = {} } = props;
  const session = useSession();
  const menuName = useMenuName();
  const label = useLabel();
  const name = listName(resource, entity);
  const [ownPrefs, setOwnPrefs] = useListPrefs(name);
  const isNew = useNewRows(name);
  const columns = getColumns(entity, getSpecs(props));
  const rows = useRows(props, ownPrefs.size ?? (embedded ? null : windowRows(columns)));
  const { list, state, params, page, size } = rows;
  const [prefs, setPrefs] = useViewColumns(state, ownPrefs, setOwnPrefs);
  const [selected, setSelected] = useState<ReadonlyMap<string, R>>(new Map());
  const [editing, setEditing] = useState<R | "new" | null>(null);
  const [importing, setImporting] = useState(false);
  const clear = () => setSelected(new Map());
  const may = (right: Right) => canDo(resource, right, session);
  const getTitle = useTitle(entity, columns);
  const machineMoves = useMoves(machine, moves, entity, clear);
  const removed = () => {
    clear();
    state.show(null);
  };
  const remove = useRemove(calls.remove, getTitle, removed, props.removeInput);
  const tools: ListTools<R> = { selected: [...selected.values()], clear, reload: () => void list.refetch(), params };
  const mayRemove = calls.remove !== undefined && may("delete");
  const movable = machine !== undefined && (Object.keys(moves) as A[]).some((key) => canMove(machine, key, session));
  const actions = useRowActions(props, {
    tools,
    mayEdit: calls.submit !== undefined && may("edit"),
    mayRemove,
    movesOf: (row) => machineMoves.actionsOf([row]),
    onEdit: setEditing,
    onRemove: (row) => remove.ask([row]),
    onShow: state.show,
  });
  return {
    list,
    state,
    views: rows.views,
    /** What the list shows, as a view. */
    currentView: viewQuery(entity, { ...state, hidden: prefs.hidden }),
    params,
    page,
    rows: page?.records ?? [],
    size,
    prefs,
    setPrefs,
    columns,
    isNew,
    titleOf: getTitle,
    tools,
    selected,
    setSelected,
    clear,
    editing,
    setEditing,
    importing,
    setImporting,
    ...actions,
    name: label(props.title ?? (embedded ? null : menuName) ?? entity),
    mayAdd: calls.submit !== undefined && may("add"),
    mayRemove,
    mayExport: calls.export !== undefined && may("export"),
    mayImport: calls.import !== undefined && may("import"),
    movable,
    selectable: mayRemove || movable || props.selects === true,
    movesOf: machineMoves.actionsOf,
    askRemove: remove.ask,
    questions: [machineMoves.dialogs, remove.dialogs] as const,
  };
}
export type Crud<E extends Entity, R extends object, D extends object, L, S, A extends string> = ReturnType<
  typeof useCrud<E, R, D, L, S, A>
>;

/** The columns of the page; in a queue with the time that each row waits, behind what the row is. */
function getSpecs<E extends Entity, R extends object, D extends object, L, S, A extends string>({
  columns,
  queue,
}: CrudPageProps<E, R, D, L, S, A>) {
  if (!columns || !queue) return columns;
  return [...columns.slice(0, 1), waitedColumn(queue), ...columns.slice(1)];
}

/** The page of rows that the address requests, or the state of an embedded list. */
function useRows<E extends Entity, R extends object, D extends object, L, S, A extends string>(
  { entity, resource, calls, embedded = false, fixed, queue }: CrudPageProps<E, R, D, L, S, A>,
  wanted: number | null,
) {
  const state = useListState(entity, embedded, wanted);
  const views = useViews(listName(resource, entity), entity, !embedded);
  const opening = useDefaultView(state, views);
  const usual = queue?.oldestFirst && !state.sort ? { ascs: queue.since } : {};
  const params: Record<string, unknown> = { ...usual, ...getParams(state), ...fixed };
  const call: Call<unknown, Page<R>> = calls.list;
  const list = useCall(call, params, { keepPrevious: true, enabled: !opening });
  const page = list.data;
  const size = page?.size ?? state.size ?? 10;
  useLastPage(state, page?.total, size);
  return { list, state, views, params, page, size };
}

/** The title of a row. Where the list has a custom column for the title (the English name), a question about the row uses it too. */
function useTitle<R extends object>(entity: Entity, columns: readonly Column<R>[]): (row: R) => string {
  const fieldText = useFieldText();
  return (row) => {
    const shown = columns.find(({ key }) => key === entity.title)?.render(row);
    return typeof shown === "string" ? shown : fieldText(getField(entity, entity.title), getValue(row, entity.title));
  };
}

interface Doing<R> {
  tools: ListTools<R>;
  mayEdit: boolean;
  mayRemove: boolean;
  movesOf: (row: R) => RowAction[];
  onEdit: (row: R) => void;
  onRemove: (row: R) => void;
  onShow: (id: string) => void;
}

/** The actions of a row: in the list, and in its view. */
function useRowActions<E extends Entity, R extends object, D extends object, L, S, A extends string>(
  props: CrudPageProps<E, R, D, L, S, A>,
  { tools, mayEdit, mayRemove, movesOf, onEdit, onRemove, onShow }: Doing<R>,
) {
  const t = useTexts();
  const label = useLabel();
  const navigate = useGo();
  const frozen = (row: R, what: "edit" | "remove") => {
    const why = props.frozen?.(row, what);
    return why ? label(why) : null;
  };
  const show = (row: R) => (props.open ? void navigate(props.open(row)) : onShow(getId(row)));
  const getChanges = (row: R): RowAction[] => [
    ...movesOf(row),
    ...(mayEdit ? [{ key: "edit", label: t("list.edit"), disabled: frozen(row, "edit"), run: () => onEdit(row) }] : []),
    ...(props.rowActions?.(row, tools) ?? []),
    ...(mayRemove ? [{ ...removeAction(t, () => onRemove(row)), disabled: frozen(row, "remove") }] : []),
  ];
  const getActions = (row: R): RowAction[] => [
    { key: "view", label: t("list.view"), run: () => show(row) },
    ...getChanges(row),
  ];
  return { show, changesOf: getChanges, actionsOf: getActions };
}
