import type { Entity } from "@jipei/contract/core/entity.ts";
import { Suspense } from "react";
import { PageHeader } from "../page/page-header.tsx";
import type { CrudPageProps } from "./crud-page-props.ts";
import { CrudPagination, CrudRows } from "./crud-rows.tsx";
import { CrudToolbar, SelectionBar } from "./crud-toolbar.tsx";
import { SearchBar } from "../list/search-bar.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { useCrud } from "./use-crud.ts";
import { ViewChips } from "../views/view-chips.tsx";
import "./crud-page.css";

const CrudDialogs = lazyPart(() => import("./crud-dialogs.tsx").then(({ CrudDialogs }) => CrudDialogs));

export type { CrudPageProps, ListTools } from "./crud-page-props.ts";

/** A whole page of an entity, made from the contract: docs/pages.md. */
export function CrudPage<E extends Entity, R extends object, D extends object, L, S, A extends string>(
  props: CrudPageProps<E, R, D, L, S, A>,
) {
  const { entity, embedded = false, refs, search = entity.filters } = props;
  const crud = useCrud(props);
  const isOpen = crud.state.viewing !== null || crud.editing !== null || crud.importing;
  const toolbar = <CrudToolbar page={props} crud={crud} />;
  return (
    <div className={embedded ? "crud-list" : "crud-page"}>
      {embedded ? (
        <div className="crud-toolbar">
          {props.heading}
          {toolbar}
        </div>
      ) : (
        <PageHeader title={crud.name} status={<ViewChips crud={crud} />} actions={toolbar} />
      )}
      <SearchBar
        entity={entity}
        fields={search}
        refs={refs}
        controls={props.searchControls}
        filters={crud.state.filters}
        onSearch={crud.state.search}
        onAgain={crud.tools.reload}
      />
      {props.filters}
      {crud.selected.size > 0 && <SelectionBar crud={crud} />}
      <CrudRows page={props} crud={crud} />
      <CrudPagination crud={crud} />
      {isOpen && (
        <Suspense fallback={null}>
          <CrudDialogs page={props} crud={crud} />
        </Suspense>
      )}
      {crud.questions}
    </div>
  );
}
