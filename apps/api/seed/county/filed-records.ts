import type { WorkPeriod } from "@jipei/contract/work-records/work-period.ts";
import { type RecordEntity, type recordCalls, figuresOf } from "@jipei/contract/work-records/work-record.ts";
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
  // People may pass in one period who finished in the one before.
  const passCount = Math.min(figures.passCount, figures.finishedCount);
  const counted = { ...figures, passCount, certCount: Math.min(figures.certCount, passCount) };
  const differs = counted.passCount !== figures.passCount || counted.certCount !== figures.certCount;
  const { id } = await filer(calls.submit, {
    ...Object.fromEntries(figuresOf(entity).map((name) => [name, counted[name]])),
    ...period,
    ...facts,
    ...(differs && { differReason: "合格和取证人数按结业当期统计" }),
    status: stage === "unSubmit" ? stage : "firstTrial",
  });
  const [first, second] = [1, 2].map((days) => Math.max(0, daysAgo - days));
  if (stage === "back")
    await desk.as("first", {}, first)(calls.submit, { id, status: "back", reason: "结业人次与花名册不符，请核对" });
  if (stage === "reTrial" || stage === "compile")
    await desk.as("first", {}, first)(calls.submit, { id, status: "reTrial" });
  if (stage === "compile") await desk.as("second", {}, second)(calls.submit, { id, status: "compile" });
}
