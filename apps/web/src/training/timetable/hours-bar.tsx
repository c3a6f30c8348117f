import { useTexts } from "../texts.ts";
import type { Lesson } from "./timetable-calls.ts";
import { findHours } from "./week.ts";

/** Hours planned against hours filed, and the share of practice. */
export function HoursBar({ lessons, required }: { lessons: readonly Lesson[]; required: string }) {
  const t = useTexts();
  const { planned, practiceShare } = findHours(lessons);
  const part = Math.min(100, (Number(planned) / Number(required)) * 100);
  const text = t("week.bar", { planned: Number(planned), required: Number(required) });
  return (
    <span className="hours-bar">
      <span
        className="hours-bar-track"
        role="progressbar"
        aria-valuenow={Math.floor(part)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={text}
      >
        <span
          className={part < 100 ? "hours-bar-fill short" : "hours-bar-fill"}
          style={{ display: "block", width: `${part}%` }}
        />
      </span>
      <span>
        {text}
        {practiceShare !== null && ` · ${t("week.practice", { share: practiceShare })}`}
      </span>
    </span>
  );
}
