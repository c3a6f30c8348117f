import { buffer } from "node:stream/consumers";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity, FieldName } from "@jipei/contract/core/entity.ts";
import { purpose } from "@jipei/contract/core/export.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import { writeAudit } from "../entity/audit.ts";
import { type Background, background } from "../jobs/background.ts";
import type { Tx } from "../database/db.ts";
import { sendFile } from "../http/download.ts";
import { type Route, raw } from "../http/implement.ts";
import type { Worker } from "../jobs/jobs.ts";
import { type ListOptions, type ListSource, getCount, listSource } from "../list/list-source.ts";
import { countSearches } from "../security/masked-search.ts";
import { createResponseMapper } from "../entity/to-response.ts";
import { getPurpose } from "../security/purpose.ts";
import { reading } from "../database/replica.ts";
import type { Services } from "../foundation/services.ts";
import { orderBy } from "../list/order.ts";
import { listed } from "../database/sql.ts";
import { now, today } from "../foundation/clock.ts";
import { type Language, preferredLanguage } from "../http/language.ts";
import { type WriteColumn, writeWorkbook } from "@jipei/xlsx/write-workbook.ts";

/** Rows that are answered at once; more become a job. */
const atOnce = 20_000;
/** Rows fetched at a time. */
const batch = 1000;

export interface ExportOptions<F extends string = string, X extends string = string> extends ListOptions {
  /** Fields in the order of the file; left out: all that a list shows and people read. */
  fields?: readonly (F | NoInfer<X>)[];
  /** Further columns that `columns` selects, with how to show them. */
  extra?: Readonly<Record<X, Field>>;
  /** Shows personal data as a detail does, for the purpose that `exportForPurpose` asks for. A line above the rows says who exported them, when and why. */
  forPurpose?: true;
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
 * job, whose worker the domain registers.
 */
export function exporter<E extends Entity, X extends string = never>(
  entity: E,
  call: Call<ExportQuery, unknown>,
  options: ExportOptions<FieldName<E>, X>,
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
          getColumns(entity, options, input.language),
          rows,
          findLine(actor, input.query, options, input.language),
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
    if (options.forPurpose) getPurpose(purposeIn(query), purpose);
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
        getColumns(entity, options, language),
        sheetRows(app, actor, entity, query, options, language),
        findLine(actor, query, options, language),
      ),
    );
    await app.db.transaction().execute((tx) => record(tx, actor, entity, query, total));
    return sendFile(reply, bytes, fileName(entity, language));
  });
  return { route, worker: job.worker };
}

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

/** Rows through a cursor: one snapshot, one order, little memory, whatever the sort. */
async function* sheetRows(
  app: Services,
  actor: Actor,
  entity: Entity,
  query: ListQuery,
  options: ExportOptions,
  language: Language,
): AsyncGenerator<(string | number | null)[]> {
  const { table, where, columns, keys } = listSource(app, actor, entity, query, options);
  const select = sql`select ${columns} from ${table} t where ${where} order by ${orderBy(keys)}`.compile(app.db);
  const fields = shownFields(entity, options);
  const show = createResponseMapper(entity, actor, app.cipher, options.forPurpose ? "detail" : "export");
  const client = await reading(app, actor, (pool) => pool.connect());
  let broken: Error | undefined;
  try {
    await client.query("begin transaction isolation level repeatable read read only");
    await client.query(`declare rows_to_export no scroll cursor for ${select.sql}`, select.parameters as unknown[]);
    for (;;) {
      const { rows } = await client.query<Record<string, unknown>>(`fetch ${batch} from rows_to_export`);
      for (const row of rows) {
        const shown: Record<string, unknown> = show(row);
        yield fields.map(([name, field]) => findCell(field, shown[name], language));
      }
      if (rows.length < batch) break;
    }
    await client.query("commit");
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // When the receiver stops reading, the transaction stays open; such a connection is closed.
    if (broken) client.release(broken);
    else
      await client.query("rollback").then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
  }
}

/** Ids and references say nothing to a reader; what they point to stands beside them as a looked-up name. */
function shownFields(entity: Entity, options: ExportOptions): [string, Field][] {
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

function getColumns(entity: Entity, options: ExportOptions, language: Language): WriteColumn[] {
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

function findCell(field: Field, value: unknown, language: Language): string | number | null {
  if (value === null || value === undefined) return null;
  if (isNumber(field)) return Number(value);
  if (Array.isArray(value))
    return value.map((item) => getWord(field, String(item), language)).join(language === "zh" ? "、" : ", ");
  return getWord(field, String(value), language);
}

const getWord = (field: Field, value: string, language: Language) =>
  field.codes?.codes[value]?.[language === "zh" ? 0 : 1] ?? value;

async function* counted<T>(rows: AsyncIterable<T>, report: (n: number) => Promise<void>): AsyncGenerator<T> {
  let n = 0;
  for await (const row of rows) {
    yield row;
    if (++n % 2000 === 0) await report(n);
  }
  await report(n);
}
