import { formatCount, formatHours } from "../../core/format/numbers.ts";

export interface CountedRow {
  studentCount: number | null;
  planCount: number;
  scheduledHours: string | null;
  totalHours: string;
}

/** Columns of the lists of classes of either side: what there is, of what was planned. */
export const people = {
  field: "studentCount",
  title: ["学员 / 计划", "Students / planned"],
  width: 110,
  render: (row: CountedRow) => (
    <span className="numeric">{`${formatCount(row.studentCount ?? 0)} / ${formatCount(row.planCount)}`}</span>
  ),
} as const;
export const hours = {
  field: "scheduledHours",
  title: ["已排 / 总课时", "Planned / total hours"],
  width: 120,
  render: (row: CountedRow) => (
    <span className="numeric">{`${formatHours(row.scheduledHours ?? 0)} / ${formatHours(row.totalHours)}`}</span>
  ),
} as const;
