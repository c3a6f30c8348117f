import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Fault } from "@jipei/contract/core/fault.ts";
import type { ImportCalls, ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import type { Actor } from "../actor.ts";
import { writeAudit } from "../audit.ts";
import { type Outcome, type Work, background } from "../background.ts";
import { sendFile } from "../download.ts";
import { type Route, raw } from "../implement.ts";
import type { Worker } from "../jobs.ts";
import type { Db, Tx } from "../db.ts";
import { preferredLanguage } from "../language.ts";
import { type FileInMemory, inMemory, readMultipart } from "../multipart.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { analyse } from "./import-analysis.ts";
import { markedWorkbook } from "./import-marked.ts";
import { type ImportParts, importParts } from "./import-parts.ts";
import { type Stage, inStaging, retried } from "./import-stage.ts";
import { templateWorkbook } from "./import-template.ts";
import { unreadable } from "./workbook.ts";

/** A column that an import reads, into a field of its entity. */
export interface ImportColumnSpec {
  field: string;
  /** Further headers that mean it. */
  synonyms?: readonly string[];
  /** What the example row of the template says. */
  example?: string;
  /** Words people write, and the label or code they mean: 大专 is 大学专科. */
  words?: Readonly<Record<string, string>>;
  /** Must be filled in every row; left out: where the field is required. */
  needed?: boolean;
  /** Where the sheet names a row of another entity: all texts of the column at once → ids. Texts without an id are bad cells. */
  resolve?: (db: Db, texts: readonly string[], app: Services) => Promise<ReadonlyMap<string, string>>;
}

export type Values = Record<string, any>;
export interface ImportRow {
  row: number;
  values: Values;
}
/** A bad cell as checks find it; without a field the whole row is meant. */
export interface RowFault {
  row: number;
  field?: string;
  /** What the cell says; left out: looked up where it is known. */
  text?: string;
  fault: Fault;
  suggestion?: string;
}
/** The same as `check` finds it, which is asked about one row. */
export type CellFault = Omit<RowFault, "row" | "text">;

/** What a domain says about an import; everything else is the same for all. */
export interface Importer<X = unknown, C = unknown> {
  entity: Entity<any>;
  calls: ImportCalls;
  columns: readonly ImportColumnSpec[];
  /** Whether a field must have a column and be filled in every row; left out: as its column says. */
  needs?: (field: string, context: C) => boolean;
  /** Fields that `check` fills. */
  derived?: readonly string[];
  /** Fields whose value may stand in the sheet only once. */
  unique?: readonly string[];
  /** Rows below the header; 100,000 where left out. */
  maxRows?: number;
  /** Reads what the checks need, and refuses where nothing may be imported at all. */
  prepare(db: Db, actor: Actor, input: X, app: Services): Promise<C>;
  /** Whether `check` copes with the empty places of bad cells: then a row shows all its faults at once. */
  checksBadRows?: true;
  /** Rules across the cells of one row, and derived values, which it writes into `values`. Called once a row: no queries. */
  check?(values: Values, context: C): CellFault[];
  /** Rules that ask the database, for all good rows at once: set-based, over the stage (import-stage.ts). `existing` counts those that are there already. */
  verify?(
    tx: Tx,
    actor: Actor,
    stage: Stage,
    context: C,
    app: Services,
  ): Promise<{ existing: number; faults: readonly RowFault[] }>;
  /** Writes the staged rows with set-based statements. Locks first, checks again what others may have changed. */
  write(tx: Tx, actor: Actor, stage: Stage, context: C, app: Services): Promise<ImportResult>;
}

/** Bytes of a file from which on it is written by a job; some 30,000 rows. */
const longFile = 2 * 1024 * 1024;

interface JobInput {
  key: string;
  name: string;
  input: object;
  mapping: [number, string][];
  corrections: [string, string][];
}

/**
 * The four calls of an import and the job that writes long sheets. What is special about it says the definition; see docs/files-and-excel.md.
 */
export function importer<X extends object, C>(
  definition: Importer<X, C>,
): Importer<X, C> & { routes: Route[]; worker: Worker } {
  const { calls, entity } = definition;
  const fields = new Set(definition.columns.map((column) => column.field));
  const work = async ({ app, actor, input, progress, done }: Work<JobInput>): Promise<Outcome> => {
    const bytes = await buffer(await app.storage.get(input.key));
    await progress(0);
    const parts = { mapping: new Map(input.mapping), corrections: new Map(input.corrections) };
    const checked = (rows: number) => progress(Math.floor(rows / 2), rows);
    return commit(
      definition,
      actor,
      bytes,
      parts,
      input.input as X,
      input.name,
      app,
      checked,
      (tx, { inserted, updated, unchanged }) =>
        done(tx, {
          zh: `新增${inserted}条，更新${updated}条，未变${unchanged}条`,
          en: `${inserted} added, ${updated} changed, ${unchanged} unchanged`,
        }),
    );
  };
  const job = background<JobInput>(`import.${entity.name}`, work, (app, { key }) => app.storage.remove(key));

  async function received(
    request: Parameters<Extract<Route, { kind: "raw" }>["handler"]>[0],
    call: typeof calls.dryRun,
  ): Promise<{ file: FileInMemory; input: X; parts: ImportParts }> {
    const { input, files } = await readMultipart(request, call as never, inMemory);
    const file = files[0];
    if (!file)
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "文件", en: "File" },
        reason: { zh: "请选择文件", en: "choose a file" },
      });
    return { file, input: input as X, parts: importParts(input as object, fields) };
  }

  const routes: Route[] = [
    raw(calls.template, async (request, reply) => {
      const language = preferredLanguage(request);
      return sendFile(
        reply,
        await templateWorkbook(definition, language),
        `${entity[language]}${language === "zh" ? "导入模板" : " import template"}.xlsx`,
      );
    }),
    raw(calls.dryRun, async (request, _reply, actor, _input, app): Promise<ImportReport> => {
      const { file, input, parts } = await received(request, calls.dryRun);
      const context = await definition.prepare(app.db, actor, input, app);
      const { report } = await inStaging(app, (staging) =>
        analyse(definition, staging, actor, file.bytes, parts, context, app),
      );
      return { ...report, fields: [...fields] };
    }),
    raw(calls.marked, async (request, reply, actor, _input, app) => {
      const { file, input, parts } = await received(request, calls.marked as never);
      const context = await definition.prepare(app.db, actor, input, app);
      const analysis = await inStaging(app, (staging) =>
        analyse(definition, staging, actor, file.bytes, parts, context, app, true),
      );
      return sendFile(
        reply,
        await markedWorkbook(analysis, parts, preferredLanguage(request)),
        file.name.replace(/\.\w+$/, "") + "-marked.xlsx",
      );
    }),
    raw(calls.commit, async (request, _reply, actor, _input, app): Promise<ImportResult> => {
      const { file, input, parts } = await received(request, calls.commit as never);
      if (file.bytes.length < longFile)
        return {
          ...(await commit(
            definition,
            actor,
            file.bytes,
            parts,
            input,
            file.name,
            app,
            async () => {},
            async (_tx, result) => result,
          )),
          jobId: null,
        };
      await definition.prepare(app.db, actor, input, app);
      const key = `imports/${randomUUID()}`;
      await app.storage.put(key, Readable.from([file.bytes]));
      const title = {
        zh: `导入${entity.zh}：${file.name}`.slice(0, 200),
        en: `Import of ${entity.en}: ${file.name}`.slice(0, 200),
      };
      const jobInput = {
        key,
        name: file.name,
        input,
        mapping: [...parts.mapping],
        corrections: [...parts.corrections],
      };
      const { jobId } = await app.db.transaction().execute((tx) => job.start(tx, app, actor, title, jobInput));
      return { inserted: 0, updated: 0, unchanged: 0, jobId };
    }),
  ];
  return { ...definition, routes, worker: job.worker };
}

/**
 * Reads, checks and writes, all in one transaction.
 * @param checked told of the number of rows before anything is written
 * @param written told of what was written, as the last thing in the transaction; its answer is the import's
 * @throws IMPORT_BAD when any cell is wrong
 */
async function commit<X, C, R>(
  definition: Importer<X, C>,
  actor: Actor,
  bytes: Buffer,
  parts: ImportParts,
  input: X,
  name: string,
  app: Services,
  checked: (rows: number) => Promise<void>,
  written: (tx: Tx, result: ImportResult) => Promise<R>,
): Promise<R> {
  const context = await definition.prepare(app.db, actor, input, app);
  return inStaging(app, async (staging) => {
    const { tx } = staging;
    const { report, stage } = await analyse(definition, staging, actor, bytes, parts, context, app);
    mustBeGood(report);
    await checked(report.rows);
    const result = await retried(tx, () => definition.write(tx, actor, stage, context, app));
    const opinion = `${name}: ${result.inserted}+ ${result.updated}~ ${result.unchanged}=`.slice(0, 500);
    await writeAudit(tx, actor, [{ bizType: definition.entity.name, bizId: "0", action: "import", opinion }]);
    return written(tx, result);
  });
}

function mustBeGood(report: ImportReport): void {
  if (report.rows === 0) throw unreadable("没有数据行", "there are no rows");
  if (report.bad === 0) return;
  const failures = report.cells
    .slice(0, 50)
    .map(({ row, column, field, reasonZh, reasonEn }) => ({
      errorCode: "FIELD_INVALID" as const,
      id: String(row),
      field: field ?? "",
      msg: `${row}行${column ?? ""}列：${reasonZh}`,
      msgEn: `Row ${row} ${column ?? ""}: ${reasonEn}`,
    }));
  throw new Refusal("IMPORT_BAD", { n: report.bad }, failures);
}
