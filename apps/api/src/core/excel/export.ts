import { buffer } from "node:stream/consumers";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { purpose } from "@jipei/contract/core/export.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { ListQuery } from "@jipei/contract/core/shape.ts";
import { sql } from "kysely";
import type { Actor } from "../actor.ts";
import { writeAudit } from "../audit.ts";
import { type Background, background } from "../background.ts";
import type { Tx } from "../db.ts";
import { sendFile } from "../download.ts";
import { type Route, raw } from "../implement.ts";
import type { Worker } from "../jobs.ts";
import { type ListOptions, type ListSource, countOf, listSource } from "../list-source.ts";
import { countSearches } from "../masked-search.ts";
import { presenter } from "../present.ts";
import { purposeOf } from "../purpose.ts";
import { reading } from "../replica.ts";
import type { Services } from "../services.ts";
import { orderBy } from "../order.ts";
import { listed } from "../sql.ts";
import { now, today } from "../clock.ts";
import { type Language, preferredLanguage } from "../language.ts";
import { type WriteColumn, writeWorkbook } from "./workbook.ts";

/** Rows that are answered at once; more become a job. */
const atOnce = 20_000;
/** Rows fetched at a time. */
const batch = 1000;

export interface ExportOptions extends ListOptions {
  /** Fields in the order of the file; left out: all that a list shows and people read. */
  fields?: readonly string[];
  /** Further columns that `columns` selects, with how to show them. */
  extra?: Readonly<Record<string, Field>>;
  /** Shows personal data as a detail does, for the purpose that `exportForPurpose` asks for; who took it out, when and what for stands above the rows. */
  forPurpose?: true;
}

type ExportQuery = ListQuery & { extra?: { purpose?: string | null } };
interface JobInput {
  query: ExportQuery;
  language: Language;
}

/**
 * The export of a list: same rows, filters, sort and masks as the list itself, every page, written down in the history. A long one goes on
 * as a job, whose worker the domain registers.
 */
export function exporter(
  entity: Entity<any>,
  call: Call<any, any>,
  options: ExportOptions,
): { route: Route; worker: Worker } {
  const job: Background<JobInput> = background(
    `export.${options.forPurpose ? call.name : entity.name}`,
    async ({ app, actor, input, progress, keep, done }) => {
      const total = await count(app, listSource(app, actor, entity, input.query, options));
      const rows = counted(sheetRows(app, actor, entity, input.query, options, input.language), (n) =>
        progress(n, total),
      );
      const name = fileName(entity, input.language);
      const file = await keep(
        name,
        writeWorkbook(
          entity[input.language],
          columnsOf(entity, options, input.language),
          rows,
          lineOf(actor, input.query, options, input.language),
        ),
      );
      return app.db.transaction().execute(async (tx) => {
        await record(tx, actor, entity, input.query, total);
        return done(tx, { zh: `共${total}条`, en: `${total} rows`, file });
      });
    },
  );

  const route = raw(call, async (request, reply, actor, query: ExportQuery, app) => {
    const language = preferredLanguage(request);
    if (options.forPurpose) purposeOf(query.extra?.purpose, purpose);
    const source = listSource(app, actor, entity, query, options);
    await countSearches(app, actor, entity, query);
    const total = await count(app, source);
    if (total > atOnce) {
      const title = { zh: `导出${entity.zh}`, en: `Export of ${entity.en}` };
      const started = await app.db.transaction().execute((tx) => job.start(tx, app, actor, title, { query, language }));
      return reply.send({ code: 200, success: true, data: started, msg: "操作成功", msgEn: "Done" });
    }
    // Written before it is sent, so that a slow receiver does not hold a database connection.
    const bytes = await buffer(
      writeWorkbook(
        entity[language],
        columnsOf(entity, options, language),
        sheetRows(app, actor, entity, query, options, language),
        lineOf(actor, query, options, language),
      ),
    );
    await app.db.transaction().execute((tx) => record(tx, actor, entity, query, total));
    return sendFile(reply, bytes, fileName(entity, language));
  });
  return { route, worker: job.worker };
}

const fileName = (entity: Entity<any>, language: Language) => `${entity[language]} ${today()}.xlsx`;

/** The watermark of an export in full. */
function lineOf(actor: Actor, query: ExportQuery, options: ExportOptions, language: Language): string | undefined {
  if (!options.forPurpose) return undefined;
  const who = `${actor.name} (${actor.account})`;
  const what = query.extra?.purpose?.trim();
  return language === "zh"
    ? `导出人：${who}　导出时间：${now()}　用途：${what}　含个人信息，请妥善保管`
    : `Exported by ${who} at ${now()} for: ${what}. Contains personal data, keep it safe`;
}

function record(tx: Tx, actor: Actor, entity: Entity<any>, query: ExportQuery, total: number): Promise<void> {
  // Values of filters may be personal data; which fields were filtered, and which rows they point to, is enough to see what was taken out.
  const after = {
    rows: total,
    filters: query.filters.map(({ field, operator, value }) =>
      entity.fields[field]?.kind === "ref" ? `${field} ${operator} ${value}` : `${field} ${operator}`,
    ),
  };
  return writeAudit(tx, actor, [
    { bizType: entity.name, bizId: "0", action: "export", opinion: query.extra?.purpose?.trim() ?? null, after },
  ]);
}

async function count(app: Services, source: ListSource): Promise<number> {
  const found = await countOf(source).execute(app.db);
  return Number(found.rows[0]?.n ?? 0);
}

/** Rows through a cursor: one snapshot, one order, little memory, whatever the sort. */
async function* sheetRows(
  app: Services,
  actor: Actor,
  entity: Entity<any>,
  query: ListQuery,
  options: ExportOptions,
  language: Language,
): AsyncGenerator<(string | number | null)[]> {
  const { table, where, columns, keys } = listSource(app, actor, entity, query, options);
  const select = sql`select ${columns} from ${table} t where ${where} order by ${orderBy(keys)}`.compile(app.db);
  const fields = shownFields(entity, options);
  const show = presenter(entity, actor, app.cipher, options.forPurpose ? "detail" : "export");
  const client = await reading(app, actor, (pool) => pool.connect());
  let broken: Error | undefined;
  try {
    await client.query("begin transaction isolation level repeatable read read only");
    await client.query(`declare rows_to_export no scroll cursor for ${select.sql}`, select.parameters as unknown[]);
    for (;;) {
      const { rows } = await client.query(`fetch ${batch} from rows_to_export`);
      for (const row of rows) {
        const shown: Record<string, unknown> = show(row);
        yield fields.map(([name, field]) => cellOf(field, shown[name], language));
      }
      if (rows.length < batch) break;
    }
    await client.query("commit");
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // A receiver that stopped reading leaves the transaction open; such a connection is not used again.
    if (broken) client.release(broken);
    else
      await client.query("rollback").then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
  }
}

/** Ids and references say nothing to a reader; what they point to stands beside them as a looked-up name. */
function shownFields(entity: Entity<any>, options: ExportOptions): [string, Field][] {
  const extra = options.extra ?? {};
  const fields: Record<string, Field> = { ...entity.fields, ...extra };
  if (options.fields) return options.fields.map((name) => [name, fields[name] as Field]);
  const silent = new Set(["id", "version", "createUser", "createDept", "updateUser", "updateTime"]);
  return [
    ...Object.entries<Field>(entity.fields).filter(
      ([name, field]) => !silent.has(name) && listed(field) && !["id", "ref", "refs"].includes(field.kind),
    ),
    ...Object.entries(extra),
  ];
}

const isNumber = (field: Field) => field.kind === "int" || (field.kind === "decimal" && (field.precision ?? 18) <= 15);

function columnsOf(entity: Entity<any>, options: ExportOptions, language: Language): WriteColumn[] {
  return shownFields(entity, options).map(([, field]) => {
    const unit = language === "zh" ? field.unitZh : field.unitEn;
    const header = unit ? `${field[language]}(${unit})` : field[language];
    return {
      header,
      kind: isNumber(field) ? "number" : "text",
      ...(field.scale ? { scale: field.scale } : {}),
      width: Math.min(
        40,
        Math.max(
          10,
          header.length * (language === "zh" ? 2.2 : 1.2),
          (field.length ?? 0) / 2,
          field.kind === "datetime" ? 20 : 0,
        ),
      ),
    };
  });
}

function cellOf(field: Field, value: unknown, language: Language): string | number | null {
  if (value === null || value === undefined) return null;
  if (isNumber(field)) return Number(value);
  if (Array.isArray(value))
    return value.map((item) => wordOf(field, String(item), language)).join(language === "zh" ? "、" : ", ");
  return wordOf(field, String(value), language);
}

const wordOf = (field: Field, value: string, language: Language) =>
  field.codes?.codes[value]?.[language === "zh" ? 0 : 1] ?? value;

async function* counted<T>(rows: AsyncIterable<T>, report: (n: number) => Promise<void>): AsyncGenerator<T> {
  let n = 0;
  for await (const row of rows) {
    yield row;
    if (++n % 2000 === 0) await report(n);
  }
  await report(n);
}
