import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyRequest } from "fastify";
import type { PermissionKey } from "@jipei/contract/permissions.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ImportBody, ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import type { Actor } from "../../foundation/actor.ts";
import { type Outcome, type Work, background } from "../../jobs/background.ts";
import { getJob } from "../../jobs/own-jobs.ts";
import { openFile, sendFile } from "../../http/download.ts";
import { type Route, raw } from "../../http/implement.ts";
import type { Worker } from "../../jobs/jobs.ts";
import { preferredLanguage } from "../../http/language.ts";
import { type FileInMemory, inMemory, readMultipart } from "../../http/multipart.ts";
import { Refusal } from "../../foundation/refusal.ts";
import type { Services } from "../../foundation/services.ts";
import type { ImportSource, Importer } from "./import-definition.ts";
import { analyse } from "./import-analysis.ts";
import { commit } from "./import-commit.ts";
import { markedWorkbook } from "./import-marked.ts";
import { type ImportParts, importParts } from "./import-parts.ts";
import type { DeclaredImporter } from "./import-registry.ts";
import { inStaging } from "./import-stage.ts";
import { templateWorkbook } from "./import-template.ts";

/** Bytes of a file from which on it is checked and written by a job; some 7,000 rows. */
const longFile = 512 * 1024;
/** The same where each row takes its time; some 100 rows. */
const longSlowFile = 12 * 1024;
/** The report of a dry run, as its job keeps it. */
const reportFile = "report.json";

interface JobInput<I> {
  what: "dryRun" | "commit";
  key: string;
  name: string;
  input: I;
}

/**
 * The calls of an import and the job that works through long sheets. What is special about it says the definition; see docs/files-and-excel.md.
 */
export function importer<E extends Entity, I extends ImportBody, C>(
  own: Importer<I, C, E>,
): Importer<I, C> & DeclaredImporter & { routes: Route[]; worker: Worker } {
  const definition: Importer<I, C> = own;
  const { calls, entity } = definition;
  const jobFrom = definition.isSlow ? longSlowFile : longFile;
  const fields = new Set(definition.columns.map((column) => column.field));

  const convert = async (file: FileInMemory): Promise<ImportSource> =>
    (await definition.convert?.(file)) ?? { bytes: file.bytes };

  async function check(app: Services, actor: Actor, source: ImportSource, input: I, work?: Work<JobInput<I>>) {
    const context = await definition.prepare(app.db, actor, input, app);
    const parts = importParts(input, fields);
    const { report } = await inStaging(
      app,
      (staging) =>
        analyse(definition, staging, {
          actor,
          source,
          parts,
          context,
          app,
          previews: true,
          ...(work && { checked: (_rows: number, part: number) => work.progress(Math.floor(part * 99), 100) }),
        }),
      work?.signal,
    );
    return { ...report, fields: [...fields] };
  }

  const job = background<JobInput<I>>(
    `import.${entity.name}`,
    async (work): Promise<Outcome> => {
      const { app, actor, input, done } = work;
      const file = { name: input.name, bytes: await buffer(await app.storage.get(input.key)) };
      const source = await convert(file);
      await work.progress(0, 100);
      if (input.what === "dryRun") {
        const report = await check(app, actor, source, input.input, work);
        const kept = await work.keep(reportFile, Readable.from([Buffer.from(JSON.stringify(report))]));
        return {
          zh: `共${report.rows}行，${report.good}行正确`,
          en: `${report.rows} rows, ${report.good} right`,
          file: kept,
        };
      }
      return commit(definition, {
        app,
        actor,
        file,
        source,
        input: input.input,
        parts: importParts(input.input, fields),
        signal: work.signal,
        progress: (part) => work.progress(Math.floor(part * 99), 100),
        written: (tx, { inserted, updated, unchanged }) =>
          done(tx, {
            zh: `新增${inserted}条，更新${updated}条，未变${unchanged}条`,
            en: `${inserted} added, ${updated} changed, ${unchanged} unchanged`,
          }),
      });
    },
    (app, { key }) => app.storage.remove(key),
  );

  async function received(
    request: FastifyRequest,
    call: Call<I, unknown>,
  ): Promise<{ file: FileInMemory; source: ImportSource; input: I; parts: ImportParts }> {
    const { input, files } = await readMultipart(request, call, inMemory);
    const file = files[0];
    if (!file)
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "文件", en: "File" },
        reason: { zh: "请选择文件", en: "choose a file" },
      });
    return { file, source: await convert(file), input, parts: importParts(input, fields) };
  }

  /** Keeps the file for the job, which has it removed. */
  async function startJob(app: Services, actor: Actor, what: JobInput<I>["what"], file: FileInMemory, input: I) {
    await definition.prepare(app.db, actor, input, app);
    const key = `imports/${randomUUID()}`;
    await app.storage.put(key, Readable.from([file.bytes]));
    const verb = what === "dryRun" ? { zh: "检查导入", en: "Check of an import" } : { zh: "导入", en: "Import" };
    const title = {
      zh: `${verb.zh}${entity.zh}：${file.name}`.slice(0, 200),
      en: `${verb.en}, ${entity.en}: ${file.name}`.slice(0, 200),
    };
    return app.db
      .transaction()
      .execute((tx) => job.start(tx, app, actor, title, { what, key, name: file.name, input }));
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
      const { file, source, input } = await received(request, calls.dryRun);
      if (source.bytes.length < jobFrom) return check(app, actor, source, input);
      return { ...empty, ...(await startJob(app, actor, "dryRun", file, input)) };
    }),
    raw(calls.report, async (_request, _reply, actor, { id }, app): Promise<ImportReport> => {
      const { fileKey, fileName } = await getJob(app.db, actor, id);
      if (!fileKey || fileName !== reportFile) throw new Refusal("NOT_FOUND");
      return JSON.parse((await buffer(await openFile(app, fileKey))).toString("utf8"));
    }),
    raw(calls.marked, async (request, reply, actor, _input, app) => {
      const { file, source, input, parts } = await received(request, calls.marked);
      const context = await definition.prepare(app.db, actor, input, app);
      const analysis = await inStaging(app, (staging) =>
        analyse(definition, staging, { actor, source, parts, context, app, keepSheet: true }),
      );
      return sendFile(
        reply,
        await markedWorkbook(analysis, parts, preferredLanguage(request)),
        file.name.replace(/\.\w+$/, "") + "-marked.xlsx",
      );
    }),
    {
      ...raw(calls.commit, async (request, _reply, actor, _input, app): Promise<ImportResult> => {
        const { file, source, input, parts } = await received(request, calls.commit);
        if (source.bytes.length >= jobFrom)
          return {
            inserted: 0,
            updated: 0,
            unchanged: 0,
            batchId: null,
            ...(await startJob(app, actor, "commit", file, input)),
          };
        return commit(definition, {
          app,
          actor,
          file,
          source,
          input,
          parts,
          progress: async () => {},
          written: async (_tx, result) => result,
        });
      }),
      worker: job.worker,
    },
  ];
  const { beforeUndo = async () => {}, undo } = definition;
  return {
    ...definition,
    routes,
    worker: job.worker,
    permission: calls.commit.access as PermissionKey,
    beforeUndo,
    ...(undo && { undo }),
  };
}

const empty: ImportReport = {
  rows: 0,
  good: 0,
  existing: 0,
  differing: 0,
  changes: [],
  notices: [],
  columns: [],
  fields: [],
  cells: [],
  bad: 0,
  previews: [],
};
