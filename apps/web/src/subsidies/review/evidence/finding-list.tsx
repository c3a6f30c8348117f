import { findingCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Finding } from "@jipei/contract/subsidies/finding.ts";
import type { FindingRow } from "@jipei/contract/subsidies/finding.ts";
import { findingSeverity } from "@jipei/contract/subsidies/subsidy-codes.ts";
import { Checkbox } from "antd";
import { useState } from "react";
import { valueIn } from "../../../core/form/fields.ts";
import { useLanguage } from "../../../core/i18n/language.ts";
import { ReasonDialog } from "../../../core/moves/reason-dialog.tsx";
import { can } from "../../../core/session/session.ts";
import { StatusTag } from "../../../core/format/status-tag.tsx";
import { useSend } from "../../../core/api/use-call.ts";
import type { ClaimSide } from "../../claims/claim-side.ts";
import { EvidenceLinks } from "./evidence-links.tsx";
import { useTexts } from "../../texts.ts";

interface Props {
  findings: readonly FindingRow[];
  /** Where warnings are confirmed by hand: the call that shows the claim, which says what is still open of it. */
  confirmedIn: ClaimSide["detail"] | null;
}

/** What the rules found: problems open, what is met behind one click; each with expected, actual and its evidence. */
export function FindingList({ findings, confirmedIn }: Props) {
  const t = useTexts();
  const [all, setAll] = useState(false);
  const problems = findings
    .filter((finding) => finding.isPass === "0")
    .sort((a, b) => (a.severity ?? "").localeCompare(b.severity ?? ""));
  const met = findings.filter((finding) => finding.isPass === "1");
  return (
    <>
      <ul className="findings">
        {problems.map((finding) => (
          <FindingItem key={finding.id} finding={finding} confirmedIn={confirmedIn} />
        ))}
      </ul>
      {met.length > 0 && (
        <p>
          <span className="finding-met">✓ {t("review.met", { n: met.length })}</span>{" "}
          <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? "review.hideMet" : "review.showMet")}
          </button>
        </p>
      )}
      {all && (
        <ul className="findings">
          {met.map((finding) => (
            <FindingItem key={finding.id} finding={finding} confirmedIn={confirmedIn} />
          ))}
        </ul>
      )}
    </>
  );
}

function FindingItem({ finding, confirmedIn }: { finding: FindingRow } & Pick<Props, "confirmedIn">) {
  const t = useTexts();
  const language = useLanguage();
  const said = (name: keyof FindingRow) => String(valueIn(Finding, finding, name, language) ?? "—");
  const [asking, setAsking] = useState(false);
  const save = useSend(findingCalls.submit, { also: confirmedIn ? [confirmedIn] : [] });
  const open = finding.isPass === "0";
  const compared = isSaid(finding.expectValue) || isSaid(finding.actualValue);
  const [sameRule, setSameRule] = useState(false);
  const confirm = (ignoreReason: string) =>
    save.mutate(
      {
        id: finding.id,
        version: finding.version,
        isIgnored: "1",
        ignoreReason,
        sameRule: sameRule ? "1" : "0",
      },
      { onSuccess: () => setAsking(false) },
    );
  return (
    <li className={open ? `finding severity-${finding.severity}` : "finding"}>
      <div className="finding-head">
        <span className="finding-code">{finding.ruleCode}</span>
        <strong>{said("ruleName")}</strong>
        {open && <StatusTag codes={findingSeverity} value={finding.severity} />}
      </div>
      {(open || !compared) && <p>{said("message")}</p>}
      {compared && (
        <p className="unit">{t("review.compared", { expected: said("expectValue"), actual: said("actualValue") })}</p>
      )}
      <EvidenceLinks links={finding.evidence} />
      {finding.isIgnored === "1" && (
        <p className="unit">{t("review.confirmed", { reason: finding.ignoreReason ?? "" })}</p>
      )}
      {confirmedIn && open && finding.severity === "2" && finding.isIgnored !== "1" && can("valid_detail_edit") && (
        <button type="button" className="link-button" onClick={() => setAsking(true)}>
          {t("review.confirmWarning")}
        </button>
      )}
      <ReasonDialog
        open={asking}
        action={t("review.confirmWarning")}
        busy={save.isPending}
        onClose={() => setAsking(false)}
        onSubmit={confirm}
        length={200}
      >
        {finding.detailId && (
          <Checkbox checked={sameRule} onChange={(event) => setSameRule(event.target.checked)}>
            {t("review.sameRule", { rule: finding.ruleCode ?? "" })}
          </Checkbox>
        )}
      </ReasonDialog>
    </li>
  );
}

/** A rule whose message says everything names no figures. */
const isSaid = (value: string | null) => value !== null && value !== "—";
