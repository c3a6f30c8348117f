import { workPeriod } from "@jipei/contract/work-records/work-period.ts";
import type { WorkRecordRow } from "@jipei/contract/work-records/work-record.ts";
import { useLabel } from "../core/i18n/language.ts";

/** A period with its year: 2026年11月. */
export function PeriodText({ row }: { row: Pick<WorkRecordRow, "workYear" | "workPeriod"> }) {
  const label = useLabel();
  const [zh, en] = workPeriod.codes[row.workPeriod];
  return label([`${row.workYear}年${zh}`, `${en} ${row.workYear}`]);
}
