import type { OutputOf } from "@jipei/contract/core/call.ts";
import { assessmentDue, type enterpriseHome } from "@jipei/contract/home/home.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import { formatDate } from "../core/format/dates.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { Link } from "../core/page/link.ts";
import { useTexts } from "./texts.ts";

type Due = OutputOf<typeof enterpriseHome>["assessments"];

const getPage = ({ id, classId }: Due[number]): PageLink =>
  id === null ? `/ent/test/new?classId=${classId}` : `/ent/test/${id}`;

/** What is to be done until staff who were trained have their certificates. */
export function StaffAssessments({ due }: { due: Due }) {
  const t = useTexts();
  return (
    <section className="home-panel" aria-labelledby="home-assessments">
      <h2 id="home-assessments">{t("enterprise.assessments")}</h2>
      <ul className="home-rows">
        {due.map((row) => (
          <li key={row.id ?? row.classId}>
            <div className="due-what">
              <Link to={getPage(row)}>{row.className}</Link>
              {row.day && <span className="unit">{formatDate(row.day)}</span>}
              {row.reason && <span className="bad-word">{t("due.reason", { reason: row.reason })}</span>}
            </div>
            <StatusTag codes={assessmentDue} value={row.key} />
          </li>
        ))}
      </ul>
    </section>
  );
}
