import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { SectionBadge } from "../../core/page/section-badge.tsx";
import { useTexts } from "../texts.ts";

/** Hours planned; a problem while they are fewer than filed. */
export default function TimetableBadge({ row }: SectionProps<WholeClass>) {
  const t = useTexts();
  const planned = Number(row.scheduledHours ?? 0);
  const required = Number(row.totalHours);
  return <SectionBadge count={planned} problem={planned < required ? t("week.bar", { planned, required }) : null} />;
}
