import type { Call } from "@jipei/contract/core/call.ts";
import { useState } from "react";
import { removeAction } from "../crud/row-actions.tsx";
import type { RowAction } from "../crud/row-actions.tsx";
import { getId } from "../form/fields.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { type Named, useLabel } from "../i18n/language.ts";
import type { ListProps } from "../list/list-props.ts";
import { useRemove } from "../moves/use-remove.tsx";

interface Options<R extends object> {
  may: (right: "add" | "edit" | "delete") => boolean;
  remove: Call;
  titleOf: (row: R) => string;
  /** Whether other rows may be below the row. */
  holds?: (row: R) => boolean;
  /** Why a row may not be removed. */
  frozen?: (row: R) => Named | null;
  rowActions?: (row: R) => readonly RowAction[];
}

/** The row that is changed, or the one that a new row will stand below; null: the top. */
type Editing<R> = { row: R } | { below: R | null };

/** What users do with the rows of a tree: the actions, the rows that are ticked, and which row is shown or edited. */
export function useTreeActions<R extends object>({ may, remove: call, titleOf, ...page }: Options<R>) {
  const t = useTexts();
  const label = useLabel();
  const [selected, setSelected] = useState<ReadonlyMap<string, R>>(new Map());
  const [editing, setEditing] = useState<Editing<R> | null>(null);
  const [viewing, setViewing] = useState<string | null>(null);
  const remove = useRemove(call, titleOf, () => setSelected(new Map()));
  const getRemoval = (row: R): RowAction => {
    const frozen = page.frozen?.(row);
    return { ...removeAction(t, () => remove.ask([row])), disabled: frozen ? label(frozen) : null };
  };
  const getChanges = (row: R): RowAction[] => [
    ...(page.rowActions?.(row) ?? []),
    ...(may("edit") ? [{ key: "edit", label: t("list.edit"), run: () => setEditing({ row }) }] : []),
    ...(may("add") && (page.holds?.(row) ?? true)
      ? [{ key: "below", label: label(["新增下级", "Add below"]), run: () => setEditing({ below: row }) }]
      : []),
    ...(may("delete") ? [getRemoval(row)] : []),
  ];
  const view = (row: R) => setViewing(getId(row));
  return {
    /** The part of a list's properties that lets users act on its rows. */
    list: {
      titleOf,
      onOpen: view,
      actionsOf: (row) => [{ key: "view", label: t("list.view"), run: () => view(row) }, ...getChanges(row)],
      ...(may("delete") && { selection: { rows: selected, onChange: setSelected } }),
    } satisfies Partial<ListProps<R>>,
    getChanges,
    viewing,
    closeView: () => setViewing(null),
    editing,
    /** The row in the form; null for a new one, and while there is no form. */
    edited: editing && "row" in editing ? editing.row : null,
    closeForm: () => setEditing(null),
    mayAdd: may("add"),
    addOnTop: () => setEditing({ below: null }),
    mayRemove: may("delete"),
    removeSelected: () => remove.ask([...selected.values()]),
    removeQuestion: remove.dialogs,
  };
}
export type TreeActions<R extends object> = ReturnType<typeof useTreeActions<R>>;
