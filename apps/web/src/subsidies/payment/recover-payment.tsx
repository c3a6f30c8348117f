import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { paymentMachine } from "@jipei/contract/subsidies/payment.machine.ts";
import { Button, Input, Radio } from "antd";
import { useId, useState } from "react";
import { FileList } from "../../core/files/file-list.tsx";
import { plainNumber } from "../../core/form/form-values.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { UploadDialog } from "../../core/files/upload-dialog.tsx";
import { isWithin } from "../review/review-state.ts";
import { useTexts } from "../texts.ts";

/** What a recovery rests on, and whether the decision finds the training false. */
interface Said {
  reason: string;
  recoveryList: string[];
  forFalseness: "0" | "1";
  /** Yuan; everything that is left where it is empty. */
  recoveredAmount: string | null;
}

/** A recovery rests on a decision, which stays with the claim. */
export function RecoverPayment({
  rest,
  isWhole = false,
  busy,
  onClose,
  onSubmit,
}: {
  /** The most that can be recovered, in yuan. */
  rest: string;
  /** What was found to be recovered is recovered as a whole. */
  isWhole?: boolean;
  busy: boolean;
  onClose: () => void;
  onSubmit: (said: Said) => void;
}) {
  const t = useTexts();
  const label = useLabel();
  const question = useId();
  const [files, setFiles] = useState<FileItem[]>([]);
  const [forFalseness, setFalseness] = useState<"0" | "1" | null>(null);
  const [amount, setAmount] = useState("");
  const [uploading, setUploading] = useState(false);
  const [tried, setTried] = useState(false);
  const wrong = amount.trim() !== "" && !isWithin(amount.trim(), rest);
  const submit = (reason: string) => {
    setTried(true);
    if (files.length > 0 && forFalseness && !wrong)
      onSubmit({
        reason,
        recoveryList: files.map((file) => file.attId),
        forFalseness,
        recoveredAmount: amount.trim() || null,
      });
  };
  return (
    <>
      <ReasonDialog
        open
        action={label(paymentMachine.actions.recover)}
        danger
        busy={busy}
        dirty={files.length > 0 || forFalseness !== null || amount !== ""}
        onClose={onClose}
        onSubmit={submit}
      >
        <div className="pay-form">
          {isWhole ? (
            <p>{t("pay.recoversWhole", { rest })}</p>
          ) : (
            <label>
              {t("pay.recovered")}
              <Input
                className="numeric"
                inputMode="decimal"
                value={amount}
                placeholder={t("pay.recoveredHint", { rest })}
                onChange={(event) => setAmount(plainNumber(event.target.value))}
                status={tried && wrong ? "error" : undefined}
                aria-invalid={tried && wrong}
              />
              {tried && wrong && (
                <span role="alert" className="field-issue">
                  {t("pay.recoveredWrong", { rest })}
                </span>
              )}
            </label>
          )}
          <FileList files={files} onRemove={(file) => setFiles(files.filter((one) => one.attId !== file.attId))} />
          <Button onClick={() => setUploading(true)}>{t("pay.decision")}</Button>
          {tried && files.length === 0 && (
            <span role="alert" className="field-issue">
              {t("pay.decisionMissing")}
            </span>
          )}
          <span id={question}>{t("pay.falseness")}</span>
          <Radio.Group
            aria-labelledby={question}
            vertical
            value={forFalseness}
            onChange={({ target }) => setFalseness(target.value === "1" ? "1" : "0")}
            options={[
              { value: "1", label: t("pay.isFalse") },
              { value: "0", label: t("pay.isNotFalse") },
            ]}
          />
          {tried && !forFalseness && (
            <span role="alert" className="field-issue">
              {t("pay.falsenessMissing")}
            </span>
          )}
        </div>
      </ReasonDialog>
      <UploadDialog
        open={uploading}
        title={t("pay.decision")}
        value={files}
        onClose={() => setUploading(false)}
        onSubmit={setFiles}
      />
    </>
  );
}
