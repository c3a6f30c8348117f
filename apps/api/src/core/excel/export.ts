import { buffer } from "node:stream/consumers";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity, FieldName } from "@jipei/contract/core/entity.ts";
import { purpose } from "@jipei/contract/core/export.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import type { RawBuilder } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import { writeAudit } from "../entity/audit.ts";
import { type Background, background } from "../jobs/background.ts";
import type { Db, Tx } from "../database/db.ts";
import { sendFile } from "../http/download.ts";
import { type Route, raw } from "../http/implement.ts";
import type { Worker } from "../jobs/jobs.ts";
import { type ListOptions, type ListSource, type Narrowed, getCount, listSource } from "../list/list-source.ts";
import { countSearches } from "../security/masked-search.ts";
import { getPurpose } from "../security/purpose.ts";
import type { Services } from "../foundation/services.ts";
import { listed } from "../database/sql.ts";
import { now, today } from "../foundation/clock.ts";
import { type Language, preferredLanguage } from "../http/language.ts";
import { exportedFields } from "./export/export-columns.ts";
import { rowBatches } from "./export/export-rows.ts";
import type { ExportPlan } from "./export/export-sheet.ts";
import { writeInThread } from "./export/export-writer.ts";

/** Rows that are answered at once; more become a job. */
const atOnce = 20_000;

export interface ExportOptions<F extends string = string, X extends string = string> extends ListOptions {
  /** Fields in the order of the file; left out: all that a list shows and people read. */
  fields?: readonly (F | NoInfer<X>)[];
  /** Further columns that `columns` selects, with how to show them. */
  extra?: Readonly<Record<X, Field>>;
  /** The same for columns that depend on what is asked. */
  extraOf?: (query: ExportQuery, db: Db) => Promise<ExtraColumns | undefined>;
  /** Restates what was asked, as the list does. */
  narrow?: (query: ListQuery, app: Services, actor: Actor) => Narrowed | Promise<Narrowed>;
  /** Shows personal data as a detail does, for the purpose that `exportForPurpose` asks for. A line above the rows says who exported them, when and why. */
  forPurpose?: true;
}

/** Columns that stand behind the others. */
export interface ExtraColumns {
  fields: Readonly<Record<string, Field>>;
  /** Selects them by these names. */
  columns: RawBuilder<unknown>;
}

type ExportQuery = ListQuery & { extra?: object };
const purposeIn = ({ extra }: ExportQuery): string | null | undefined =>
  (extra as { purpose?: string | null } | undefined)?.purpose;
interface JobInput {
  query: ExportQuery;
  language: Language;
}

/**
 * The export of a list: all pages, with the rows, filters, sort and masks of the list. It is recorded in the history. A long export becomes a
 * job, which the route brings along.
 */
export function exporter<E extends Entity, X extends string = never>(
  entity: E,
  call: Call<ExportQuery, unknown>,
  options: ExportOptions<FieldName<E>, X>,
): Route & { worker: Worker } {
  const job: Background<JobInput> = background(
    // The list of an entity by its name, any other by that of its call.
    `export.${call.name.replace(/\.export$/, "")}`,
    async ({ app, actor, input, progress, keep, done }) => {
      const { source, plan } = await prepare(app, actor, entity, input, options);
      const total = await count(app, source);
      const rows = counted(rowBatches(app, actor, source, plan), (n) => progress(n, total));
      const file = await keep(fileName(entity, input.language), writeInThread(plan, app.keys, rows));
      return app.db.transaction().execute(async (tx) => {
        await record(tx, actor, entity, input.query, total);
        return done(tx, { zh: `共${total}条`, en: `${total} rows`, file });
      });
    },
  );

  const route = raw(call, async (request, reply, actor, query: ExportQuery, app) => {
    const language = preferredLanguage(request);
    if (options.forPurpose) getPurpose(purposeIn(query), purpose);
    const { source, plan } = await prepare(app, actor, entity, { query, language }, options);
    await countSearches(app, actor, entity, query);
    const total = await count(app, source);
    if (total > atOnce) {
      const title = { zh: `导出${entity.zh}`, en: `Export of ${entity.en}` };
      const started = await app.db.transaction().execute((tx) => job.start(tx, app, actor, title, { query, language }));
      return reply.send({ code: 200, success: true, data: started, msg: "操作成功", msgEn: "Done" });
    }
    // Written before it is sent, so that a slow receiver does not hold a database connection.
    const bytes = await buffer(writeInThread(plan, app.keys, rowBatches(app, actor, source, plan)));
    await app.db.transaction().execute((tx) => record(tx, actor, entity, query, total));
    return sendFile(reply, bytes, fileName(entity, language));
  });
  return { ...route, worker: job.worker, isRecorded: true };
}

/** Where the rows come from, and what the file has of them. */
async function prepare(
  app: Services,
  actor: Actor,
  entity: Entity,
  input: JobInput,
  { narrow, extraOf, ...options }: ExportOptions,
): Promise<{ source: ListSource; plan: ExportPlan }> {
  const { query, ...conditions } = (await narrow?.(input.query, app, actor)) ?? { query: input.query };
  const extra = await extraOf?.(input.query, app.db);
  const columns = extra && { columns: extra.columns, extra: extra.fields };
  return {
    source: listSource(app, actor, entity, query, { ...options, ...conditions, ...columns }),
    plan: getPlan(entity, { ...options, ...columns }, actor, input),
  };
}

function getPlan(entity: Entity, options: ExportOptions, actor: Actor, { query, language }: JobInput): ExportPlan {
  const fields = exportedFields(entity, options, language);
  const { roles, audience, dataScopes, idNumberHash } = actor;
  return {
    entity,
    fields,
    names: [...new Set([...fields.map(([name]) => name), ...(options.forPurpose ? decisive(entity) : [])])],
    reader: { roles, audience, dataScopes, idNumberHash },
    view: options.forPurpose ? "detail" : "export",
    language,
    line: findLine(actor, query, options, language),
  };
}

/** Fields that decide in a detail whether others are shown in full. */
const decisive = ({ fields }: Entity): string[] =>
  ["idNumber", "subsidyStatus"].filter((name) => {
    const field = fields[name];
    return field !== undefined && listed(field);
  });

const fileName = (entity: Entity, language: Language) => `${entity[language]} ${today()}.xlsx`;

/** The watermark of an export in full. */
function findLine(actor: Actor, query: ExportQuery, options: ExportOptions, language: Language): string | undefined {
  if (!options.forPurpose) return undefined;
  const who = `${actor.name} (${actor.account})`;
  const what = purposeIn(query)?.trim();
  return language === "zh"
    ? `导出人：${who}　导出时间：${now()}　用途：${what}　含个人信息，请妥善保管`
    : `Exported by ${who} at ${now()} for: ${what}. Contains personal data, keep it safe`;
}

function record(tx: Tx, actor: Actor, entity: Entity, query: ExportQuery, total: number): Promise<void> {
  // Values of filters may be personal data; which fields were filtered, and which rows they point to, is enough to see what was taken out.
  const after = {
    rows: total,
    filters: query.filters.map(({ field, operator, value }) =>
      entity.fields[field]?.kind === "ref" ? `${field} ${operator} ${value}` : `${field} ${operator}`,
    ),
  };
  return writeAudit(tx, actor, [
    { bizType: entity.name, bizId: "0", action: "export", opinion: purposeIn(query)?.trim() ?? null, after },
  ]);
}

async function count(app: Services, source: ListSource): Promise<number> {
  const found = await getCount(source).execute(app.db);
  return Number(found.rows[0]?.n ?? 0);
}

async function* counted(
  batches: AsyncIterable<readonly string[]>,
  report: (n: number) => Promise<void>,
): AsyncGenerator<readonly string[]> {
  let n = 0;
  for await (const rows of batches) {
    yield rows;
    n += rows.length;
    if (n % 2000 === 0) await report(n);
  }
  await report(n);
}
