import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { Button } from "antd";
import { Suspense } from "react";
import type { Control } from "../form/field-control.tsx";
import { getSections } from "../form/fields.ts";
import type { ByField, FieldName, FormValues } from "../form/fields.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import type { TreeActions } from "./use-tree-actions.ts";

const RowForm = lazyPart(() => import("../dialog/row-form.tsx").then(({ RowForm }) => RowForm));
const RowView = lazyPart(() => import("../crud/row-view.tsx").then(({ RowView }) => RowView));

/** What a page states about the form and the view of its rows. */
export interface TreeForm<E extends Entity, R extends object, S> {
  entity: E;
  calls: {
    detail: Call<{ id: string }, object>;
    submit: Call<S, unknown>;
  };
  form: readonly FieldName<E>[];
  /** Left out: every field with a label. */
  view?: readonly FieldName<E>[];
  /** Values of a new row below another one, or at the top. */
  initial: (above: R | null) => FormValues<E>;
  /** Both get the row that is changed, or null for a new one. */
  controls?: (row: R | null) => ByField<E, Control>;
  locked?: (row: R | null) => readonly FieldName<E>[];
  when?: ByField<E, (values: FormValues<E>) => boolean>;
  formWidth?: number;
}

interface DialogsProps<E extends Entity, R extends object, S> {
  page: TreeForm<E, R, S>;
  actions: TreeActions<R>;
}

/** The dialogs over a tree: a row in full, its form, and the question before rows are removed. */
export function TreeDialogs<E extends Entity, R extends object, S>({ page, actions }: DialogsProps<E, R, S>) {
  const { entity, calls } = page;
  const { viewing, editing, edited } = actions;
  return (
    <>
      <Suspense fallback={null}>
        {viewing && (
          <RowView
            entity={entity}
            id={viewing}
            row={undefined}
            detail={calls.detail}
            fields={page.view}
            actionsOf={actions.getChanges}
            onClose={actions.closeView}
          />
        )}
        {editing && (
          <RowForm
            entity={entity}
            sections={getSections(page.form)}
            row={edited}
            initial={"below" in editing ? page.initial(editing.below) : undefined}
            detail={calls.detail}
            submit={calls.submit}
            controls={page.controls?.(edited)}
            when={page.when}
            locked={page.locked?.(edited)}
            width={page.formWidth}
            onClose={actions.closeForm}
          />
        )}
      </Suspense>
      {actions.removeQuestion}
    </>
  );
}

/** Adds a row at the top of a tree, and removes those that are ticked. */
export function TreeButtons<R extends object>({ actions }: { actions: TreeActions<R> }) {
  const t = useTexts();
  return (
    <>
      {actions.mayAdd && (
        <Button type="primary" onClick={actions.addOnTop}>
          {t("list.add")}
        </Button>
      )}
      {actions.mayRemove && (
        <Button danger onClick={actions.removeSelected}>
          {t("list.remove")}
        </Button>
      )}
    </>
  );
}
