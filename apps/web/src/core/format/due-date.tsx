import { Tag } from "antd";
import { chinaToday, daysBetween, formatDate } from "./dates.ts";
import { useLabel } from "../i18n/language.ts";

/** Days before a last day at which it is highlighted (a reminder is sent on the same day). */
const soon = 30;

/** A last day, with a warning when it is near or past. */
export function DueDate({ day }: { day: string | null }) {
  const label = useLabel();
  if (!day) return <span className="blank">—</span>;
  const left = daysBetween(chinaToday(), day);
  return (
    <>
      {formatDate(day)}{" "}
      {left < 0 ? (
        <Tag color="error">{label(["已到期", "Expired"])}</Tag>
      ) : (
        left <= soon && (
          <Tag color="warning">{label([`${left}天后到期`, left === 1 ? "1 day left" : `${left} days left`])}</Tag>
        )
      )}
    </>
  );
}
