import { payStatus } from "@jipei/contract/core/fields/codes.ts";
import { paymentMachine } from "@jipei/contract/subsidies/payment.machine.ts";
import { paymentList, paymentQueue } from "@jipei/contract/subsidies/payment-list.calls.ts";
import { financeResult } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { useState } from "react";
import { joinNames } from "../../core/i18n/join-names.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { chinaToday } from "../../core/format/dates.ts";
import { formatMoney, sumDecimals } from "../../core/format/numbers.ts";
import { SummaryDialog } from "../../core/dialog/summary-dialog.tsx";
import { notify } from "../../core/ui/notify.ts";
import { PurposeExport } from "../../core/files/purpose-export.tsx";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { ActionButtons, type RowAction } from "../../core/crud/row-actions.tsx";
import { can } from "../../core/session/session.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import type { SentBy } from "../../core/api/call-input.ts";
import { useSend } from "../../core/api/use-call.ts";
import { getRest } from "../review/review-state.ts";
import { ChangeMark } from "../review/evidence/change-mark.tsx";
import { type Payment, payments } from "./payments.ts";
import { ConfirmPayment } from "./confirm-payment.tsx";
import { newPaymentKey } from "./payment-key.ts";
import { ReviewOutcome } from "./review-outcome.tsx";
import { RecoverPayment } from "./recover-payment.tsx";
import { getReviewPage } from "../review/review-link.ts";
import { useTexts } from "../texts.ts";
import "../subsidies.css";

/** Steps that ask for more before they are taken. */
type AskingStep = "confirm" | "fail" | "recover";
type Step = "send" | "resend" | AskingStep;
/** What may follow on each state of payment. */
const steps: Readonly<Record<string, readonly Step[]>> = {
  "1": ["send"],
  "2": ["confirm", "fail"],
  "3": ["recover"],
  "4": ["resend"],
};

/** How many people of a claim passed its reviews. */
const passed = {
  field: "approvedCount",
  width: 88,
  title: ["通过人数", "Passed"],
  render: (row: Payment) => <ReviewOutcome row={row} />,
} as const;

/** Completed claims: publicity, payment, result. */
export default function PaymentPage() {
  const t = useTexts();
  const mayPay = can("subsidy_apply_pay");
  const { askSend, rowActions, dialogs, busy } = usePayments();
  return (
    <>
      <CrudPage
        entity={SubsidyApplication}
        calls={payments}
        resource="subsidy_apply"
        columns={[
          { field: "applyNo", width: 148 },
          { field: "orgName", width: 150 },
          { field: "className", width: 160 },
          { field: "payStatus", width: 116, render: (row) => <StatusTag codes={payStatus} value={row.payStatus} /> },
          { field: "dueAmount", title: ["应拨（元）", "Due (yuan)"] },
          { field: "approvedAmount", title: ["核定（元）", "Approved (yuan)"] },
          { field: "isChanged", width: 96, render: (row) => <ChangeMark row={row} /> },
          { field: "publicityEnd", title: ["公示结束", "Notice to"] },
          passed,
          "bankAccount",
          "payBatchNo",
          "payDate",
          { field: "payAmount", title: ["拨付（元）", "Paid (yuan)"] },
          { field: "recoveredAmount", title: ["追回（元）", "Recovered (yuan)"] },
          "failReason",
        ]}
        search={["applyNo", "payStatus", "publicityEnd", "orgName", "isChanged", "payBatchNo", "commitTime"]}
        card={["orgName", "payStatus", "dueAmount", passed]}
        open={(row) => getReviewPage({ side: row.side, applyId: row.id })}
        selects={mayPay}
        actions={({ selected, clear, params }) =>
          mayPay && (
            <>
              <ActionButtons
                busy={busy}
                actions={[
                  {
                    key: "send",
                    label: t("pay.sendBatch", { n: payable(selected).length }),
                    disabled: payable(selected).length === 0 ? t("pay.selectFirst") : null,
                    run: () => askSend(payable(selected), clear),
                  },
                ]}
              />
              <PurposeExport call={paymentList} params={params} />
            </>
          )
        }
        rowActions={mayPay ? rowActions : undefined}
      />
      {dialogs}
    </>
  );
}

/** Of some claims those that can be sent: their publicity is over, or their payment failed. */
const payable = (rows: readonly Payment[]) =>
  rows.filter(
    ({ payStatus, publicityEnd }) =>
      payStatus === "4" || (payStatus === "1" && publicityEnd !== null && publicityEnd < chinaToday()),
  );
const sumOf = (rows: readonly Payment[]) => formatMoney(sumDecimals(rows.map((row) => row.dueAmount ?? "0")));

/** What is said once a result is recorded. */
const results = {
  paid: "pay.done.paid",
  failed: "pay.done.failed",
  recovered: "pay.done.recovered",
} as const;

/** Claims that are about to be sent; the key makes the same order twice one. */
interface Sending {
  rows: readonly Payment[];
  paymentKey: string;
  done: () => void;
}

/** The steps of payments, and the questions some of them ask. @returns `dialogs` have to be on the page */
function usePayments() {
  const t = useTexts();
  const label = useLabel();
  const send = useSend(financeResult, { also: [paymentQueue] });
  const [sending, setSending] = useState<Sending | null>(null);
  const [open, setOpen] = useState<{ row: Payment; step: AskingStep; paymentKey: string } | null>(null);
  const close = () => setOpen(null);
  // A form that is sent twice, after a lost answer for instance, keeps its key and has one effect.
  const pay = (row: Payment, more: Partial<SentBy<typeof financeResult>> & { result: keyof typeof results }) =>
    send.mutate(
      { businessNo: row.applyNo ?? "", paymentKey: open?.paymentKey, ...more },
      {
        onSuccess: () => {
          close();
          const amount = formatMoney(row.dueAmount ?? "0");
          notify("success", t(results[more.result], { no: row.applyNo ?? "", amount }));
        },
      },
    );
  const sendNow = ({ rows, paymentKey, done }: Sending) =>
    send.mutate(
      { businessNo: rows.map((row) => row.applyNo).join(), paymentKey },
      {
        onSuccess: () => {
          done();
          setSending(null);
          notify("success", t("pay.done.send", { n: rows.length, amount: sumOf(rows) }));
        },
        onError: () => setSending(null),
      },
    );
  const askSend = (rows: readonly Payment[], done: () => void) =>
    setSending({ rows, paymentKey: newPaymentKey(), done });
  const rowActions = (row: Payment): RowAction[] =>
    (steps[row.payStatus ?? ""] ?? []).map((step) => ({
      key: step,
      label: label(paymentMachine.actions[step]),
      danger: step === "fail" || step === "recover",
      disabled:
        step === "send" && (row.publicityEnd ?? "") >= chinaToday()
          ? t("pay.publicityUntil", { day: row.publicityEnd ?? "" })
          : null,
      run: () =>
        step === "send" || step === "resend"
          ? askSend([row], () => {})
          : setOpen({ row, step, paymentKey: newPaymentKey() }),
    }));
  const dialogs = (
    <>
      {sending && (
        <SummaryDialog
          open
          title={t("pay.sendTitle")}
          facts={[
            [t("pay.claims"), joinNames(sending.rows.map((row) => `${row.applyNo} ${row.orgName ?? ""}`))],
            [t("pay.count"), String(sending.rows.length)],
            [t("pay.total"), sumOf(sending.rows)],
          ]}
          effect={t("pay.sendEffect")}
          submitText={t("pay.sendNow", { amount: sumOf(sending.rows) })}
          busy={send.isPending}
          onSubmit={() => sendNow(sending)}
          onClose={() => setSending(null)}
        />
      )}
      {open?.step === "confirm" && (
        <ConfirmPayment
          row={open.row}
          busy={send.isPending}
          onClose={close}
          onSubmit={(payAmount, payDate) => pay(open.row, { result: "paid", payAmount, payDate })}
        />
      )}
      <ReasonDialog
        open={open?.step === "fail"}
        action={label(paymentMachine.actions.fail)}
        length={200}
        danger
        busy={send.isPending}
        onClose={close}
        onSubmit={(failReason) => open && pay(open.row, { result: "failed", failReason })}
      />
      {open?.step === "recover" && (
        <RecoverPayment
          rest={getRest(open.row)}
          busy={send.isPending}
          onClose={close}
          onSubmit={(said) => pay(open.row, { result: "recovered", ...said })}
        />
      )}
    </>
  );
  return { askSend, rowActions, dialogs, busy: send.isPending };
}
