import { type Entity, type FieldName, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ImportBody, ImportCalls, ImportPreview } from "@jipei/contract/core/import.ts";
import { issue } from "@jipei/contract/core/issue.ts";
import { entities } from "@jipei/contract/entities.ts";
import { sql } from "kysely";
import { visible } from "../../access/data-scope.ts";
import { findRefusal, mayRetry } from "../../database/database-errors.ts";
import type { Tx } from "../../database/db.ts";
import { writeAudit } from "../../entity/audit.ts";
import { type CrudOptions, type SaveInput, crud } from "../../entity/crud.ts";
import { decryptRow } from "../../entity/to-response.ts";
import { type Actor, assertRight } from "../../foundation/actor.ts";
import { Refusal } from "../../foundation/refusal.ts";
import type { FileInMemory } from "../../http/multipart.ts";
import type { Services } from "../../foundation/services.ts";
import { findOwner } from "../../storage/files.ts";
import { exampleOf } from "./form-example.ts";
import type { ImportColumnSpec, ImportSource, RowIssue } from "./import-definition.ts";
import { importer } from "./importer.ts";

/** Every row runs all that a saved form runs, when it is checked and when it is written. */
const mostRows = 1000;
/** Rows between two reports of progress. */
const rowsPerReport = 20;

/** What is special about the import of a list, beside what its form says. */
export interface FormImport<E extends Entity> {
  /** Synonyms, examples and look-ups of columns; the others are all fields that a form fills. */
  columns?: readonly ImportColumnSpec<FieldName<E>>[];
  /** Fields of the form that are said by whoever decides, not by a sheet. */
  without?: readonly FieldName<E>[];
  /** Refuses where nothing may be imported, beside the right to add. */
  assertAllowed?: (actor: Actor) => void;
  /** Saves a row, where the form does more than `saveRow`. */
  save?: (tx: Tx, actor: Actor, row: SaveInput<E>, app: Services) => Promise<{ id: string }>;
  /** Removes rows when an import is undone, where the list does it otherwise than all. */
  remove?: (tx: Tx, actor: Actor, ids: readonly string[], app: Services) => Promise<unknown>;
  /** Makes the sheet of a file that is none. */
  convert?: (file: FileInMemory) => Promise<ImportSource>;
  /** What the fields of a row will say, from what the sheet says: how its rows look is shown beside the report. */
  preview?: (values: ImportPreview["values"]) => ImportPreview["values"];
  /** What of the rows together is to be confirmed; each is an issue with `isNotice`. */
  notices?: (tx: Tx, actor: Actor, rows: readonly StagedRow<E>[]) => Promise<RowIssue<FieldName<E>>[]>;
  /** Once all rows are saved: who is to hear of it. */
  saved?: (tx: Tx, actor: Actor, count: number) => Promise<void>;
}

/**
 * The import of a list that an office types in row by row: every row is saved as its form is, so that no rule of the list is left out. A check
 * saves all rows and takes them back; what is refused meanwhile is the fault of a cell. It adds rows; what is there already is refused by the
 * list's own rules.
 */
export function formImporter<E extends Entity, X, D>(
  calls: ImportCalls,
  options: CrudOptions<E, X, D>,
  {
    columns = [],
    without = [],
    assertAllowed = () => {},
    saved,
    convert,
    preview,
    notices,
    ...own
  }: FormImport<E> = {},
) {
  const { entity, resource } = options;
  const handlers = crud(options);
  const left: ReadonlySet<string> = new Set(without);
  const { save = handlers.submit, remove = handlers.removeAll } = own;

  /** Saves a row within a savepoint. @returns why not, as the faults of its cells */
  async function trySave(tx: Tx, actor: Actor, { line, input }: StagedRow<E>, app: Services): Promise<RowIssue[]> {
    await sql`savepoint tried`.execute(tx);
    try {
      await save(tx, actor, input, app);
      await sql`release savepoint tried`.execute(tx);
      return [];
    } catch (error) {
      const refusal = error instanceof Refusal ? error : findRefusal(error, {});
      if (mayRetry(error) || !refusal || refusal.status >= 500) throw error;
      await sql`rollback to savepoint tried`.execute(tx);
      return toIssues(entity, line, refusal);
    }
  }

  return importer<Entity, ImportBody, null>({
    entity,
    calls,
    maxRows: mostRows,
    isSlow: true,
    ...(convert && { convert }),
    ...(preview && { preview }),
    columns: withFormFields(entity, columns).filter(({ field }) => !left.has(field)),
    async prepare(_db, actor) {
      assertRight(actor, resource, "add");
      assertAllowed(actor);
      return null;
    },
    async verify(tx, actor, stage, _context, app, checked) {
      const issues: RowIssue[] = [];
      let count = 0;
      await sql`savepoint trial`.execute(tx);
      const rows = await stagedRows(tx, entity, app);
      for (const row of rows) {
        issues.push(...(await trySave(tx, actor, row, app)));
        if (++count % rowsPerReport === 0) await checked(count / stage.rows);
      }
      await sql`rollback to savepoint trial`.execute(tx);
      return [...issues, ...((await notices?.(tx, actor, rows)) ?? [])];
    },
    async write(tx, actor, stage, _context, app) {
      const ids: string[] = [];
      for (const { line, input } of await stagedRows(tx, entity, app)) {
        ids.push((await save(tx, actor, { ...input, ...stage.files.get(line) }, app)).id);
        if (ids.length % rowsPerReport === 0) await stage.written(ids.length);
      }
      await stage.record(ids.map((id) => ({ id, before: null })));
      await writeAudit(
        tx,
        actor,
        ids.map((bizId) => ({ bizType: entity.name, bizId, action: "import", opinion: stage.fileName })),
      );
      await saved?.(tx, actor, ids.length);
      return { inserted: ids.length, updated: 0, unchanged: 0 };
    },
    async undo(tx, actor, rows, app) {
      await remove(
        tx,
        actor,
        rows.map(({ id }) => id),
        app,
      );
    },
  });
}

/** Kinds of fields that no cell can hold. */
const notTyped: ReadonlySet<string> = new Set(["refs", "id", "files", "data"]);

/** The fields of the form in their order. Rows of other lists are named by their titles; files are added by hand. */
function withFormFields(entity: Entity, stated: readonly ImportColumnSpec[]): ImportColumnSpec[] {
  const byField = new Map(stated.map((spec) => [spec.field, spec]));
  return Object.entries<Field>(entity.fields).flatMap(([name, field]): ImportColumnSpec[] => {
    const isTyped = field.need !== "computed" && !field.derived && !field.lookup && !notTyped.has(field.kind);
    if (!isTyped || name === "version" || field.entity === "Attachment") return [];
    const spec = { ...(field.kind === "ref" && { resolve: rowsOf(field.entity as string) }), ...byField.get(name) };
    return [{ example: exampleOf(field), ...spec, field: name }];
  });
}

/**
 * Finds rows of another list, which a cell names by one of these fields, among those that the actor sees. What several rows are called names none.
 * @param names left out: the title
 */
export function rowsOf(name: string, ...names: readonly string[]): NonNullable<ImportColumnSpec["resolve"]> {
  return async (db, texts, _app, actor) => {
    const owner = findOwner(name);
    const entity = entities.find((one) => one.name === name);
    if (!owner || !entity) throw new Error(`nobody says which rows of ${name} an actor sees`);
    const called = (names.length > 0 ? names : [entity.title]).map(
      (field) => sql`(${sql.ref(`t.${snake(field)}`)}::text)`,
    );
    const { rows } = await sql<{ id: string; name: string }>`
      select min(t.id)::text as id, x.name from ${sql.table(entity.table)} t cross join lateral (values ${sql.join(called)}) x (name)
      where t.is_deleted = 0 and x.name = any(${[...texts]}) and ${visible(entity, owner.scope, actor)} group by x.name having count(distinct t.id) = 1`.execute(
      db,
    );
    return new Map(rows.map(({ id, name: text }) => [text, id]));
  };
}

/** For `assertAllowed`: people enter single rows of their own, sheets are for units and the bureau. @throws ROLE_DENIED */
export function assertNoPerson({ audience }: Actor): void {
  if (audience === "person") throw new Refusal("ROLE_DENIED");
}

/** A row of the sheet as its form would send it. */
export interface StagedRow<E extends Entity> {
  line: number;
  input: SaveInput<E>;
}

async function stagedRows<E extends Entity>(tx: Tx, entity: E, app: Services): Promise<StagedRow<E>[]> {
  const { rows } = await sql<
    Record<string, unknown> & { line: number }
  >`select * from import_stage order by line`.execute(tx);
  return rows.map((row) => {
    const open = decryptRow<Record<string, unknown>>(entity, app.cipher, row);
    const values = Object.entries(open).filter(([name, value]) => Object.hasOwn(entity.fields, name) && value !== null);
    // The stage has columns of the entity, as the fields of its form were read.
    return { line: row.line, input: Object.fromEntries(values) as SaveInput<E> };
  });
}

/** A refusal as faults of cells, where it names fields; else of the row. */
function toIssues({ fields }: Entity, row: number, { code, zh, en, failures }: Refusal): RowIssue[] {
  const named = failures.filter(({ field }) => field !== undefined && Object.hasOwn(fields, field));
  if (named.length === 0) return [{ row, issue: issue(code, zh, en) }];
  return named.map(({ field, errorCode, msg, msgEn }) => ({
    row,
    field: field as string,
    issue: issue(errorCode, msg, msgEn),
  }));
}
