import { fewestPeople } from "@jipei/contract/core/fewest-people.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import { type Field, getLabels, orderedCodes } from "@jipei/contract/core/fields/field.ts";
import type { DataSet } from "@jipei/contract/reports/data-sets.ts";
import { type Group, groupsOf } from "@jipei/contract/reports/report-fields.ts";
import type { Measure, PivotLayout, ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import type { PivotAnswer } from "@jipei/contract/reports/report-run.ts";
import { Decimal } from "decimal.js";
import { type RawBuilder, sql } from "kysely";
import { getTable } from "../core/database/sql.ts";
import { compiled } from "../core/database/prepared-statements.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { invalidField } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { assertVisibleFields, listSource } from "../core/list/list-source.ts";
import { countSearches } from "../core/security/masked-search.ts";
import { getRegionNames } from "../settings/settings.queries.ts";
import { type Asked, type OpenDataSet, queryOf } from "./data-set.ts";
import { fieldOf } from "./rows.ts";

/** Most groups down the side and across the top. */
const most = { rows: 1000, columns: 60 } as const;

/** A group as the database adds it up: its rows and people, and of each measure the sum and how many rows, and how many people, have it. */
interface Found {
  keys: (string | null)[];
  people: string | null;
  n: string;
  sums: (string | null)[];
  counts: string[];
  /** null where rows are of no people. */
  holders: string[] | null;
}

/**
 * The figures of a pivot table, added up by the database over the rows that the list shows to this reader. Where rows are of people, nothing is said
 * of groups of fewer than five, nor a sum or average of a value that fewer than five of a group have, and totals are of what is shown: else the
 * difference would say it.
 * @throws FIELD_INVALID for too many groups, or for fields that the reader does not see
 */
export async function runPivot(
  app: Services,
  actor: Actor,
  dataSet: OpenDataSet,
  layout: ReportLayout & { pivot: PivotLayout },
  asked?: readonly Asked[],
): Promise<PivotAnswer> {
  const { entity, scope } = dataSet;
  const { rows, columns, measures } = layout.pivot;
  const groups = [...rows, ...columns].map((name) => groupsOf(entity).find((group) => group.name === name));
  const known = groups.flatMap((group) => group ?? []);
  const measured = measures.flatMap(({ kind, field }) => (kind === "count" || !field ? [] : [field]));
  assertVisibleFields(entity, actor, [...known.map(({ field }) => field), ...measured]);
  const query = queryOf(dataSet, layout, asked);
  const source = listSource(app, actor, entity, query, { scope });
  await countSearches(app, actor, entity, query);
  const keys = known.map((group) => keyOf(dataSet, group));
  const summed = measures.map(({ kind, field }) =>
    kind === "count" || !field ? sql`null::numeric` : sql`r.${sql.ref(field)}::numeric`,
  );
  const person = dataSet.person && personColumn(dataSet.entity, dataSet.person);
  const found = await source.ask<Found>(
    compiled(sql`select array[${sql.join(keys)}] as keys, count(*)::text as n, ${person ? sql`count(distinct r."personKey")::text` : sql`null::text`} as people,
        array[${sql.join(summed.map((value) => sql`sum(${value})::text`))}] as sums, array[${sql.join(summed.map((value) => sql`count(${value})::text`))}] as counts,
        ${person ? sql`array[${sql.join(summed.map(countHolders))}]` : sql`null::text[]`} as holders
      from (select ${source.columns}${person ? sql`, ${person} as "personKey"` : sql``} from ${source.table} t where ${source.where}) r
      group by ${sql.join(keys)} limit ${sql.lit(most.rows * most.columns + 1)}`),
  );
  const shown = found.filter(({ people }) => people === null || !isFew(people));
  const names = await namesOf(app, dataSet, known, shown);
  return {
    ...tableOf(layout.pivot, shown.map(withoutFew), names),
    hidden: found.length - shown.length,
    hiddenFigures: shown.flatMap(({ holders }) => holders ?? []).filter((held) => Number(held) > 0 && isFew(held))
      .length,
  };
}

const isFew = (people: string): boolean => Number(people) < fewestPeople;

/** A group without the sums of values that few of its people have: they would say what each of them has. */
const withoutFew = (one: Found): Found => {
  const { holders, sums, counts } = one;
  if (!holders) return one;
  const isSaid = (index: number) => !isFew(holders[index] ?? "0");
  return {
    ...one,
    sums: sums.map((sum, index) => (isSaid(index) ? sum : null)),
    counts: counts.map((count, index) => (isSaid(index) ? count : "0")),
  };
};

/** How many people have a value, however many rows they have it in. */
const countHolders = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(count(distinct r."personKey") filter (where ${value} is not null))::text`;

/** What tells people apart: the hash of their ID number, which is that of the row, or of the row that it refers to. Somebody has a row for each course. */
function personColumn({ fields }: Entity, name: NonNullable<DataSet["person"]>): RawBuilder<unknown> {
  const { encrypted, entity: other } = (fields as Readonly<Record<string, Field>>)[name] as Field;
  if (other)
    return sql`(select p.id_number_hash from ${sql.table(getTable(other))} p where p.id = ${sql.ref(`t.${snake(name)}`)})`;
  return sql.ref(`t.${snake(name)}${encrypted ? "_hash" : ""}`);
}

/** The key of a group, as text. */
function keyOf(dataSet: OpenDataSet, { field: name, part }: Group): RawBuilder<unknown> {
  const column = sql`r.${sql.ref(name)}`;
  if (!part) return sql`${column}::text`;
  const day = fieldOf(dataSet, name).kind === "datetime" ? sql`(${column} at time zone 'Asia/Shanghai')` : column;
  return part === "year" ? sql`to_char(${day}, 'YYYY')` : sql`to_char(${day}, 'YYYY-MM')`;
}

type Words = Readonly<Record<"zh" | "en", string>>;
/** What the keys of a group are called, and in which order they stand. */
interface Names {
  word: (key: string | null) => Words;
  place: (key: string | null) => number | string;
}
const nothing: Words = { zh: "（无）", en: "(none)" };

async function namesOf(
  app: Services,
  dataSet: OpenDataSet,
  groups: readonly Group[],
  found: readonly Found[],
): Promise<Names[]> {
  const isRegion = (group: Group) => /region/i.test(group.field) && fieldOf(dataSet, group.field).kind === "text";
  const regions = await getRegionNames(
    app.readDb,
    found.flatMap(({ keys }) => groups.flatMap((group, index) => (isRegion(group) ? (keys[index] ?? []) : []))),
  );
  return groups.map((group): Names => {
    const { codes } = fieldOf(dataSet, group.field);
    const order = codes ? orderedCodes(codes).map(([code]) => code) : [];
    return {
      word(key) {
        if (key === null) return nothing;
        if (codes) return getLabels(codes, key);
        const name = isRegion(group) ? (regions.get(key) ?? key) : key;
        return { zh: name, en: name };
      },
      place(key) {
        if (key === null) return codes ? order.length : "\uffff";
        return codes ? order.indexOf(key) : key;
      },
    };
  });
}

/** @throws FIELD_INVALID for more groups than anybody reads */
function tableOf(
  pivot: PivotLayout,
  found: readonly Found[],
  names: readonly Names[],
): Omit<PivotAnswer, "hidden" | "hiddenFigures"> {
  const depth = pivot.rows.length;
  const rows = distinct(found, names, 0, depth);
  const columns = distinct(found, names, depth, names.length);
  const tooMany = (zh: string, en: string) => invalidField("layout.pivot", "分组", "Groups", zh, en);
  if (rows.length > most.rows)
    throw tooMany(`超过${most.rows}行，请缩小范围`, `more than ${most.rows} rows, narrow the search`);
  if (columns.length > most.columns)
    throw tooMany(`超过${most.columns}列，请缩小范围`, `more than ${most.columns} columns, narrow the search`);
  const byKeys = new Map(found.map((one) => [keyText(one.keys), one]));
  const figures = (of: readonly Found[]) => figuresOf(pivot.measures, of);
  const among = (from: number, keys: readonly (string | null)[]) =>
    found.filter((one) => keyText(one.keys.slice(from, from + keys.length)) === keyText(keys));
  return {
    rows: rows.map((keys) => headOf(keys, names)),
    columns: columns.map((keys) => headOf(keys, names.slice(depth))),
    cells: rows.map((row) =>
      columns.map((column) => {
        const one = byKeys.get(keyText([...row, ...column]));
        return figures(one ? [one] : []);
      }),
    ),
    rowTotals: rows.map((row) => figures(among(0, row))),
    columnTotals: columns.map((column) => figures(among(depth, column))),
    totals: figures(found),
  };
}

const keyText = (keys: readonly (string | null)[]): string => JSON.stringify(keys);

/** The groups of some of the keys, each once, in order. */
function distinct(found: readonly Found[], names: readonly Names[], from: number, to: number): (string | null)[][] {
  const all = new Map(found.map(({ keys }) => [keyText(keys.slice(from, to)), keys.slice(from, to)]));
  return [...all.values()].sort((a, b) => {
    for (let index = 0; index < a.length; index++) {
      const place = names[from + index]?.place;
      const left = place?.(a[index] ?? null) ?? "";
      const right = place?.(b[index] ?? null) ?? "";
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  });
}

function headOf(keys: readonly (string | null)[], names: readonly Names[]) {
  const words = keys.map((key, index) => names[index]?.word(key) ?? nothing);
  return { zh: words.map(({ zh }) => zh), en: words.map(({ en }) => en) };
}

/** The figures of groups together; null where no row has a value that is said. */
function figuresOf(measures: readonly Measure[], found: readonly Found[]): (string | null)[] {
  return measures.map(({ kind }, index) => {
    const total = (of: (one: Found) => string | null | undefined) =>
      found.reduce((sum, one) => sum.plus(of(one) ?? 0), new Decimal(0));
    if (kind === "count") return found.length === 0 ? null : total(({ n }) => n).toString();
    const count = total(({ counts }) => counts[index]);
    if (count.isZero()) return null;
    const sum = total(({ sums }) => sums[index]);
    return kind === "sum" ? sum.toString() : sum.div(count).toDecimalPlaces(2).toFixed(2);
  });
}
