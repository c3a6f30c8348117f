import { payStatus } from "@jipei/contract/core/fields/codes.ts";
import { paymentList } from "@jipei/contract/subsidies/payment-list.calls.ts";
import { financeResult } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { SubsidyApplicationRow } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Button, Input } from "antd";
import { useState } from "react";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { chinaToday } from "../../core/format/dates.ts";
import { DateInput } from "../../core/form/date-input.tsx";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { PurposeExport } from "../../core/files/purpose-export.tsx";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { can } from "../../core/session/session.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useSend } from "../../core/api/use-call.ts";
import { bureauClaims } from "../claims/claim-calls.ts";
import { RecoverPayment } from "./recover-payment.tsx";
import { isAmount } from "../review/review-state.ts";
import { useTexts } from "../texts.ts";
import "../subsidies.css";

type Step = "confirm" | "fail" | "recover";
/** What may follow on each state of payment. */
const steps: Readonly<Record<string, readonly ("send" | "resend" | Step)[]>> = {
  "1": ["send"],
  "2": ["confirm", "fail"],
  "3": ["recover"],
  "4": ["resend"],
};

/** Completed claims: publicity, payment, result. */
export default function PaymentPage() {
  const t = useTexts();
  const send = useSend(financeResult, { also: [bureauClaims.list] });
  const [open, setOpen] = useState<{ row: SubsidyApplicationRow; step: Step } | null>(null);
  const pay = (row: SubsidyApplicationRow, more: object = {}) =>
    send.mutate({ businessNo: row.applyNo ?? "", ...more }, { onSuccess: () => setOpen(null) });
  const sendBatch = (rows: readonly SubsidyApplicationRow[], done: () => void) =>
    send.mutate({ businessNo: rows.map((row) => row.applyNo).join() }, { onSuccess: done });
  const actions = (row: SubsidyApplicationRow): RowAction[] =>
    !can("subsidy_apply_pay")
      ? []
      : (steps[row.payStatus ?? ""] ?? []).map((step) => ({
          key: step,
          label: t(`pay.${step}`),
          danger: step === "fail" || step === "recover",
          disabled:
            step === "send" && (row.publicityEnd ?? "") >= chinaToday()
              ? t("pay.publicityUntil", { day: row.publicityEnd ?? "" })
              : null,
          run: () => (step === "send" || step === "resend" ? pay(row) : setOpen({ row, step })),
        }));
  return (
    <>
      <CrudPage
        entity={SubsidyApplication}
        calls={bureauClaims}
        resource="subsidy_apply"
        fixed={{ status: "compile" }}
        columns={[
          { field: "applyNo", width: 148 },
          { field: "orgName", width: 150 },
          { field: "className", width: 160 },
          { field: "payStatus", width: 116, render: (row) => <StatusTag codes={payStatus} value={row.payStatus} /> },
          "approvedAmount",
          "publicityEnd",
          "approvedCount",
          "bankAccountName",
          "bankAccount",
          "payBatchNo",
          "payDate",
          "payAmount",
          "failReason",
        ]}
        search={["applyNo", "orgName", "payStatus", "payBatchNo", "commitTime"]}
        card={["orgName", "payStatus", "approvedAmount"]}
        open={(row) => `/subsidy/org/${row.id}`}
        selects={can("subsidy_apply_pay")}
        actions={({ selected, clear, params }) =>
          can("subsidy_apply_pay") && (
            <>
              <Button
                disabled={selected.length === 0}
                loading={send.isPending}
                onClick={() => sendBatch(selected, clear)}
              >
                {t("pay.sendBatch", { n: selected.length })}
              </Button>
              <PurposeExport call={paymentList} params={params} />
            </>
          )
        }
        rowActions={actions}
      />
      {open?.step === "confirm" && (
        <ConfirmPayment
          row={open.row}
          busy={send.isPending}
          onClose={() => setOpen(null)}
          onSubmit={(payAmount, payDate) => pay(open.row, { result: "paid", payAmount, payDate })}
        />
      )}
      <ReasonDialog
        open={open?.step === "fail"}
        action={t("pay.fail")}
        length={200}
        danger
        busy={send.isPending}
        onClose={() => setOpen(null)}
        onSubmit={(failReason) => open && pay(open.row, { result: "failed", failReason })}
      />
      {open?.step === "recover" && (
        <RecoverPayment
          busy={send.isPending}
          onClose={() => setOpen(null)}
          onSubmit={(reason, recoveryList) => pay(open.row, { result: "recovered", reason, recoveryList })}
        />
      )}
    </>
  );
}

/** The amount and day of the bank statement; the server refuses an amount that differs from the approved one. */
function ConfirmPayment({
  row,
  busy,
  onClose,
  onSubmit,
}: {
  row: SubsidyApplicationRow;
  busy: boolean;
  onClose: () => void;
  onSubmit: (amount: string, day: string) => void;
}) {
  const t = useTexts();
  const [amount, setAmount] = useState("");
  const [day, setDay] = useState(chinaToday);
  const [tried, setTried] = useState(false);
  const today = chinaToday();
  const wrong = { amount: !isAmount(amount.trim()), day: day === "" || day > today || day <= (row.publicityEnd ?? "") };
  const submit = () => {
    setTried(true);
    if (!wrong.amount && !wrong.day) onSubmit(amount.trim(), day);
  };
  return (
    <Dialog
      open
      title={`${t("pay.confirm")} ${row.applyNo}`}
      busy={busy}
      dirty={amount !== ""}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="pay-form">
        <label>
          {t("pay.amount")}
          <Input
            className="numeric"
            inputMode="decimal"
            value={amount}
            placeholder={row.approvedAmount ?? ""}
            onChange={(event) => setAmount(event.target.value)}
            status={tried && wrong.amount ? "error" : undefined}
            aria-invalid={tried && wrong.amount}
            autoFocus
          />
          {tried && wrong.amount && (
            <span role="alert" className="field-issue">
              {t("pay.amountWrong")}
            </span>
          )}
        </label>
        <label>
          {t("pay.day")}
          <DateInput value={day} onChange={(next) => setDay(next ?? "")} />
          {tried && wrong.day && (
            <span role="alert" className="field-issue">
              {t("pay.dayWrong")}
            </span>
          )}
        </label>
      </div>
    </Dialog>
  );
}
