import { Button } from "antd";
import { addDays } from "../../core/format/dates.ts";
import { usePhone } from "../../core/ui/use-width.ts";
import { useTexts } from "../texts.ts";
import { HoursBar } from "./hours-bar.tsx";
import type { Lesson, Mode } from "./timetable-calls.ts";
import { findHours, getMonday } from "./week.ts";

interface Props {
  lessons: readonly Lesson[];
  /** Hours that the class has to give, 课时. */
  required: string;
  /** First day of the class. */
  start: string;
  monday: string;
  mode: Mode;
  onWeek: (monday: string) => void;
  onCopy: () => void;
  onPattern: () => void;
  onPrint: () => void;
  onAdd: () => void;
}

/** Above a timetable: hours planned against hours required, the week, and what may be done with the whole. A phone has no weeks. */
export function TimetableBar({
  lessons,
  required,
  start,
  monday,
  mode,
  onWeek,
  onCopy,
  onPattern,
  onPrint,
  onAdd,
}: Props) {
  const t = useTexts();
  const phone = usePhone();
  const turn = (days: number, text: string, sign: string) => (
    <Button onClick={() => onWeek(addDays(monday, days))} aria-label={text} title={text}>
      {sign}
    </Button>
  );
  return (
    <div className="timetable-bar">
      <HoursBar lessons={lessons} required={required} />
      <span className="grow" />
      {!phone && (
        <>
          {turn(-7, t("week.previous"), "‹")}
          <span className="numeric">{t("week.of", { from: monday, to: addDays(monday, 6) })}</span>
          {turn(7, t("week.next"), "›")}
          <Button onClick={() => onWeek(getMonday(lessons[0]?.lessonDate ?? start))}>{t("week.first")}</Button>
        </>
      )}
      {!phone && lessons.length > 0 && (
        <>
          {mode === "plan" && <Button onClick={onCopy}>{t("week.copy")}</Button>}
          <Button onClick={onPrint}>{t("week.print")}</Button>
        </>
      )}
      {mode === "plan" && (
        <>
          {Number(findHours(lessons).planned) < Number(required) && (
            <Button type={lessons.length === 0 ? "primary" : "default"} onClick={onPattern}>
              {t("pattern.open")}
            </Button>
          )}
          <Button type={lessons.length === 0 ? "default" : "primary"} onClick={onAdd}>
            {t("week.add")}
          </Button>
        </>
      )}
    </div>
  );
}
