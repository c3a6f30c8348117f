import { daysOf } from "@jipei/contract/work-records/work-period.ts";
import {
  type FigureName,
  type Figures,
  type RecordEntity,
  statedFigures,
} from "@jipei/contract/work-records/work-record.ts";
import { Decimal } from "decimal.js";
import type { Draft } from "../core/entity/columns.ts";
import { today } from "../core/foundation/clock.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import type { StoredRecord } from "./kinds.ts";

/** Nothing is reported of a period that has not begun. @throws FIELD_INVALID */
export function assertBegun(entity: RecordEntity, { workYear, workPeriod }: Draft<RecordEntity>): void {
  if (daysOf(workYear, workPeriod).from > today())
    throw invalidValue(entity, "workPeriod", "该期间尚未开始", "the period has not begun");
}

/** certified ≤ passed ≤ finished ≤ planned × 1.5. @throws WORK_COUNTS */
export function assertCounts({ certCount, passCount, finishedCount, plannedCount }: StoredRecord): void {
  const isAbovePlan = plannedCount !== null && finishedCount > plannedCount * 1.5;
  if (certCount > passCount || passCount > finishedCount || isAbovePlan) throw new Refusal("WORK_COUNTS");
}

/** The figures that a record states otherwise than the system counts; what it leaves empty it does not state. */
export function findDifferences(entity: RecordEntity, row: object, counted: Figures): FigureName[] {
  const stated = row as Readonly<Partial<Record<FigureName, number | string | null>>>;
  return statedFigures(entity).filter((name) => {
    const value = stated[name];
    return value !== null && value !== undefined && !new Decimal(value).eq(counted[name]);
  });
}
