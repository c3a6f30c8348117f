import { confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import { enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import { formatDate } from "../core/format/dates.ts";
import { formatCount } from "../core/format/numbers.ts";
import { Empty, Loaded } from "../core/ui/states.tsx";
import { StatusTag } from "../core/format/status-tag.tsx";
import { useCall } from "../core/api/use-call.ts";
import { StaffAssessments } from "./enterprise-assessments.tsx";
import { StaffClaims } from "./enterprise-claims.tsx";
import { StaffClasses } from "./enterprise-classes.tsx";
import { StaffSigns } from "./enterprise-signs.tsx";
import { EnterpriseRecord } from "./enterprise-record.tsx";
import { HomeFrame } from "./home-frame.tsx";
import { HomeRow } from "./home-row.tsx";
import { HomeNotices } from "./home-notices.tsx";
import { useTexts } from "./texts.ts";

type Home = NonNullable<(typeof enterpriseHome)["output"]["$value"]>;

/** How the record of the year stands; the own classes and what their assessments wait for; the staff an enterprise signed up for classes of institutions, and what became of it; below, what the bureau announces. */
export default function EnterpriseHome() {
  const t = useTexts();
  const home = useCall(enterpriseHome, undefined);
  return (
    <HomeFrame>
      <Loaded query={home}>
        {(data) => (
          <div className="home-stack">
            <EnterpriseRecord record={data.record} />
            {data.classes.length > 0 && <StaffClasses classes={data.classes} />}
            {data.assessments.length > 0 && <StaffAssessments due={data.assessments} />}
            {data.claims.length > 0 && <StaffClaims due={data.claims} />}
            {data.due.length > 0 && <StaffSigns due={data.due} />}
            <section className="home-panel" aria-labelledby="home-signs">
              <h2 id="home-signs">{t("enterprise.title")}</h2>
              <Content home={data} />
            </section>
            <HomeNotices />
          </div>
        )}
      </Loaded>
    </HomeFrame>
  );
}

function Content({ home }: { home: Home }) {
  const t = useTexts();
  if (home.signUps.length === 0) return <Empty text={t("enterprise.none")} />;
  return (
    <>
      <dl className="figures">
        {(["pending", "accepted", "returned"] as const).map((key) => (
          <div key={key} className="figure">
            <dt>{t(`enterprise.${key}`)}</dt>
            <dd>
              <strong>{formatCount(home[key])}</strong>
            </dd>
          </div>
        ))}
      </dl>
      <ul className="home-rows">
        {home.signUps.map((row) => (
          <HomeRow
            key={row.id}
            title={<strong>{row.name}</strong>}
            facts={
              <>
                {row.className} · {row.orgName}
                {row.startDate && <> · {t("enterprise.starts", { day: formatDate(row.startDate) })}</>}
              </>
            }
            reason={row.confirmStatus === "back" ? row.backReason : null}
            status={<StatusTag codes={confirmStatus} value={row.confirmStatus} />}
          />
        ))}
      </ul>
    </>
  );
}
