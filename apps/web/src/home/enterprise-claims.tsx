import type { OutputOf } from "@jipei/contract/core/call.ts";
import { claimDue, type enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import { formatDate } from "../core/format/dates.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { Link } from "../core/page/link.ts";
import { HomeRow } from "./home-row.tsx";
import { useTexts } from "./texts.ts";

type Due = OutputOf<typeof enterpriseHome>["claims"];

const getPage = ({ id, classId }: Due[number]): PageLink =>
  id === null ? `/ent/subsidy/new?classId=${classId}` : `/ent/subsidy/${id}`;

/** What is to be done until the training of staff is paid, and until when it can be claimed for. */
export function StaffClaims({ due }: { due: Due }) {
  const t = useTexts();
  return (
    <section className="home-panel" aria-labelledby="home-claims">
      <h2 id="home-claims">{t("enterprise.claims")}</h2>
      <ul className="home-rows">
        {due.map((row) => (
          <HomeRow
            key={row.id ?? row.classId}
            title={<Link to={getPage(row)}>{row.className}</Link>}
            facts={
              <>
                {t("enterprise.people", { n: row.people })}
                {row.day && <> · {t("enterprise.claimUntil", { day: formatDate(row.day) })}</>}
              </>
            }
            reason={row.reason}
            status={<StatusTag codes={claimDue} value={row.key} />}
          />
        ))}
      </ul>
    </section>
  );
}
