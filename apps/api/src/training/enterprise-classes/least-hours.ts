import { apprenticeship, jobTransfer, preJob, safety } from "@jipei/contract/training/enterprise-class.ts";
import { Decimal } from "decimal.js";
import { addDays, addMonths } from "../../core/foundation/clock.ts";

/** Hours of a pre-job or job-transfer training (rules §2.2). */
const aboutThePost = 24;
/** Hours of an apprenticeship in a year. */
const yearlyOfApprentices = 260;
/** Hours of the yearly safety training of staff, in a high-risk industry and elsewhere (rules §2.3). */
const safetyHours = { "1": 20, "0": 8 } as const;

export interface MeasuredClass {
  trainKind: string;
  startDate: string;
  endDate: string;
}

/**
 * The fewest lesson hours of a class of an enterprise: those of its kind, and never less than the minimum of its course, below which nobody is
 * claimed for (AT11).
 * @param courseHours the minimum of the course
 */
export const getLeastHours = (row: MeasuredClass, courseHours: string, isHighRisk: "0" | "1"): Decimal =>
  Decimal.max(courseHours, getHoursOfKind(row, isHighRisk));

function getHoursOfKind(row: MeasuredClass, isHighRisk: "0" | "1"): Decimal.Value {
  switch (row.trainKind) {
    case preJob:
    case jobTransfer:
      return aboutThePost;
    case apprenticeship:
      return new Decimal(yearlyOfApprentices).times(countMonths(row)).div(12).toDecimalPlaces(1, Decimal.ROUND_UP);
    case safety:
      return safetyHours[isHighRisk];
    default:
      return 0;
  }
}

/** Whole months from the first day to the last. */
function countMonths({ startDate, endDate }: MeasuredClass): number {
  let months = 0;
  while (addMonths(startDate, months + 1) <= addDays(endDate, 1)) months++;
  return months;
}
