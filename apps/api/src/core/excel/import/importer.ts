import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyRequest } from "fastify";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ImportBody, ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import type { Actor } from "../../foundation/actor.ts";
import { writeAudit } from "../../entity/audit.ts";
import { type Outcome, type Work, background } from "../../jobs/background.ts";
import { sendFile } from "../../http/download.ts";
import { type Route, raw } from "../../http/implement.ts";
import type { Worker } from "../../jobs/jobs.ts";
import type { Tx } from "../../database/db.ts";
import { preferredLanguage } from "../../http/language.ts";
import { type FileInMemory, inMemory, readMultipart } from "../../http/multipart.ts";
import { Refusal } from "../../foundation/refusal.ts";
import type { Services } from "../../foundation/services.ts";
import type { Importer } from "./import-definition.ts";
import { analyse } from "./import-analysis.ts";
import { markedWorkbook } from "./import-marked.ts";
import { type ImportParts, importParts } from "./import-parts.ts";
import { inStaging, retried } from "./import-stage.ts";
import { templateWorkbook } from "./import-template.ts";
import { unreadable } from "../read-sheet.ts";

/** Bytes of a file from which on it is written by a job; some 30,000 rows. */
const longFile = 2 * 1024 * 1024;

interface JobInput<I> {
  key: string;
  name: string;
  input: I;
  mapping: [number, string][];
  corrections: [string, string][];
}

/**
 * The four calls of an import and the job that writes long sheets. What is special about it says the definition; see docs/files-and-excel.md.
 */
export function importer<E extends Entity, I extends ImportBody, C>(
  own: Importer<I, C, E>,
): Importer<I, C> & { routes: Route[]; worker: Worker } {
  const definition: Importer<I, C> = own;
  const { calls, entity } = definition;
  const fields = new Set(definition.columns.map((column) => column.field));
  const work = async ({ app, actor, input, progress, done }: Work<JobInput<I>>): Promise<Outcome> => {
    const bytes = await buffer(await app.storage.get(input.key));
    await progress(0);
    const parts = { mapping: new Map(input.mapping), corrections: new Map(input.corrections) };
    const checked = (rows: number) => progress(Math.floor(rows / 2), rows);
    return commit(
      definition,
      actor,
      bytes,
      parts,
      input.input,
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
  const job = background<JobInput<I>>(`import.${entity.name}`, work, (app, { key }) => app.storage.remove(key));

  async function received(
    request: FastifyRequest,
    call: Call<I, unknown>,
  ): Promise<{ file: FileInMemory; input: I; parts: ImportParts }> {
    const { input, files } = await readMultipart(request, call, inMemory);
    const file = files[0];
    if (!file)
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "文件", en: "File" },
        reason: { zh: "请选择文件", en: "choose a file" },
      });
    return { file, input, parts: importParts(input, fields) };
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
      const { file, input, parts } = await received(request, calls.marked);
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
      const { file, input, parts } = await received(request, calls.commit);
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
 * @param checked is called with the number of rows before anything is written
 * @param written is called with the result as the last step of the transaction; what it returns is the result of the import
 * @throws IMPORT_BAD when any cell is wrong
 */
async function commit<I extends ImportBody, C, R>(
  definition: Importer<I, C>,
  actor: Actor,
  bytes: Buffer,
  parts: ImportParts,
  input: I,
  name: string,
  app: Services,
  checked: (rows: number) => Promise<void>,
  written: (tx: Tx, result: ImportResult) => Promise<R>,
): Promise<R> {
  const context = await definition.prepare(app.db, actor, input, app);
  return inStaging(app, async (staging) => {
    const { tx } = staging;
    const { report, stage } = await analyse(definition, staging, actor, bytes, parts, context, app);
    assertGood(report);
    await checked(report.rows);
    const result = await retried(tx, () => definition.write(tx, actor, stage, context, app));
    const opinion = `${name}: ${result.inserted}+ ${result.updated}~ ${result.unchanged}=`.slice(0, 500);
    await writeAudit(tx, actor, [{ bizType: definition.entity.name, bizId: "0", action: "import", opinion }]);
    return written(tx, result);
  });
}

function assertGood(report: ImportReport): void {
  if (report.rows === 0) throw unreadable("没有数据行", "there are no rows");
  if (report.bad === 0) return;
  const failures = report.cells.slice(0, 50).map(({ row, column, field, reasonZh, reasonEn }) => ({
    errorCode: "FIELD_INVALID" as const,
    id: String(row),
    field: field ?? "",
    msg: `${row}行${column ?? ""}列：${reasonZh}`,
    msgEn: `Row ${row} ${column ?? ""}: ${reasonEn}`,
  }));
  throw new Refusal("IMPORT_BAD", { n: report.bad }, failures);
}
