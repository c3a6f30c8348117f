import type { ResourceKey } from "@jipei/contract/permissions.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity, Save } from "@jipei/contract/core/entity.ts";
import type { ImportCalls } from "@jipei/contract/core/import.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import type { Page } from "@jipei/contract/core/fields/shape.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import type { ReactNode } from "react";
import type { InputOf } from "../api/call-input.ts";
import type { ColumnSpec } from "../list/columns/columns.tsx";
import type { Control } from "../form/field-control.tsx";
import type { ByField, FieldList, FieldName, FormValues } from "../form/fields.ts";
import type { Named } from "../i18n/language.ts";
import type { RowPreview } from "../import/import-previews.tsx";
import type { OtherFiles } from "../import/use-import.ts";
import type { Moves } from "../moves/moves.ts";
import type { Queue } from "../queue/queue.ts";
import type { RefSource } from "../form/ref-source.ts";
import type { RowAction } from "./row-actions.tsx";

/** What a page states about its entity; everything left out comes from the contract (docs/pages.md). */

export interface ListTools<R> {
  selected: readonly R[];
  clear: () => void;
  reload: () => void;
  /** The parameters of the list call. */
  params: Readonly<Record<string, unknown>>;
}

/** A column: the name of a field, or a definition of its own. */
export type ColumnOf<E extends Entity, R> = FieldName<E> | ColumnSpec<FieldName<E>, R>;

/**
 * @template E the entity, whose field names everything here is checked against
 * @template R a row of the list
 * @template D a row as the detail call gives it
 * @template L what the list call takes
 * @template S what the submit call takes
 * @template A the actions of the machine
 */
export interface CrudPageProps<E extends Entity, R extends object, D extends object, L, S, A extends string> {
  entity: E;
  calls: {
    list: Call<L, Page<R>>;
    detail?: Call<{ id: string }, D>;
    submit?: Call<S, unknown>;
    remove?: Call;
    export?: Call;
    import?: ImportCalls;
  };
  /** Prefix of the button keys: `_view`, `_add`, `_edit`, `_delete`, `_export`, `_import`. */
  resource: ResourceKey;
  /** Left out: the page's name in the menu, or the name of the entity. */
  title?: Named;
  columns?: readonly ColumnOf<E, R>[];
  search?: readonly FieldName<E>[];
  /** Custom controls among the filters, by field. */
  searchControls?: ByField<E, Control>;
  /** Further filters below those of the fields; what they ask for goes into `fixed`. */
  filters?: ReactNode;
  /** Three fields for the card on a phone, the first as its heading. */
  card?: readonly ColumnOf<E, R>[];
  form?: FieldList<FieldName<E>>;
  view?: FieldList<FieldName<E>>;
  refs?: ByField<E, RefSource>;
  controls?: ByField<E, Control>;
  when?: ByField<E, (values: FormValues<E>) => boolean>;
  /** Fields of the form that are shown and not changed; of a row, or of a new one (null). */
  locked?: readonly FieldName<E>[] | ((row: R | null) => readonly FieldName<E>[]);
  /** Fields that a new row (null) or this one requires where the contract cannot say so: they are marked, the server checks them. */
  needed?: (row: R | null) => readonly FieldName<E>[];
  /** Shown above the fields, inside the form: what follows from the entries so far. */
  formHead?: ReactNode | ((row: R | null) => ReactNode);
  machine?: Machine<string, A>;
  moves?: Moves<NoInfer<A>, R>;
  /** Parameters of every list call, never shown. */
  fixed?: InputOf<L> & object;
  /** Values of a new row. */
  initial?: FormValues<E>;
  /** Further parts of an import: the class a roster is for. */
  importWith?: Readonly<Record<string, string>>;
  /** Files that the import takes beside workbooks. */
  importOthers?: OtherFiles;
  /** Shows how each row of an import will look. */
  importPreview?: RowPreview;
  /** The import may overwrite existing rows, where the user chooses so (`isCovered`). */
  importCovers?: boolean;
  /** Makes the input of the submit call from the values of the form, which its rules have validated against the contract. */
  inputOf?: (input: Save<E>, values: FormValues<E>) => InputOf<S>;
  /** Called with the answer after a form was saved. */
  onSaved?: (answer: unknown) => void;
  actions?: (tools: ListTools<R>) => ReactNode;
  /** Whether `actions` apply to checked rows; without it a list that neither removes nor moves rows has no checkboxes. */
  selects?: boolean;
  rowActions?: (row: R, tools: ListTools<R>) => readonly RowAction[];
  /** 查看 opens this page instead of a drawer. */
  open?: (row: R) => PageLink;
  /** Why a row may not be changed, or not be deleted; null when it may. */
  frozen?: (row: R, what: "edit" | "remove") => Named | null;
  /** Input of the remove call, where it is not `ids`. */
  removeInput?: (rows: readonly R[]) => object;
  /** A list beside the details of a row: the first column picks a row, which stays marked. */
  pick?: { id: string | null; onPick: (row: R) => void };
  /** The cases of the list are worked through: it says since when each waits, and an open row leads to the next. */
  queue?: Queue<E, R>;
  /** Numbers the rows. */
  numbered?: boolean;
  /** Width of the form, where the usual one does not fit. */
  formWidth?: number;
  /** Shown below a row in the view: as the detail call returned it, or as the list has it where there is none. */
  below?: (row: R & Partial<D>) => ReactNode;
  /** A list inside another page: no heading, its state not in the address. */
  embedded?: boolean;
  /** Shown beside the buttons of an embedded list. */
  heading?: ReactNode;
}
