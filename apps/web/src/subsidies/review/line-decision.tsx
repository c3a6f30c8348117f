import { Button, Input } from "antd";
import { formatMoney } from "../../core/format/numbers.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import type { ClaimLine } from "../claims/claim-calls.ts";
import { useTexts } from "../texts.ts";
import { type Decision, isAmountWrong } from "./review-state.ts";

interface Props {
  line: ClaimLine;
  decision: Decision | null;
  onDecide: (decision: Decision) => void;
  onRefuse: () => void;
}

/** The first reviewer approves a row with an amount, or refuses it; while findings are open only the latter. */
export function LineDecision({ line, decision, onDecide, onRefuse }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  const open = line.openFindings;
  const why = open > 0 ? t("review.open", { n: open }) : undefined;
  const wrong = isAmountWrong(line, decision ? { [line.id]: decision } : {});
  const amount = decision?.approvedAmount ?? line.approvedAmount ?? line.applyAmount;
  const approve = (approvedAmount: string) => onDecide({ detailStatus: "1", approvedAmount });
  const getType = (status: Decision["detailStatus"]) => (decision?.detailStatus === status ? "primary" : "default");
  return (
    <>
      <div className="review-decision">
        <label>
          {t("review.lower")}
          <Input
            className="numeric"
            value={amount}
            onChange={(event) => approve(event.target.value)}
            disabled={open > 0 || decision?.detailStatus === "2"}
            title={why}
            status={wrong ? "error" : undefined}
            aria-invalid={wrong}
          />
        </label>
        <Button type={getType("1")} disabled={open > 0} title={why} onClick={() => approve(amount)}>
          {core("common.approve")}
        </Button>
        <Button danger type={getType("2")} onClick={onRefuse}>
          {t("review.refuse")}
        </Button>
      </div>
      {wrong && (
        <p className="review-refused" role="alert">
          {t("review.lessThan", { n: formatMoney(line.payableAmount ?? "0") })}
        </p>
      )}
    </>
  );
}
