import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ImportCalls } from "@jipei/contract/core/import.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import type { Page } from "@jipei/contract/core/shape.ts";
import type { UploadKind } from "@jipei/contract/core/upload-rules.ts";
import type { ReactNode } from "react";
import type { ColumnSpec } from "./columns.tsx";
import type { Control } from "./field-control.tsx";
import type { FormSection } from "./fields.ts";
import type { Values } from "./form-values.ts";
import type { Named } from "./i18n/language.ts";
import type { Moves } from "./moves.ts";
import type { RefSource } from "./ref-select.tsx";
import type { RowAction } from "./row-actions.tsx";

/** What a page says about its entity; everything left out comes from the contract (docs/pages.md). */

/** Name of a field of the entity. */
export type FieldName<E extends Entity> = keyof E["fields"] & string;
type AnyCall = Call<never, unknown> | Call;

export interface ListTools<R> {
  selected: readonly R[];
  clear: () => void;
  reload: () => void;
  /** What the list was asked for. */
  params: Readonly<Record<string, unknown>>;
}

export interface CrudPageProps<E extends Entity, R extends object> {
  entity: E;
  calls: {
    list: Call<unknown, Page<R>>;
    detail?: Call<{ id: string }, object>;
    submit?: AnyCall;
    remove?: AnyCall;
    export?: AnyCall;
    import?: ImportCalls;
  };
  /** Prefix of the button keys: `_view`, `_add`, `_edit`, `_delete`, `_export`, `_import`. */
  resource: string;
  /** Left out: what the menu calls the page, or the name of the entity. */
  title?: Named;
  columns?: readonly (FieldName<E> | ColumnSpec<R>)[];
  search?: readonly FieldName<E>[];
  /** Controls of the page's own among the filters, by field. */
  searchControls?: Readonly<Record<string, Control>>;
  /** Three fields for the card on a phone, the first as its heading. */
  card?: readonly (FieldName<E> | ColumnSpec<R>)[];
  form?: readonly FieldName<E>[] | readonly FormSection[];
  view?: readonly FieldName<E>[] | readonly FormSection[];
  refs?: Readonly<Record<string, RefSource>>;
  controls?: Readonly<Record<string, Control>>;
  uploadKinds?: Readonly<Record<string, UploadKind>>;
  when?: Readonly<Record<string, (values: Values) => boolean>>;
  /** Fields of the form that are shown and not changed; of a row, or of a new one (null). */
  locked?: readonly FieldName<E>[] | ((row: R | null) => readonly FieldName<E>[]);
  /** Fields that a new row (null) or this one needs where the contract cannot say so: they are marked, the server checks them. */
  needed?: (row: R | null) => readonly FieldName<E>[];
  /** Above the fields, inside the form: what the entries so far come to. */
  formHead?: ReactNode | ((row: R | null) => ReactNode);
  machine?: Machine<string, string>;
  moves?: Moves;
  /** Parameters of every list call, never shown. */
  fixed?: Readonly<Record<string, string>>;
  /** Values of a new row. */
  initial?: Values;
  /** Further parts of an import: the class a roster is for. */
  importWith?: Readonly<Record<string, string>>;
  /** The import may overwrite rows that are there already, where the user ticks it (`isCovered`). */
  importCovers?: boolean;
  inputOf?: (input: Values, values: Values) => Values;
  /** A form was saved: what the call answered. */
  onSaved?: (answer: unknown) => void;
  actions?: (tools: ListTools<R>) => ReactNode;
  /** Whether `actions` do something with the rows that are ticked; without it a list that neither removes nor moves rows has no ticks. */
  selects?: boolean;
  rowActions?: (row: R, tools: ListTools<R>) => readonly RowAction[];
  /** 查看 opens this page instead of a drawer. */
  open?: (row: R) => string;
  /** Why a row may not be changed, or not be deleted; null when it may. */
  frozen?: (row: R, what: "edit" | "remove") => Named | null;
  /** Input of the remove call, where it is not `ids`. */
  removeInput?: (rows: readonly R[]) => Values;
  /** A list beside what it leads to: the first column picks a row, which stays marked. */
  pick?: { id: string | null; onPick: (row: R) => void };
  /** Numbers the rows. */
  numbered?: boolean;
  /** Width of the form, where the usual one does not do. */
  formWidth?: number;
  below?: (row: R) => ReactNode;
  /** A list inside another page: no heading, its state not in the address. */
  embedded?: boolean;
  /** Stands beside the buttons of an embedded list. */
  heading?: ReactNode;
}
