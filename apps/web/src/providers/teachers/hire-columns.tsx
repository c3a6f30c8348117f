import type { OrganisationTeacherRow } from "@jipei/contract/providers/organisation-teacher.ts";
import type { TeacherHireRow } from "@jipei/contract/providers/teacher-hire.ts";
import { DueDate } from "../../core/format/due-date.tsx";

/** The last day of a hire, which warns when it is near or past. */
export const hireEnd = {
  field: "endDate",
  width: 200,
  render: (row: TeacherHireRow) => <DueDate day={row.endDate} />,
} as const;

/** The same day at what was filed. */
export const filedHireEnd = {
  field: "hireEndDate",
  width: 200,
  render: (row: OrganisationTeacherRow) => <DueDate day={row.hireEndDate} />,
} as const;
