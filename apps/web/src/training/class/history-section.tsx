import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { classMachine } from "@jipei/contract/training/training-class.machine.ts";
import { AuditList } from "../../core/moves/audit-list.tsx";
import type { SectionProps } from "../../core/page/page-sections.ts";

/** Who did what with the class, when, and why. */
export default function HistorySection({ row }: SectionProps<WholeClass>) {
  return <AuditList records={row.auditList} machine={classMachine} />;
}
