import type { OutputOf } from "@jipei/contract/core/call.ts";
import { confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import type { enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import { formatDate } from "../core/format/dates.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { Link } from "../core/page/link.ts";
import { HomeRow } from "./home-row.tsx";
import { useTexts } from "./texts.ts";

/** Classes that the enterprise runs for its own staff and that are not over. */
export function StaffClasses({ classes }: { classes: OutputOf<typeof enterpriseHome>["classes"] }) {
  const t = useTexts();
  return (
    <section className="home-panel" aria-labelledby="home-classes">
      <h2 id="home-classes">{t("enterprise.classes")}</h2>
      <ul className="home-rows">
        {classes.map((row) => (
          <HomeRow
            key={row.id}
            title={<Link to={`/enterprise/class/${row.id}`}>{row.className}</Link>}
            facts={`${t("enterprise.period", { from: formatDate(row.startDate), to: formatDate(row.endDate) })} · ${t("enterprise.people", { n: row.people })}`}
            reason={row.confirmStatus === "back" ? row.backReason : null}
            status={<StatusTag codes={confirmStatus} value={row.confirmStatus} />}
          />
        ))}
      </ul>
    </section>
  );
}
