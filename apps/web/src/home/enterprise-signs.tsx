import { confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import type { enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import { formatDate } from "../core/format/dates.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { Link } from "../core/page/link.ts";
import { HomeRow } from "./home-row.tsx";
import { useTexts } from "./texts.ts";

/** Sign-ups of staff that the enterprise has yet to send, or to correct. */
export function StaffSigns({ due }: { due: OutputOf<typeof enterpriseHome>["due"] }) {
  const t = useTexts();
  return (
    <section className="home-panel" aria-labelledby="home-due">
      <h2 id="home-due">{t("enterprise.toSend")}</h2>
      <ul className="home-rows">
        {due.map((row) => (
          <HomeRow
            key={row.id}
            title={<Link to={`/enterprise/sign/${row.id}`}>{row.className}</Link>}
            facts={
              <>
                {t("enterprise.people", { n: row.people })}
                {row.signEndDate && <> · {t("enterprise.until", { day: formatDate(row.signEndDate) })}</>}
              </>
            }
            reason={row.backReason}
            status={<StatusTag codes={confirmStatus} value={row.confirmStatus} />}
          />
        ))}
      </ul>
    </section>
  );
}
