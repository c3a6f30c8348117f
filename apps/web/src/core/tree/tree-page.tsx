import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ImportCalls } from "@jipei/contract/core/import.ts";
import type { ResourceKey } from "@jipei/contract/permissions.ts";
import { listName } from "@jipei/contract/users/saved-view.ts";
import type { ColumnOf } from "../crud/crud-page-props.ts";
import type { RowAction } from "../crud/row-actions.tsx";
import { ExportButton } from "../files/export-button.tsx";
import type { FieldName } from "../form/fields.ts";
import { ImportButton } from "../import/import-button.tsx";
import { type Named, useLabel } from "../i18n/language.ts";
import { ColumnSettings } from "../list/columns/column-settings.tsx";
import { getColumns } from "../list/columns/columns.tsx";
import { viewQuery } from "../list/list-params.ts";
import { SearchBar } from "../list/search-bar.tsx";
import { useListPrefs } from "../list/columns/use-column-prefs.ts";
import { useListState } from "../list/use-list.ts";
import { PageHeader } from "../page/page-header.tsx";
import { useMenuName } from "../page/use-menu-name.ts";
import { canDo, useSession } from "../session/session.ts";
import { usePhone } from "../ui/use-width.ts";
import { useDefaultView, useViewColumns, useViews } from "../views/use-views.ts";
import { ViewChips } from "../views/view-chips.tsx";
import { ViewsButton } from "../views/views-button.tsx";
import { TreeButtons, TreeDialogs } from "./tree-dialogs.tsx";
import type { TreeForm } from "./tree-dialogs.tsx";
import { TreeRows } from "./tree-rows.tsx";
import { useTree } from "./use-tree.ts";
import { useTreeActions } from "./use-tree-actions.ts";

interface Props<E extends Entity, R extends object, S> extends TreeForm<E, R, S> {
  resource: ResourceKey;
  calls: TreeForm<E, R, S>["calls"] & {
    /** Everything that matches, as a tree. */
    list: Call<unknown, R[]>;
    /** One level; opening a row fetches what is below. */
    level?: Call<unknown, R[]>;
    remove: Call;
    export?: Call;
    import?: ImportCalls;
  };
  titleOf: (row: R) => string;
  columns: readonly ColumnOf<E, R>[];
  card: readonly ColumnOf<E, R>[];
  search: readonly FieldName<E>[];
  /** Whether other rows may be below the row. */
  holds?: (row: R) => boolean;
  /** Why a row may not be removed. */
  frozen?: (row: R) => Named | null;
  rowActions?: (row: R) => readonly RowAction[];
}

/** A page of rows in a tree: `CrudPage` for trees. */
export function TreePage<E extends Entity, R extends object, S>(props: Props<E, R, S>) {
  const { entity, resource, calls } = props;
  const label = useLabel();
  const phone = usePhone();
  const session = useSession();
  const menuName = useMenuName();
  const name = listName(resource, entity);
  const state = useListState(entity, false, null);
  const { filters } = state;
  const views = useViews(name, entity, true);
  const opening = useDefaultView(state, views);
  const [prefs, setPrefs] = useViewColumns(state, ...useListPrefs(name));
  const shown = { views, state, currentView: viewQuery(entity, { ...state, hidden: prefs.hidden }) };
  const tree = useTree(calls, filters, !opening);
  const actions = useTreeActions({
    ...props,
    remove: calls.remove,
    may: (right) => canDo(resource, right, session),
  });
  const columns = getColumns(entity, props.columns);
  return (
    <div className="crud-page">
      <PageHeader
        title={label(menuName ?? entity)}
        status={<ViewChips crud={shown} />}
        actions={
          <div className="toolbar">
            {calls.import && canDo(resource, "import", session) && (
              <ImportButton entity={entity} calls={calls.import} onDone={tree.retry} />
            )}
            {calls.export && canDo(resource, "export", session) && (
              <ExportButton call={calls.export} params={filters} />
            )}
            <TreeButtons actions={actions} />
            <ViewsButton page={props} crud={shown} />
            {!phone && <ColumnSettings columns={columns} prefs={prefs} onChange={setPrefs} />}
          </div>
        }
      />
      <SearchBar entity={entity} fields={props.search} filters={filters} onSearch={state.search} onAgain={tree.retry} />
      <TreeRows
        {...actions.list}
        name={label(menuName ?? entity)}
        columns={columns.filter((column, i) => i === 0 || !prefs.hidden.includes(column.key))}
        density={prefs.density}
        loading={tree.loading}
        open={tree.open}
        rows={tree.rows}
        error={tree.error}
        onRetry={tree.retry}
        filters={filters}
        card={getColumns(entity, props.card)}
      />
      <TreeDialogs page={props} actions={actions} />
    </div>
  );
}
