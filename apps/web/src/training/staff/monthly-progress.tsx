import type { Schedule } from "@jipei/contract/training/enterprise-class.calls.ts";
import { formatHours, sumDecimals } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import "./staff.css";

const hoursOf = (lessons: readonly Schedule[]): string => sumDecimals(lessons.map(({ hours }) => hours ?? "0"));

/** How far an apprenticeship has come: its lesson hours (课时) month by month, held and planned. */
export function MonthlyProgress({ schedules }: { schedules: readonly Schedule[] }) {
  const label = useLabel();
  const months = [...Map.groupBy(schedules, ({ date }) => date.slice(0, 7))].toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <section aria-labelledby="monthly-progress">
      <h3 id="monthly-progress">{label(["每月进度（课时）", "Hours month by month"])}</h3>
      <ol className="monthly-progress">
        {months.map(([month, lessons]) => {
          const planned = hoursOf(lessons);
          const held = hoursOf(lessons.filter(({ isHeld }) => isHeld === "1"));
          const said = `${formatHours(held)} / ${formatHours(planned)}`;
          return (
            <li key={month}>
              <span>{month}</span>
              <meter min={0} max={Number(planned)} value={Number(held)} aria-label={`${month} ${said}`} />
              <span className="numeric">{said}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
