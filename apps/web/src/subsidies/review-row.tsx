import { personCategory } from "@jipei/contract/core/codes.ts";
import { claimDetail, lineUnapprove } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { Button, Input } from "antd";
import { useState } from "react";
import { useLabel } from "../core/i18n/language.ts";
import { ReasonDialog } from "../core/reason-dialog.tsx";
import { formatMoney } from "../core/numbers.ts";
import { can, useSession } from "../core/session.ts";
import { useSend } from "../core/use-call.ts";
import type { ClaimLine, WholeClaim } from "./claim-calls.ts";
import { Experience } from "./experience.tsx";
import { FindingList } from "./finding-list.tsx";
import { FormulaTable } from "./formula.tsx";
import { type Decision, isAmountWrong } from "./review-state.ts";
import { RowFindings, useRowFindings } from "./row-findings.tsx";
import { useTexts } from "./texts.ts";

interface Props {
  claim: WholeClaim;
  line: ClaimLine;
  decision: Decision | null;
  onDecide: (decision: Decision | null) => void;
}

/** One row: the person, the amount with its formula, what each rule found, and the decision. */
export function ReviewRow({ claim, line, decision, onDecide }: Props) {
  const t = useTexts();
  const label = useLabel();
  const { info } = useSession();
  const [refusing, setRefusing] = useState(false);
  const deciding = claim.status === "firstTrial" && can("subsidy_apply_first_commit");
  // The second reviewer refuses a row at once, and the claim goes back to the first.
  const rejecting =
    claim.status === "reTrial" &&
    line.detailStatus === "1" &&
    claim.firstUser !== info?.userId &&
    can("subsidy_apply_re_commit") &&
    can("subsidy_apply_detail_un_approve");
  const reject = useSend(lineUnapprove, { also: [claimDetail] });
  const found = useRowFindings(claim, line.id);
  const open = line.openFindings;
  const blocked = line.trialResult === "3";
  const wrong = isAmountWrong(line, decision ? { [line.id]: decision } : {});
  const why = open > 0 ? t("review.open", { n: open }) : undefined;
  // What an earlier review said of a row that is approved now would mislead.
  const refusal = decision ? decision.unApproveReason : line.detailStatus === "2" ? line.unApproveReason : null;
  const refuse = (reason: string) => {
    if (deciding) {
      onDecide({ detailStatus: "2", unApproveReason: reason });
      return setRefusing(false);
    }
    reject.mutate({ ids: line.id, unApproveReason: reason }, { onSuccess: () => setRefusing(false) });
  };
  const fact = (name: keyof typeof SubsidyLine.fields, value: string | null) => (
    <div>
      <dt>{label(SubsidyLine.fields[name])}</dt>
      <dd>{value ?? "—"}</dd>
    </div>
  );
  return (
    <section className="review-row" aria-labelledby="row-name">
      <h2 id="row-name">{line.name}</h2>
      <dl className="facts">
        {fact("idNumber", line.idNumber)}
        {fact("personCategory", line.personCategory ? label(personCategory.codes[line.personCategory]) : null)}
        {fact("certNo", line.certNo)}
        {fact("certIssueDate", line.certIssueDate)}
        {fact("attendanceRate", line.attendanceRate === null ? null : `${line.attendanceRate}%`)}
        {fact("theoryScore", line.theoryScore)}
        {fact("practiceScore", line.practiceScore)}
      </dl>
      <FormulaTable steps={line.formula} blocked={blocked} />
      {blocked && <p className="review-refused">{t("review.barred")}</p>}
      {deciding && (
        <div className="review-decision">
          <label>
            {t("review.lower")}
            <Input
              className="numeric"
              value={decision?.approvedAmount ?? line.approvedAmount ?? line.applyAmount}
              onChange={(event) => onDecide({ detailStatus: "1", approvedAmount: event.target.value })}
              disabled={open > 0 || decision?.detailStatus === "2"}
              title={why}
              status={wrong ? "error" : undefined}
              aria-invalid={wrong}
            />
          </label>
          <Button
            type={decision?.detailStatus === "1" ? "primary" : "default"}
            disabled={open > 0}
            title={why}
            onClick={() =>
              onDecide({
                detailStatus: "1",
                approvedAmount: decision?.approvedAmount ?? line.approvedAmount ?? line.applyAmount,
              })
            }
          >
            {t("review.approve")}
          </Button>
          <Button
            danger
            type={decision?.detailStatus === "2" ? "primary" : "default"}
            onClick={() => setRefusing(true)}
          >
            {t("review.refuse")}
          </Button>
        </div>
      )}
      {deciding && wrong && (
        <p className="review-refused" role="alert">
          {t("review.lessThan", { n: formatMoney(line.payableAmount ?? "0") })}
        </p>
      )}
      {rejecting && (
        <div className="review-decision">
          <Button danger onClick={() => setRefusing(true)}>
            {t("review.refuse")}
          </Button>
          <span className="unit">{t("review.refuseInSecond")}</span>
        </div>
      )}
      {refusal && <p className="review-refused">{t("review.refused", { reason: refusal })}</p>}
      <ReasonDialog
        open={refusing}
        action={t("review.refuse")}
        danger
        length={200}
        busy={reject.isPending}
        usual={[t("review.usual.attendance"), t("review.usual.identity"), t("review.usual.amount")]}
        onClose={() => setRefusing(false)}
        onSubmit={refuse}
      />
      {claim.trialTime === null ? (
        <p className="blank">{t("review.notRun")}</p>
      ) : (
        <RowFindings found={found} confirmable={claim.status === "firstTrial"} />
      )}
      {claim.headFindings.length > 0 && (
        <>
          <h3>{t("review.head")}</h3>
          <FindingList findings={claim.headFindings} confirmable={claim.status === "firstTrial"} />
        </>
      )}
      <Experience studentId={line.studentId} />
    </section>
  );
}
