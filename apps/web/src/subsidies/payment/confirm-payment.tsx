import { paymentMachine } from "@jipei/contract/subsidies/payment.machine.ts";
import type { SubsidyApplicationRow } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Input } from "antd";
import { useState } from "react";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { DateInput } from "../../core/form/dates/date-input.tsx";
import { plainNumber } from "../../core/form/form-values.ts";
import { chinaToday } from "../../core/format/dates.ts";
import { formatMoney } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { isAmount } from "../review/review-state.ts";
import { useTexts } from "../texts.ts";

interface Props {
  row: SubsidyApplicationRow;
  busy: boolean;
  onClose: () => void;
  onSubmit: (amount: string, day: string) => void;
}

/** The amount and day of the bank statement; the server refuses an amount that differs from what is due. */
export function ConfirmPayment({ row, busy, onClose, onSubmit }: Props) {
  const t = useTexts();
  const confirm = useLabel()(paymentMachine.actions.confirm);
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
      title={`${confirm} ${row.applyNo}`}
      submitText={confirm}
      busy={busy}
      dirty={amount !== ""}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="pay-form">
        <p>{t("pay.confirmWhat", { org: row.orgName ?? "", amount: formatMoney(row.dueAmount ?? "0") })}</p>
        <label>
          {t("pay.amount")}
          <Input
            className="numeric"
            inputMode="decimal"
            value={amount}
            placeholder={row.dueAmount ?? ""}
            onChange={(event) => setAmount(plainNumber(event.target.value))}
            status={tried && wrong.amount ? "error" : undefined}
            aria-invalid={tried && wrong.amount}
            autoFocus
          />
          {tried && wrong.amount && <Issue text={t("pay.amountWrong")} />}
        </label>
        <label>
          {t("pay.day")}
          <DateInput value={day} onChange={(next) => setDay(next ?? "")} />
          {tried && wrong.day && <Issue text={t("pay.dayWrong")} />}
        </label>
      </div>
    </Dialog>
  );
}

/** Below a control, inside its label. */
function Issue({ text }: { text: string }) {
  return (
    <span role="alert" className="field-issue">
      {text}
    </span>
  );
}
