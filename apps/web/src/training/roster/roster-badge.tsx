import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { SectionBadge } from "../../core/page/section-badge.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { useTexts } from "./texts.ts";

/** People on the roster; a problem while some are returned. */
export default function RosterBadge({ id, row }: SectionProps<WholeClass>) {
  const t = useTexts();
  const back = useCall(
    studentCalls.list,
    { classId: id, confirmStatus: "back", current: 1, size: 1 },
    { summary: true },
  );
  const count = (back.data as { total: number } | undefined)?.total ?? 0;
  return (
    <SectionBadge count={Number(row.studentCount ?? 0)} problem={count > 0 ? t("roster.back", { count }) : null} />
  );
}
