import type { WorkPeriod } from "@jipei/contract/work-records/work-period.ts";
import { chinaToday } from "../core/format/dates.ts";

/** The month before the present one, which is what is reported as a rule. */
export function lastMonth(): { workYear: number; workPeriod: WorkPeriod } {
  const [year = 0, month = 1] = chinaToday().split("-").map(Number);
  return month === 1
    ? { workYear: year - 1, workPeriod: "12" }
    : { workYear: year, workPeriod: String(month - 1).padStart(2, "0") as WorkPeriod };
}
