import { payStatus, subsidyKind } from "@jipei/contract/core/fields/codes.ts";
import { objectionState, paymentObjectionCalls } from "@jipei/contract/subsidies/payment-objection.ts";
import type { studentHome } from "@jipei/contract/home/student-home.ts";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { formatDate } from "../../core/format/dates.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { Money } from "../../core/format/money.tsx";
import { notify } from "../../core/ui/notify.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { StatusTag, useCodeText } from "../../core/format/status-tag.tsx";
import { queryClient } from "../../core/api/query-client.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { useTexts } from "../texts.ts";

type Payment = NonNullable<(typeof studentHome)["output"]["$value"]>["payments"][number];

/** Paid, or recovered since: nothing is left that could wait. */
const wasPaid = (payment: Payment | null) => payment?.payStatus === "3" || payment?.payStatus === "5";

/** Every subsidy in one's own name, each with «this was not me». */
export function StudentPayments({ payments }: { payments: readonly Payment[] }) {
  const t = useTexts();
  const [objecting, setObjecting] = useState<Payment | null>(null);
  const { busy, error, attempt, forget } = useAttempt();

  const close = () => {
    forget();
    setObjecting(null);
  };
  const object = ({ lineId }: Payment, reason: string) =>
    attempt(async () => {
      await invoke(paymentObjectionCalls.submit, { lineId, reason }, { silent: true });
      notify("success", t("student.objected"));
      close();
      await queryClient.invalidateQueries();
    });
  return (
    <>
      <ul className="student-payments">
        {payments.map((one) => (
          <PaymentItem key={one.lineId} payment={one} onObject={() => setObjecting(one)} />
        ))}
      </ul>
      <ReasonDialog
        open={objecting !== null}
        action={t("student.notMe")}
        danger
        busy={busy}
        onSubmit={(reason) => void (objecting && object(objecting, reason))}
        onClose={close}
      >
        {error && <FailureList error={error} />}
        <p>{t(wasPaid(objecting) ? "student.notMePaidText" : "student.notMeText")}</p>
      </ReasonDialog>
    </>
  );
}

function PaymentItem({ payment, onObject }: { payment: Payment; onObject: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const codeText = useCodeText();
  return (
    <li>
      <div className="student-class-head">
        <strong>{codeText(subsidyKind, payment.subsidyKind ?? "")}</strong>
        <span>
          <Money value={payment.amount} /> <span className="unit">{label(["元", "yuan"])}</span>
        </span>
      </div>
      <p className="unit">
        {payment.className} · {payment.orgName}
      </p>
      <div className="student-payment-foot">
        <span>
          <StatusTag codes={payStatus} value={payment.payStatus} /> {payment.payDate && formatDate(payment.payDate)}
        </span>
        {payment.objectionState ? (
          <span>
            {t("student.objection")} <StatusTag codes={objectionState} value={payment.objectionState} />
          </span>
        ) : (
          <button type="button" className="link-button danger" onClick={onObject}>
            {t("student.notMe")}
          </button>
        )}
      </div>
      {payment.objectionAnswer && (
        <p className="unit">{label([`答复：${payment.objectionAnswer}`, `Answer: ${payment.objectionAnswer}`])}</p>
      )}
    </li>
  );
}
