import { trialResult } from "@jipei/contract/core/fields/codes.ts";
import { lineStatus } from "@jipei/contract/subsidies/subsidy-codes.ts";
import { Money } from "../../core/format/money.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { type Decisions, calculateAmount, isBlocked, getStatus } from "./review-state.ts";
import type { ClaimLine } from "../claims/claim-calls.ts";
import { useTexts } from "../texts.ts";

interface Props {
  lines: readonly ClaimLine[];
  decisions: Decisions;
  current: string | null;
  onChoose: (id: string) => void;
}

/** The rows left, worst first. */
export function ReviewRows({ lines, decisions, current, onChoose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const undecided = (line: ClaimLine) => getStatus(line, decisions) === "0" || isBlocked(line, decisions);
  const says = (result: ClaimLine["trialResult"]) => label(trialResult.codes[result ?? "0"]);
  const left = lines.filter(undecided).length;
  return (
    <nav className="review-rows" aria-label={t("claim.rows")}>
      <p className="review-rows-head">
        <strong>{left > 0 ? t("review.rowsLeft", { n: left }) : t("review.allDecided")}</strong>{" "}
        <span className="unit">{t("review.worstFirst")}</span>
      </p>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <button
              type="button"
              aria-current={line.id === current ? "true" : undefined}
              onClick={() => onChoose(line.id)}
            >
              <RowMark status={undecided(line) ? "0" : getStatus(line, decisions)} />
              <span className="claim-name">{line.name}</span>
              <Money value={calculateAmount(line, decisions)} />
              {undecided(line) ? (
                <span className="row-check">{t("review.checkSays", { result: says(line.trialResult) })}</span>
              ) : (
                <StatusTag codes={lineStatus} value={getStatus(line, decisions)} />
              )}
            </button>
          </li>
        ))}
      </ul>
      <p className="unit">{t("review.keys")}</p>
    </nav>
  );
}

const marks: Readonly<Record<string, string>> = { "0": "○", "1": "✓", "2": "✗" };

/** Undecided, passed and refused rows differ at first sight, also without colours. */
function RowMark({ status }: { status: string }) {
  return (
    <span className={`row-mark row-mark-${status}`} aria-hidden>
      {marks[status]}
    </span>
  );
}
