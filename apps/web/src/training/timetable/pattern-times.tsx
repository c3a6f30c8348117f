import { Button } from "antd";
import { TimeControl } from "../../core/form/dates/date-controls.tsx";
import { useTexts } from "../texts.ts";
import type { PatternTime } from "./pattern.ts";

interface Props {
  times: readonly PatternTime[];
  onChange: (times: readonly PatternTime[]) => void;
}

/** When a day has lessons: morning, afternoon, evening. */
export function PatternTimes({ times, onChange }: Props) {
  const t = useTexts();
  const change = (at: number, part: Partial<PatternTime>) =>
    onChange(times.map((time, i) => (i === at ? { ...time, ...part } : time)));
  return (
    <fieldset className="pattern-group">
      <legend>{t("pattern.times")}</legend>
      {times.map(({ startTime, endTime }, i) => (
        <span key={i} className="pattern-time">
          <TimeControl
            aria-label={t("pattern.from", { n: i + 1 })}
            value={startTime}
            onChange={(value) => change(i, { startTime: value })}
          />
          <span aria-hidden="true">–</span>
          <TimeControl
            aria-label={t("pattern.to", { n: i + 1 })}
            value={endTime}
            onChange={(value) => change(i, { endTime: value })}
          />
          {times.length > 1 && (
            <button
              type="button"
              className="link-button"
              aria-label={t("pattern.removeTime", { n: i + 1 })}
              onClick={() => onChange(times.filter((_time, j) => j !== i))}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {times.length < 3 && (
        <Button size="small" onClick={() => onChange([...times, { startTime: "18:30", endTime: "20:45" }])}>
          {t("pattern.addTime")}
        </Button>
      )}
    </fieldset>
  );
}
