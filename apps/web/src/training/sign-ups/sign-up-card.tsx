import { signUpMachine } from "@jipei/contract/training/sign-up.machine.ts";
import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { SignUp } from "@jipei/contract/training/sign-up.ts";
import { Button } from "antd";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { useTexts } from "../roster/texts.ts";
import type { OwnSignUp } from "./sign-up-form.tsx";

interface Props {
  row: OwnSignUp;
  /** Whether a sign-up for this class stands, this one or another. */
  standing: boolean;
  failed: boolean;
  onEdit: () => void;
  onAgain: () => void;
  onMakeUp: () => void;
  onWithdraw: () => void;
}

/** One of the own sign-ups, and what its state allows. */
export function SignUpCard({ row, standing, failed, onEdit, onAgain, onMakeUp, onWithdraw }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  const state = row.confirmStatus;
  return (
    <li className="card">
      <div className="card-head">
        <strong>{row.className}</strong>
        <StatusTag codes={SignUp.fields.confirmStatus.codes} value={state} />
      </div>
      <p className="unit">
        {row.orgName} · {row.signNo}
      </p>
      {state === "back" && row.backReason && (
        <p className="bad-text">{core("common.returned", { reason: row.backReason })}</p>
      )}
      <div className="card-actions">
        {leadsFrom(signUpMachine, "commit", state) && <Button onClick={onEdit}>{t("sign.edit")}</Button>}
        {state === "Invalidate" && !standing && <Button onClick={onAgain}>{t("sign.again")}</Button>}
        {state === "Confirm" && failed && <Button onClick={onMakeUp}>{t("sign.makeUp")}</Button>}
        {state !== "Invalidate" && !failed && (
          <Button danger type="text" onClick={onWithdraw}>
            {t("sign.withdraw")}
          </Button>
        )}
      </div>
    </li>
  );
}
