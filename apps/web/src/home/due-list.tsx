import { institutionDue } from "@jipei/contract/home/institution-home.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import { useState } from "react";
import { Link } from "../core/page/link.ts";
import { chinaToday, daysBetween, formatDate } from "../core/format/dates.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import type { InstitutionHomeData } from "./institution-home-data.ts";
import { useTexts } from "./texts.ts";

type Due = InstitutionHomeData["due"][number];

/** Where each is dealt with. */
const pages: Readonly<Record<Due["key"], (id: string) => PageLink>> = {
  organisation: () => "/my/org/info",
  course: () => "/my/org/course?confirmStatus=back",
  teacher: () => "/my/org/teacher",
  plan: () => "/my/plan?confirmStatus=back",
  class: (id) => `/class/detail/${id}`,
  student: (id) => `/class/detail/${id}?section=roster`,
  test: (id) => `/my/test/${id}`,
  claim: (id) => `/my/subsidy/${id}`,
  attendance: (id) => `/my/class/schedule?class=${id}&view=attendance`,
  timetable: (id) => `/class/detail/${id}?section=timetable`,
  assessment: (id) => `/my/test/new?classId=${id}`,
  unclaimed: (id) => `/my/subsidy/new?classId=${id}`,
  followUp: (id) => `/my/class/employment?classId=${id}`,
};
const shown = 12;

/** Things to do one by one, what was sent back first, each with its reason or its last day. */
export function DueList({ due }: { due: readonly Due[] }) {
  const t = useTexts();
  const [all, setAll] = useState(false);
  const rows = all ? due : due.slice(0, shown);
  return (
    <>
      <ul className="home-rows due-rows">
        {rows.map((row, index) => (
          <li key={`${row.key}-${row.id}-${index}`}>
            <StatusTag codes={institutionDue} value={row.key} />
            <div className="due-what">
              <Link to={pages[row.key](row.id)}>{row.title}</Link>
              <Why row={row} />
            </div>
          </li>
        ))}
      </ul>
      {due.length > shown && (
        <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("due.fewer") : t("due.all", { count: due.length })}
        </button>
      )}
    </>
  );
}

function Why({ row }: { row: Due }) {
  const t = useTexts();
  const day = row.day ? formatDate(row.day) : "";
  const left = row.day ? daysBetween(chinaToday(), row.day) : 0;
  switch (row.key) {
    case "attendance":
      return <span className="unit">{t("due.attendance", { count: row.count ?? 0, day })}</span>;
    case "timetable":
      return (
        <span className={left <= 7 ? "bad-word" : "unit"}>
          {left >= 0 ? t("due.starts", { day, count: left }) : t("due.started", { day })}
        </span>
      );
    case "assessment":
      return <span className="unit">{t("due.ended", { day })}</span>;
    case "followUp":
      return <span className="unit">{t("due.followUp", { count: row.count ?? 0, day })}</span>;
    case "unclaimed":
      return (
        <span className={left <= 30 ? "bad-word" : "unit"}>
          {t("due.claim", { people: row.count ?? 0, day, count: left })}
        </span>
      );
    default:
      return row.reason ? <span className="unit">{t("due.reason", { reason: row.reason })}</span> : null;
  }
}
