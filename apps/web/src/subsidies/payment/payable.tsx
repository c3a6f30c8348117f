import type { SubsidyLineRow } from "@jipei/contract/subsidies/subsidy-line.ts";
import { Money } from "../../core/format/money.tsx";
import { formatMoney } from "../../core/format/numbers.ts";
import { useTexts } from "../texts.ts";

/** The amount payable of a row; of a blocked one nothing, with what the standard would give beside it. */
export function Payable({ line }: { line: Pick<SubsidyLineRow, "payableAmount" | "trialResult"> }) {
  const t = useTexts();
  if (line.trialResult !== "3") return <Money value={line.payableAmount} />;
  return (
    <span className="payable-blocked">
      <Money value="0.00" strong />
      <span className="unit">{t("claim.unlessCleared", { amount: formatMoney(line.payableAmount ?? "0") })}</span>
    </span>
  );
}
