import type { Entity } from "@jipei/contract/core/entity.ts";
import { Suspense } from "react";
import { defaultFormFields, getId, getSections } from "../form/fields.ts";
import { getNeighbours } from "../queue/neighbours.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import type { CrudPageProps } from "./crud-page-props.ts";
import type { Crud } from "./use-crud.ts";

const RowForm = lazyPart(() => import("../dialog/row-form.tsx").then(({ RowForm }) => RowForm));
const RowView = lazyPart(() => import("./row-view.tsx").then(({ RowView }) => RowView));
const ImportDialog = lazyPart(() => import("../import/import-dialog.tsx").then(({ ImportDialog }) => ImportDialog));

interface Props<E extends Entity, R extends object, D extends object, L, S, A extends string> {
  page: CrudPageProps<E, R, D, L, S, A>;
  crud: Crud<E, R, D, L, S, A>;
}

/** The dialogs over a list: a row in full, its form, the import. */
export function CrudDialogs<E extends Entity, R extends object, D extends object, L, S, A extends string>({
  page,
  crud,
}: Props<E, R, D, L, S, A>) {
  const { entity, calls } = page;
  const { viewing, show } = crud.state;
  return (
    <Suspense fallback={null}>
      {viewing && (
        <RowView
          entity={entity}
          id={viewing}
          row={crud.rows.find((row) => getId(row) === viewing)}
          detail={calls.detail}
          fields={page.view}
          machine={page.machine}
          actionsOf={crud.changesOf}
          beside={{
            ...getNeighbours(crud.rows, viewing, crud.movable ? page.queue?.waits : undefined),
            titleOf: crud.titleOf,
            show: (row) => show(getId(row)),
          }}
          below={page.below}
          onClose={() => show(null)}
        />
      )}
      <CrudForm page={page} crud={crud} />
      {crud.importing && calls.import && (
        <ImportDialog
          entity={entity}
          calls={calls.import}
          input={page.importWith}
          others={page.importOthers}
          covers={page.importCovers}
          preview={page.importPreview}
          onClose={() => crud.setImporting(false)}
        />
      )}
    </Suspense>
  );
}

function CrudForm<E extends Entity, R extends object, D extends object, L, S, A extends string>({
  page,
  crud,
}: Props<E, R, D, L, S, A>) {
  const { entity, calls } = page;
  if (!crud.editing || !calls.submit) return null;
  const row = crud.editing === "new" ? null : crud.editing;
  return (
    <RowForm
      entity={entity}
      sections={getSections(page.form ?? defaultFormFields(entity))}
      refs={page.refs}
      row={row}
      initial={page.initial}
      draftOf={row || !page.fixed ? undefined : JSON.stringify(page.fixed)}
      detail={calls.detail}
      submit={calls.submit}
      inputOf={page.inputOf}
      controls={page.controls}
      when={page.when}
      locked={typeof page.locked === "function" ? page.locked(row) : page.locked}
      needed={page.needed?.(row)}
      width={page.formWidth}
      onDone={page.onSaved}
      onClose={() => crud.setEditing(null)}
    >
      {typeof page.formHead === "function" ? page.formHead(row) : page.formHead}
    </RowForm>
  );
}
