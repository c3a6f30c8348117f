import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { Link } from "../../core/page/link.ts";
import { formatDate } from "../../core/format/dates.ts";
import { formatCount } from "../../core/format/numbers.ts";
import { useCall } from "../../core/api/use-call.ts";
import { Skeleton } from "../../core/ui/states.tsx";
import { useTexts } from "../texts.ts";

/** As many as a phone shows without much scrolling; the page of sign-ups has all of them. */
const shown = 5;

/** Classes one may sign up for; the list is missing, not an error, where it cannot be read. */
export function OpenClasses() {
  const t = useTexts();
  const open = useCall(classCalls.usedByPerson, { status: "unCommit", current: 1, size: shown });
  const rows = open.data?.records ?? [];
  if (rows.length === 0 && !open.isLoading) return null;
  return (
    <section aria-labelledby="home-open">
      <h2 id="home-open" className="section-title">
        {t("student.open")}
      </h2>
      {open.isLoading && <Skeleton rows={3} />}
      <ul className="student-classes">
        {rows.map((row) => (
          <li key={row.id}>
            <strong>
              <Link className="card-link" to="/stu/sign">
                {row.className}
              </Link>
            </strong>
            <p className="unit">
              {row.orgName} · {formatDate(row.startDate)} – {formatDate(row.endDate)}
            </p>
            <p className="unit">
              {t("student.seats", { n: formatCount(row.freeSeats) })}
              {row.signEndDate && <> · {t("student.until", { day: formatDate(row.signEndDate) })}</>}
            </p>
          </li>
        ))}
      </ul>
      {open.data && (
        <p>
          <Link to="/stu/sign">{t("student.openAll", { n: formatCount(open.data.total) })}</Link>
        </p>
      )}
    </section>
  );
}
