import { Link } from "../core/page/link.ts";
import { formatDate, formatTime } from "../core/format/dates.ts";
import { formatPercent } from "../core/format/numbers.ts";
import { Empty } from "../core/ui/states.tsx";
import type { InstitutionHomeData } from "./institution-home-data.ts";
import { useTexts } from "./texts.ts";

/** Classes that run today; those with lessons today say when. */
export function RunningClasses({ rows }: { rows: InstitutionHomeData["running"] }) {
  const t = useTexts();
  if (rows.length === 0) return <Empty text={t("running.none")} />;
  return (
    <ul className="home-rows">
      {rows.map((row) => (
        <li key={row.id}>
          <div className="due-what">
            <Link to={`/class/detail/${row.id}`}>{row.className}</Link>
            <span className="unit">
              {t("running.facts", {
                from: formatDate(row.startDate),
                to: formatDate(row.endDate),
                students: row.studentCount,
                held: row.heldCount,
                lessons: row.lessonCount,
              })}
              {row.attendanceRate && <> · {t("running.attendance", { rate: formatPercent(row.attendanceRate) })}</>}
            </span>
          </div>
          <span className="home-row-side">
            {row.firstStart && row.lastEnd ? (
              <>
                <strong className="numeric">
                  {formatTime(row.firstStart)}–{formatTime(row.lastEnd)}
                </strong>
                <span className="unit">{row.place}</span>
              </>
            ) : (
              <span className="unit">{t("running.free")}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
