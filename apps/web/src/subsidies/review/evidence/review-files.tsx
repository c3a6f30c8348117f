import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Input } from "antd";
import { AuditList } from "../../../core/moves/audit-list.tsx";
import { FileList } from "../../../core/files/file-list.tsx";
import { useLabel } from "../../../core/i18n/language.ts";
import { useTexts as useCoreTexts } from "../../../core/i18n/core-texts.ts";
import { claimHistory } from "../../claims/claim-calls.ts";
import { ClaimForms } from "../../claims/claim-forms.tsx";
import type { WholeClaim } from "../../claims/claim-calls.ts";
import { PaymentLedger } from "../../payment/payment-ledger.tsx";
import { useTexts } from "../../texts.ts";
import { useReviewing } from "../use-reviewing.ts";

interface Props {
  claim: WholeClaim;
  /** What the reviewer says with passing the claim. */
  opinion: string;
  /** Left out: somebody else writes the draft. */
  onOpinion?: (opinion: string) => void;
}

/** Documents and payee of the claim, the opinion of the current reviewer, and the growing history. */
export function ReviewFiles({ claim, opinion, onOpinion }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  const label = useLabel();
  const { bankName, bankAccount, bankAccountName, firstOpinion, reOpinion } = SubsidyApplication.fields;
  const reviewing = useReviewing(claim);
  const asked = reviewing && { first: firstOpinion, second: reOpinion }[reviewing];
  return (
    <aside className="review-files">
      <h2>{t("claim.documents")}</h2>
      <FileList files={claim.attachmentList} />
      <ClaimForms claim={claim} />
      <PaymentLedger claim={claim} />
      <dl className="facts">
        <div>
          <dt>{label(bankAccountName)}</dt>
          <dd>{claim.bankAccountName ?? "—"}</dd>
        </div>
        <div>
          <dt>{label(bankName)}</dt>
          <dd>{claim.bankName ?? "—"}</dd>
        </div>
        <div>
          <dt>{label(bankAccount)}</dt>
          <dd>{claim.bankAccount ?? "—"}</dd>
        </div>
      </dl>
      {asked && (
        <label className="review-opinion">
          {label(asked)}
          <Input.TextArea
            value={opinion}
            disabled={!onOpinion}
            onChange={(event) => onOpinion?.(event.target.value)}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 8 }}
            placeholder={t("review.opinionHint")}
          />
        </label>
      )}
      <h2>{core("audit.title")}</h2>
      <AuditList records={claim.auditList} machine={claimHistory} />
    </aside>
  );
}
