import {
  type SummaryFigures,
  type SummaryQuery,
  type SummaryRow,
  mostGroups,
  summaryBy,
} from "@jipei/contract/home/summary.ts";
import { fewestPeople } from "@jipei/contract/core/fewest-people.ts";
import { level, trainKind } from "@jipei/contract/core/fields/codes.ts";
import type { CodeEntry, CodeList } from "@jipei/contract/core/fields/field.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { organisationsIn } from "../../core/access/region-scope.ts";
import type { Db } from "../../core/database/db.ts";
import type { Condition } from "../../core/database/sql.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { invalidField, tooManyGroups } from "../../core/foundation/refusal.ts";
import { isOwnUnit } from "../../providers/providers.queries.ts";
import { getRegionNames } from "../../settings/settings.queries.ts";
import { type Days, rate } from "../year-period.ts";
import { getLeastAttendance } from "../../training/training.queries.ts";
import { type Group, type Measure, getConditions, getFacts, measures, summarise } from "./facts.ts";

type Sums = Record<Measure, string>;
interface Found extends Sums {
  key: string | null;
  name: string | null;
  crossKey: string | null;
  crossName: string | null;
}

export interface Summary {
  records: SummaryRow[];
  total: number;
  sum: SummaryFigures;
  leastAttendance: string;
}

/** The days of a query: whole months of a year up to today; this year where none is named. @throws FIELD_INVALID for months in the wrong order */
export function getDays({ year, monthFrom, monthTo }: SummaryQuery): Days {
  const of = year ?? Number(today().slice(0, 4));
  const [first, last] = [monthFrom ?? 1, monthTo ?? 12];
  if (last < first) throw invalidField("monthTo", "截止月", "To month", "不能早于起始月", "is before the first month");
  const month = (n: number) => `${of}-${String(n).padStart(2, "0")}`;
  const end = new Date(Date.UTC(of, last, 0)).getUTCDate();
  const to = `${month(last)}-${end}`;
  return { from: `${month(first)}-01`, to: to < today() ? to : today() };
}

/**
 * The figures of a period by groups, in the order of their keys, and of all of it (docs/rules.md, Figures).
 * @throws FIELD_INVALID for two equal groups, or too many
 */
export async function getSummary(db: Db, actor: Actor, query: SummaryQuery): Promise<Summary> {
  const groupBy = query.groupBy ?? "month";
  const crossBy = query.crossBy ?? null;
  if (groupBy === crossBy)
    throw invalidField("crossBy", "交叉分组", "Crossed with", "不能与分组相同", "is the same as the groups");
  const leastAttendance = await getLeastAttendance(db);
  const facts = getFacts(getDays(query), leastAttendance);
  const only = [...getConditions(query), ...seenBy(actor)];
  const { rows } =
    await sql<Found>`${summarise(facts, { groupBy, crossBy, level: query.level }, only)} order by key, cross_key limit ${sql.lit(mostGroups + 1)}`.execute(
      db,
    );
  if (rows.length > mostGroups) throw tooManyGroups(mostGroups);
  const regions = await getRegionNames(db, [
    ...(groupBy === "region" ? rows.flatMap(({ key }) => key ?? []) : []),
    ...(crossBy === "region" ? rows.flatMap(({ crossKey }) => crossKey ?? []) : []),
  ]);
  const records = rows.map((row): SummaryRow => {
    const [groupName, groupNameEn] = nameOf(groupBy, row.key, row.name, regions);
    const [crossName, crossNameEn] = crossBy ? nameOf(crossBy, row.crossKey, row.crossName, regions) : [null, null];
    return {
      groupKey: row.key ?? "",
      groupName,
      groupNameEn,
      crossKey: crossBy && (row.crossKey ?? ""),
      crossName,
      crossNameEn,
      ...toFigures(row),
    };
  });
  return { records, total: records.length, sum: toFigures(addUp(rows)), leastAttendance };
}

/** The bureau counts what lies in the regions of the caller, where it has any; a unit what is its own. */
function seenBy(actor: Actor): Condition[] {
  if (actor.audience !== "bureau") return [isOwnUnit(sql`t.org_id`, actor)];
  return actor.regions ? [sql`t.org_id in (${organisationsIn(actor.regions)})`] : [];
}

const addUp = (rows: readonly Found[]): Sums =>
  Object.fromEntries(
    measures.map((name) => [name, rows.reduce((sum, row) => sum.plus(row[name]), new Decimal(0)).toString()]),
  ) as Sums;

function toFigures(sums: Sums): SummaryFigures {
  const money = (name: Measure) => new Decimal(sums[name]).toFixed(2);
  const employable = Number(sums.employable);
  return {
    classCount: Number(sums.classCount),
    enrolCount: Number(sums.enrolCount),
    finishCount: Number(sums.finishCount),
    testCount: Number(sums.testCount),
    passCount: Number(sums.passCount),
    passRate: rate(sums.passCount, sums.testCount),
    certCount: Number(sums.certCount),
    employRate: employable < fewestPeople ? null : rate(sums.employed, employable),
    applyAmount: money("applyAmount"),
    approvedAmount: money("approvedAmount"),
    paidAmount: money("paidAmount"),
  };
}

const codesOf: Partial<Record<Group, CodeList>> = { level, trainKind };
const nothing = ["（无）", "(none)"] as const;

/** What a group is called, in both languages. */
function nameOf(
  group: Group,
  key: string | null,
  name: string | null,
  regions: ReadonlyMap<string, string>,
): readonly [zh: string, en: string] {
  if (key === null) return nothing;
  const entry = (codesOf[group]?.codes as Record<string, CodeEntry> | undefined)?.[key];
  if (entry) return [entry[0], entry[1]];
  const word = name ?? regions.get(key) ?? key;
  return [word, word];
}

/** What a summary is called: its groups. */
export const titleOf = ({ groupBy, crossBy }: SummaryQuery): readonly [zh: string, en: string] => {
  const [zh, en] = summaryBy.codes[groupBy ?? "month"];
  const cross = crossBy && summaryBy.codes[crossBy];
  return cross ? [`${zh} × ${cross[0]}`, `${en} × ${cross[1]}`] : [zh, en];
};
