import { bureauHome } from "@jipei/contract/home/bureau-home.ts";
import { Tag } from "antd";
import { useCall } from "../api/use-call.ts";
import { chinaToday, daysBetween } from "../format/dates.ts";
import { useTexts } from "../i18n/core-texts.ts";

/** Since how many days a case waits; marked once it is beyond the limit of a review, which is the bureau's. */
export function Waited({ since }: { since: string | null }) {
  const t = useTexts();
  const home = useCall(bureauHome, undefined, { staleTime: 60_000 });
  if (!since) return <span className="blank">—</span>;
  const day = since.slice(0, 10);
  const days = Math.max(0, daysBetween(day, chinaToday()));
  return (
    <>
      {t("queue.days", { count: days })}{" "}
      {home.data && day < home.data.overdueBefore && <Tag color="error">{t("queue.overdue")}</Tag>}
    </>
  );
}
