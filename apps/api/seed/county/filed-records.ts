import type { WorkPeriod } from "@jipei/contract/work-records/work-period.ts";
import { type RecordEntity, type recordCalls, figuresOf } from "@jipei/contract/work-records/work-record.ts";
import { sql } from "kysely";
import type { Desk } from "./desk.ts";

/** How far a record has come. */
export type Stage = "unSubmit" | "firstTrial" | "back" | "reTrial" | "compile";

export interface Period {
  workYear: number;
  workPeriod: WorkPeriod;
}

/** The month, the quarter and the year of a day (yyyy-MM-dd). */
export const monthOf = (day: string): Period => ({
  workYear: Number(day.slice(0, 4)),
  workPeriod: day.slice(5, 7) as WorkPeriod,
});
export const quarterOf = (day: string): Period => ({
  workYear: Number(day.slice(0, 4)),
  workPeriod: `Q${Math.ceil(Number(day.slice(5, 7)) / 3)}` as WorkPeriod,
});
export const yearOf = (workYear: number): Period => ({ workYear, workPeriod: "Y" });

/** What is filed once a period is over. */
export interface Filing {
  period: Period;
  /** @param daysAgo on which day it is filed */
  file(daysAgo: number): Promise<void>;
}

interface Filer {
  as(daysAgo: number): ReturnType<Desk["as"]>;
  daysAgo: number;
  stage: Stage;
}

/** Saves a record with the figures that the system counts, and leads it as far as its stage. */
export async function fileRecord(
  desk: Desk,
  { entity, calls }: { entity: RecordEntity; calls: ReturnType<typeof recordCalls> },
  { as, daysAgo, stage }: Filer,
  period: Period,
  facts: object,
): Promise<void> {
  const filer = as(daysAgo);
  const { figures } = await filer(calls.chain, { ...period, ...facts });
  const isIdle = figures.finishedCount === 0;
  // People may pass in one period who finished in the one before.
  const passCount = Math.min(figures.passCount, figures.finishedCount);
  const counted = { ...figures, passCount, certCount: Math.min(figures.certCount, passCount) };
  const differs = counted.passCount !== figures.passCount || counted.certCount !== figures.certCount;
  const { id } = await filer(calls.submit, {
    ...Object.fromEntries(figuresOf(entity).map((name) => [name, counted[name]])),
    ...period,
    content: isIdle
      ? "本期没有培训班结业，开展招生宣传和开班准备。"
      : "按计划开展培训，做好考勤和过程管理，及时组织考核。",
    ...facts,
    ...(differs && { differReason: "合格和取证人数按结业当期统计" }),
    status: stage === "unSubmit" ? stage : "firstTrial",
  });
  const [first, second] = [Math.max(0, daysAgo - 1), Math.max(0, daysAgo - 2)];
  if (stage === "back")
    await desk.as("first", {}, first)(calls.submit, { id, status: "back", reason: "结业人次与花名册不符，请核对" });
  if (stage === "reTrial" || stage === "compile")
    await desk.as("first", {}, first)(calls.submit, { id, status: "reTrial", opinion: "数据与花名册一致" });
  if (stage === "compile")
    await desk.as("second", {}, second)(calls.submit, { id, status: "compile", opinion: isIdle ? null : "同意" });
  const back = (days: number) => sql`make_interval(days => ${days})`;
  await sql`update ${sql.table(entity.table)} set create_time = create_time - ${back(daysAgo)}, commit_time = commit_time - ${back(daysAgo)},
    first_time = first_time - ${back(first)}, re_time = re_time - ${back(second)} where id = ${id}`.execute(desk.tx);
}
