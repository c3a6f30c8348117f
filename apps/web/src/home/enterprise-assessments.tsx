import type { OutputOf } from "@jipei/contract/core/call.ts";
import { assessmentDue, type enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import { formatDate } from "../core/format/dates.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { Link } from "../core/page/link.ts";
import { HomeRow } from "./home-row.tsx";
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
          <HomeRow
            key={row.id ?? row.classId}
            title={<Link to={getPage(row)}>{row.className}</Link>}
            facts={row.day && formatDate(row.day)}
            reason={row.reason}
            status={<StatusTag codes={assessmentDue} value={row.key} />}
          />
        ))}
      </ul>
    </section>
  );
}
