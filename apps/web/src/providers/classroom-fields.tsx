import type { ClassroomRow } from "@jipei/contract/providers/classroom.ts";
import { DueDate } from "../core/format/due-date.tsx";

export const classroomColumns = [
  "classroomName",
  "classroomNo",
  "classroomType",
  "capacity",
  "workstationCount",
  "area",
  "ownership",
  { field: "leaseExpireDate", width: 190, render: (row: ClassroomRow) => <DueDate day={row.leaseExpireDate} /> },
  "fireSafe",
  "isValid",
] as const;
