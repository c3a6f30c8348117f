import type { OutputOf } from "@jipei/contract/core/call.ts";
import type { claimPreview } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Alert } from "antd";
import { Link } from "../../core/page/link.ts";
import { Money } from "../../core/format/money.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { FormulaText } from "../review/evidence/formula.tsx";
import { useTexts } from "../texts.ts";
import type { ClaimLine } from "./claim-calls.ts";

/** What a claim of either side would have. */
export interface Found extends Omit<OutputOf<typeof claimPreview>, "lines"> {
  lines: Pick<ClaimLine, "id" | "name" | "certNo" | "formula" | "payableAmount">[];
}

/** Who can be claimed for with which amount and until when, and which rule keeps each of the others out. */
export function ClaimPreview({ found, page }: { found: Found; page: "/my/subsidy" | "/ent/subsidy" }) {
  const t = useTexts();
  const label = useLabel();
  if (found.claimId)
    return (
      <Alert
        type="info"
        showIcon
        title={t("create.underWay")}
        action={<Link to={`${page}/${found.claimId}`}>{t("create.openUnderWay")}</Link>}
      />
    );
  return (
    <>
      <p className="claim-sums">
        <strong>{t("create.able", { n: found.lines.length })}</strong>
        <span>
          {t("create.total")} <Money value={found.applyAmount} strong />
        </span>
        {found.lastClaimDay && <span>{t("create.deadline", { day: found.lastClaimDay })}</span>}
      </p>
      {found.lines.length === 0 && <Alert type="warning" showIcon title={t("create.nobody")} />}
      <ul className="claim-people">
        {found.lines.map((line) => (
          <li key={line.id}>
            <span className="claim-name">{line.name}</span>
            <span className="unit">{line.certNo}</span>
            <FormulaText steps={line.formula} />
            <Money value={line.payableAmount} strong />
          </li>
        ))}
      </ul>
      {found.excluded.length > 0 && (
        <section aria-labelledby="excluded">
          <h2 id="excluded" className="section-title">
            {t("create.excluded", { n: found.excluded.length })}
          </h2>
          <ul className="claim-people excluded">
            {found.excluded.map((one) => (
              <li key={one.studentId}>
                <span className="claim-name">{one.name}</span>
                <span className="unit">{one.studentNo}</span>
                <span>{label({ zh: one.message, en: one.messageEn })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
