import { PaymentEntry, paymentCommand } from "@jipei/contract/subsidies/payment-entry.ts";
import type { PaymentEntryRow } from "@jipei/contract/subsidies/payment-entry.ts";
import { FileList } from "../../core/files/file-list.tsx";
import { Money } from "../../core/format/money.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import type { WholeClaim } from "../claims/claim-calls.ts";
import { useTexts } from "../texts.ts";

/** Every command of a claim's payment, with its amount, account and documents; nothing of claims that were never sent. */
export function PaymentLedger({ claim: { paymentList } }: { claim: WholeClaim }) {
  const label = useLabel();
  if (paymentList.length === 0) return null;
  return (
    <>
      <h3>{label(PaymentEntry)}</h3>
      <ol className="ledger">
        {paymentList.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </>
  );
}

function Entry({ entry }: { entry: PaymentEntryRow }) {
  const t = useTexts();
  const label = useLabel();
  const { payBatchNo, bankAccount } = PaymentEntry.fields;
  const account = [entry.bankAccountName, entry.bankName, entry.bankAccount].filter(Boolean).join(" ");
  return (
    <li>
      <StatusTag codes={paymentCommand} value={entry.command} /> <Money value={entry.amount} strong />{" "}
      <span className="numeric">{entry.payDate}</span> {entry.operatorName}
      {entry.reason && <p>{entry.reason}</p>}
      {entry.forFalseness === "1" && <p className="ledger-false">{t("pay.foundFalse")}</p>}
      <p className="unit">
        {entry.payBatchNo && `${label(payBatchNo)} ${entry.payBatchNo} `}
        {entry.command === "send" && account && `${label(bankAccount)} ${account}`}
      </p>
      {entry.documentList?.length ? <FileList files={entry.documentList} /> : null}
    </li>
  );
}
