import type { FileInMemory } from "../../http/multipart.ts";
import type { Entity, FieldName } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Issue } from "@jipei/contract/core/issue.ts";
import type { ImportBody, ImportCalls, ImportPreview, ImportResult } from "@jipei/contract/core/import.ts";
import type { Db, Tx } from "../../database/db.ts";
import type { Actor } from "../../foundation/actor.ts";
import type { FoundFile } from "../../foundation/provided.ts";
import type { Services } from "../../foundation/services.ts";
import type { Existing, ImportedRow } from "./import-existing.ts";
import type { Stage } from "./import-stage.ts";
import type { StageWriter } from "./import-writer.ts";

/** A column that an import reads, into a field of its entity. */
export interface ImportColumnSpec<F extends string = string> {
  field: F;
  /** Further headers that mean it. */
  synonyms?: readonly string[];
  /** What the example row of the template says. */
  example?: string;
  /** Words people write, and the label or code they mean: 大专 is 大学专科. */
  words?: Readonly<Record<string, string>>;
  /** Must be filled in every row; left out: where the field is required. */
  needed?: boolean;
  /** Where the sheet names a row of another entity: all texts of the column at once → ids. Texts without an id are bad cells. */
  resolve?: (db: Db, texts: readonly string[], app: Services, actor: Actor) => Promise<ReadonlyMap<string, string>>;
}

/** A row of the sheet as it is read: values by the names of fields. */
export interface ImportRow {
  row: number;
  values: Record<string, unknown>;
}
/** The same as `check` sees it: each value has the type of its field. */
export type ImportValues<E extends Entity> = {
  -readonly [K in keyof E["fields"]]?: (E["fields"][K] extends Field<infer V> ? V : never) | null;
};
/** A bad cell as checks find it; without a field the whole row is meant. */
export interface RowIssue<F extends string = string> {
  row: number;
  field?: F;
  /** What the cell says; left out: looked up where it is known. */
  text?: string;
  issue: Issue;
  suggestion?: string;
  /** Nothing is wrong with the cell, but it contradicts another: the user confirms it. All with the same key and field are confirmed together. */
  isNotice?: true;
}
/** The same as `check` finds it, which is asked about one row. */
export type CellIssue<F extends string = string> = Omit<RowIssue<F>, "row" | "text">;

/** Which columns a sheet has, and what is asked of each by itself. */
export interface ImportSpec<C = unknown, E extends Entity = Entity> {
  entity: E;
  columns: readonly ImportColumnSpec<FieldName<E>>[];
  /** Whether a field must have a column and be filled in every row; left out: as its column says. */
  needs?(field: FieldName<E>, context: C): boolean;
  /** Fields that `check` fills. */
  derived?: readonly FieldName<E>[];
  /** Fields whose value may stand in the sheet only once. */
  unique?: readonly FieldName<E>[];
}

/** A file that a field of a row will name. */
export interface RowFile extends FoundFile {
  row: number;
  field: string;
}
/** What is imported: a sheet, with what only the file that it was made of can tell. */
export interface ImportSource {
  bytes: Buffer;
  /** Faults of cells; one is gone where the user corrects the cell. */
  issues?: readonly RowIssue[];
  /** Checked as uploads are, and stored with the rows. */
  files?: readonly RowFile[];
}

/** What a domain says about an import; everything else is the same for all. */
export interface Importer<I extends ImportBody = ImportBody, C = unknown, E extends Entity = Entity> extends ImportSpec<
  C,
  E
> {
  calls: ImportCalls<I>;
  /** Rows below the header; 100,000 where left out. */
  maxRows?: number;
  /** Each row takes its time, in `verify` above all: then shorter sheets are a job already. */
  isSlow?: true;
  /** Makes the sheet of a file that is none, a Word document for example; a workbook stays as it is. Left out: sheets alone are taken. */
  convert?(file: FileInMemory): Promise<ImportSource>;
  /** What the fields of a row will say, from what the sheet says, which may be wrong: rows are shown so beside the report. Left out: they are not shown. */
  preview?(values: ImportPreview["values"]): ImportPreview["values"];
  /** Reads what the checks need, and refuses where nothing may be imported at all. */
  prepare(db: Db, actor: Actor, input: I, app: Services): Promise<C>;
  /** Whether `check` copes with the empty places of bad cells: then a row shows all its errors at once. */
  checksBadRows?: true;
  /** Rules across the cells of one row, and derived values, which it writes into `values`. Called once a row: no queries. */
  check?(values: ImportValues<E>, context: C): CellIssue<FieldName<E>>[];
  existing?: Existing<E>;
  /** What the sheet as a whole is imported into, for the record of imports: a class. */
  target?(context: C): string | null;
  /**
   * Rules that ask the database, for all good rows at once: set-based, over the stage (import-stage.ts).
   * @param checked is told of the part that is done, from 0 to 1, where it is slow
   */
  verify?(
    tx: Tx,
    actor: Actor,
    stage: Stage,
    context: C,
    app: Services,
    checked: (part: number) => Promise<void>,
  ): Promise<readonly RowIssue<FieldName<E>>[]>;
  /** Locks first, checks again what others may have changed, then writes the staged rows with set-based statements. */
  write(tx: Tx, actor: Actor, stage: StageWriter, context: C, app: Services): Promise<Written>;
  /** Refuses to undo an import where its rows are beyond it; locks what `write` locks. Left out: only what stands on the rows themselves counts. */
  beforeUndo?(tx: Tx, actor: Actor, rows: readonly ImportedRow[], app: Services): Promise<void>;
  /** Takes back what was written, where removing added rows and setting changed columns back is not all. */
  undo?(tx: Tx, actor: Actor, rows: readonly ImportedRow[], app: Services): Promise<void>;
}

/** How many rows were written. */
export type Written = Pick<ImportResult, "inserted" | "updated" | "unchanged">;
