import type { Field } from "@jipei/contract/core/fields/field.ts";
import { isSummable, shownFields } from "@jipei/contract/reports/report-fields.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import type { RowsAnswer } from "@jipei/contract/reports/report-run.ts";
import { sql } from "kysely";
import { hiddenFields } from "../core/access/data-scope.ts";
import { compiled } from "../core/database/prepared-statements.ts";
import { createResponseMapper } from "../core/entity/to-response.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { invalidField } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { listPage } from "../core/list/list.ts";
import { type ListSource, getCount, listSource } from "../core/list/list-source.ts";
import { orderBy } from "../core/list/order.ts";
import { countSearches } from "../core/security/masked-search.ts";
import { type Asked, type OpenDataSet, queryOf } from "./data-set.ts";

/** Rows of a report are rows of the list: its scope, its filters, its masks. */

export type ReportRowValues = Readonly<Record<string, unknown>>;

/** The numeric fields among those shown that this reader sees. */
export function summedFields(actor: Actor, { entity }: OpenDataSet, names?: readonly string[]): string[] {
  const hidden = hiddenFields(entity, actor);
  return shownFields(entity)
    .filter(([name, field]) => isSummable(field) && !hidden?.has(name) && (!names || names.includes(name)))
    .map(([name]) => name);
}

/** A page of a report, with sums over all of its rows. */
export async function runReport(
  app: Services,
  actor: Actor,
  dataSet: OpenDataSet,
  layout: ReportLayout,
  input: { asked?: readonly Asked[]; current?: number | null; size?: number | null },
): Promise<RowsAnswer> {
  const { entity, scope } = dataSet;
  const query = queryOf(dataSet, layout, input.asked, input);
  const page = await listPage(app, actor, entity, query, { scope });
  const source = listSource(app, actor, entity, query, { scope });
  return {
    records: page.records.map((row) => picked(row, layout.columns)),
    total: page.total,
    current: page.current,
    size: page.size,
    sums: await sumUp(source, summedFields(actor, dataSet, layout.columns)),
  };
}

const picked = (row: object, names: readonly string[]): Record<string, unknown> => {
  const values = row as ReportRowValues;
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
};

/** Sums of numeric fields over all rows, as decimals. */
export async function sumUp(source: ListSource, names: readonly string[]): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const sums = names.map((name) => sql`coalesce(sum(r.${sql.ref(name)}), 0)::text as ${sql.ref(name)}`);
  const [found = {}] = await source.ask<Record<string, string>>(
    compiled(
      sql`select ${sql.join(sums)} from (select ${source.columns} from ${source.table} t where ${source.where}) r`,
    ),
  );
  return Object.fromEntries(names.map((name) => [name, found[name] ?? "0"]));
}

/** Most rows of a workbook, and of a form, which somebody reads on paper; longer lists are exported as such. */
const most = { list: 5000, form: 1000 } as const;

export interface WholeReport {
  rows: ReportRowValues[];
  sums: Record<string, string>;
  count: number;
}

/** All rows of a report, for a file: masked as the reader’s exports are. @throws FIELD_INVALID for too many */
export async function readWhole(
  app: Services,
  actor: Actor,
  dataSet: OpenDataSet,
  layout: ReportLayout,
  asked: readonly Asked[] | undefined,
  kind: keyof typeof most,
): Promise<WholeReport> {
  const { entity, scope } = dataSet;
  const query = queryOf(dataSet, layout, asked);
  const source = listSource(app, actor, entity, query, { scope });
  await countSearches(app, actor, entity, query);
  const [counted] = await source.ask<{ n: string }>(compiled(getCount(source)));
  const count = Number(counted?.n ?? 0);
  if (count > most[kind])
    throw invalidField(
      "asked",
      "报表",
      "Report",
      `超过${most[kind]}行，请缩小筛选范围`,
      `more than ${most[kind]} rows, narrow the filters`,
    );
  const rows = await source.ask<Record<string, unknown>>(
    compiled(
      sql`select ${source.columns} from ${source.table} t where ${source.where} order by ${orderBy(source.keys)} limit ${sql.lit(most[kind])}`,
    ),
  );
  return {
    rows: rows.map(createResponseMapper(entity, actor, app.cipher, "export")),
    sums: await sumUp(source, summedFields(actor, dataSet)),
    count,
  };
}

export const fieldOf = ({ entity }: OpenDataSet, name: string): Field =>
  (entity.fields as Readonly<Record<string, Field>>)[name] as Field;
