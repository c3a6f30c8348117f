import { classMachine } from "@jipei/contract/classes/training-class.machine.ts";
import { AuditList } from "../core/audit-list.tsx";
import type { AuditRow } from "../core/audit-list.tsx";
import type { SectionProps } from "../core/page-sections.ts";

/** Who did what with the class, when, and why. */
export default function HistorySection({ row }: SectionProps) {
  return <AuditList records={row["auditList"] as AuditRow[]} machine={classMachine} />;
}
