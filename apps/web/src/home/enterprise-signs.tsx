import { confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import type { enterpriseHome } from "@jipei/contract/home/home.ts";
import { formatDate } from "../core/format/dates.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { Link } from "../core/page/link.ts";
import { useTexts } from "./texts.ts";

/** Sign-ups of staff that the enterprise has yet to send, or to correct. */
export function StaffSigns({ due }: { due: OutputOf<typeof enterpriseHome>["due"] }) {
  const t = useTexts();
  return (
    <section className="home-panel" aria-labelledby="home-due">
      <h2 id="home-due">{t("enterprise.toSend")}</h2>
      <ul className="home-rows">
        {due.map((row) => (
          <li key={row.id}>
            <div className="due-what">
              <Link to={`/enterprise/sign/${row.id}`}>{row.className}</Link>
              <span className="unit">
                {t("enterprise.people", { n: row.people })}
                {row.signEndDate && <> · {t("enterprise.until", { day: formatDate(row.signEndDate) })}</>}
              </span>
              {row.backReason && <span className="bad-word">{t("due.reason", { reason: row.backReason })}</span>}
            </div>
            <StatusTag codes={confirmStatus} value={row.confirmStatus} />
          </li>
        ))}
      </ul>
    </section>
  );
}
