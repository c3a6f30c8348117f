import { lessonType } from "@jipei/contract/core/fields/codes.ts";
import type { PatternPreview as Preview } from "@jipei/contract/training/lesson-pattern.ts";
import { formatDate, formatTime, getWeekday } from "../../core/format/dates.ts";
import { formatDecimal } from "../../core/format/numbers.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";

/** The lessons that the pattern makes, clashes among them first to be seen. */
export function PatternPreview({ preview: { lessons, left }, clashes }: { preview: Preview; clashes: number }) {
  const t = useTexts();
  const label = useLabel();
  return (
    <section className="pattern-preview">
      <p role="status" className={clashes > 0 || Number(left) > 0 ? "field-issue" : "unit"}>
        {t("pattern.count", { n: lessons.length })}
        {clashes > 0 && ` ${t("pattern.clashes", { n: clashes })}`}
        {Number(left) > 0 && ` ${t("pattern.left", { n: formatDecimal(left) })}`}
      </p>
      <ol>
        {lessons.map(({ lessonDate, startTime, endTime, hours, lessonType: type, content, msg, msgEn }) => (
          <li key={`${lessonDate} ${startTime}`} className={msg ? "pattern-clash" : undefined}>
            <span className="numeric">
              {formatDate(lessonDate)} {getWeekday(lessonDate)} {formatTime(startTime)}–{formatTime(endTime)}
            </span>{" "}
            <StatusTag codes={lessonType} value={type} /> {content}{" "}
            <span className="unit">{t("pattern.lessonHours", { n: formatDecimal(hours) })}</span>
            {msg && <span className="pattern-issue">{label([msg, msgEn ?? msg])}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
