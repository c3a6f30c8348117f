import { Tag } from "antd";
import { chinaToday, daysBetween } from "../../../core/format/dates.ts";
import { useTexts } from "../../texts.ts";

/** Since how many days a case waits; marked once it is beyond the limit of a review. */
export function Waited({ since, overdueBefore }: { since: string | null; overdueBefore: string | undefined }) {
  const t = useTexts();
  if (!since) return <span className="blank">—</span>;
  const days = Math.max(0, daysBetween(since.slice(0, 10), chinaToday()));
  return (
    <>
      {t("queue.days", { count: days })}{" "}
      {overdueBefore !== undefined && since.slice(0, 10) < overdueBefore && (
        <Tag color="error">{t("queue.overdue")}</Tag>
      )}
    </>
  );
}
