import { Button, Input } from "antd";
import { plainNumber } from "../../core/form/form-values.ts";
import { formatMoney } from "../../core/format/numbers.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import type { ClaimLine } from "../claims/claim-calls.ts";
import { useTexts } from "../texts.ts";
import { type Decision, isAmountWrong } from "./review-state.ts";
import { useKeys } from "../../core/queue/use-keys.ts";

interface Props {
  line: ClaimLine;
  decision: Decision | null;
  onDecide: (decision: Decision | null) => void;
  onDecided: () => void;
  onRefuse: () => void;
}

/** The first reviewer approves a row with an amount, or refuses it; while findings are open only the latter. Both buttons stand at the same place in every row. */
export function LineDecision({ line, decision, onDecide, onDecided, onRefuse }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  const open = line.openFindings;
  const why = open > 0 ? t("review.open", { n: open }) : undefined;
  const wrong = isAmountWrong(line, decision ? { [line.id]: decision } : {});
  const amount = decision?.approvedAmount ?? line.approvedAmount ?? line.applyAmount;
  const approve = (approvedAmount: string) => onDecide({ detailStatus: "1", approvedAmount });
  const pass = () => {
    approve(amount);
    onDecided();
  };
  useKeys({ p: open > 0 ? undefined : pass });
  const getType = (status: Decision["detailStatus"]) => (decision?.detailStatus === status ? "primary" : "default");
  return (
    <>
      <div className="review-decision">
        <Button type={getType("1")} disabled={open > 0} title={why} onClick={pass}>
          {core("common.approve")}
        </Button>
        <Button danger type={getType("2")} onClick={onRefuse}>
          {t("review.refuse")}
        </Button>
        <label>
          {t("review.lower")}
          <Input
            className="numeric"
            inputMode="decimal"
            value={amount}
            onChange={(event) => approve(plainNumber(event.target.value))}
            disabled={open > 0 || decision?.detailStatus === "2"}
            title={why}
            status={wrong ? "error" : undefined}
            aria-invalid={wrong}
          />
        </label>
        {decision && (
          <Button type="link" onClick={() => onDecide(null)}>
            {t("review.undecide")}
          </Button>
        )}
      </div>
      {wrong && (
        <p className="review-refused" role="alert">
          {t("review.lessThan", { n: formatMoney(line.payableAmount ?? "0") })}
        </p>
      )}
    </>
  );
}
