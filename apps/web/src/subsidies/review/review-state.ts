import type { ReviewDraft } from "@jipei/contract/subsidies/review-draft.calls.ts";
import type { FindingRow } from "@jipei/contract/subsidies/finding.ts";
import type { SubsidyApplicationRow } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { SubsidyLineRow } from "@jipei/contract/subsidies/subsidy-line.ts";
import { withoutSent } from "../../core/form/row-drafts.ts";
import type { ClaimLine } from "../claims/claim-calls.ts";

/** What a reviewer has decided of a row and not yet sent. */
export interface Decision {
  detailStatus: "1" | "2";
  approvedAmount?: string;
  unApproveReason?: string;
}
export type Decisions = Readonly<Record<string, Decision>>;

/** What was decided and has not reached the server: rows (null: undecided again) and the opinion. */
export interface Unsent {
  rows: Readonly<Record<string, Decision | null>>;
  opinion?: string;
}
type Saved = ReviewDraft["decisions"][number];

/** Decisions as they stand: what is saved and still fits, with what is not sent yet on top. */
export function layOver(saved: readonly Saved[], unsent: Unsent["rows"]): Decisions {
  const fitting = saved.flatMap(({ lineId, detailStatus, approvedAmount, unApproveReason, unfit }) =>
    unfit || (detailStatus !== "1" && detailStatus !== "2")
      ? []
      : [
          [
            lineId,
            {
              detailStatus,
              ...(detailStatus === "1"
                ? { approvedAmount: approvedAmount ?? undefined }
                : { unApproveReason: unApproveReason ?? undefined }),
            },
          ] as const,
        ],
  );
  const all: Record<string, Decision | null> = { ...Object.fromEntries(fitting), ...unsent };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Decision] => entry[1] !== null));
}

/** The rows of a draft as they are sent. */
export const getSent = (rows: Unsent["rows"]) =>
  Object.entries(rows).map(([lineId, decision]) => ({
    lineId,
    detailStatus: decision?.detailStatus ?? null,
    approvedAmount: decision?.approvedAmount ?? null,
    unApproveReason: decision?.unApproveReason ?? null,
  }));

/** What was decided while something else was being sent still has to be sent. */
export const without = (now: Unsent, sent: Unsent): Unsent => ({
  rows: withoutSent(now.rows, sent.rows),
  ...(now.opinion !== sent.opinion && { opinion: now.opinion }),
});

/** What of a row its decision and its amount follow from. */
type Line = Pick<SubsidyLineRow, "id" | "detailStatus" | "trialResult" | "applyAmount" | "approvedAmount">;
type OpenLine = Pick<ClaimLine, "id" | "detailStatus" | "openFindings">;
type Finding = Pick<FindingRow, "isPass" | "severity" | "isIgnored">;

/** Not met, and not confirmed by hand: what keeps a row, or the claim, from being approved. */
export const isOpen = (finding: Finding): boolean =>
  finding.isPass === "0" && (finding.severity === "1" || (finding.severity === "2" && finding.isIgnored !== "1"));

export const getStatus = (line: Pick<Line, "id" | "detailStatus">, decisions: Decisions): string =>
  decisions[line.id]?.detailStatus ?? line.detailStatus ?? "0";

/** Findings that keep the claim, as decided, from being passed: those of the claim itself and of every row that is not refused. */
export const countOpen = (
  { detailList, headFindings }: { detailList: readonly OpenLine[]; headFindings: readonly Finding[] },
  decisions: Decisions,
): number =>
  detailList.reduce(
    (sum, line) => sum + (getStatus(line, decisions) === "2" ? 0 : line.openFindings),
    headFindings.filter(isOpen).length,
  );

/** Rows nobody has decided and nothing is open of; none before the check has looked at them. */
export const findClean = <L extends OpenLine>(
  { detailList, trialTime }: { detailList: readonly L[]; trialTime: string | null },
  decisions: Decisions,
): L[] =>
  trialTime === null ? [] : detailList.filter((line) => getStatus(line, decisions) === "0" && line.openFindings === 0);

/** The automatic check blocks the row, and nobody has refused it: nothing is payable unless the reason is gone. */
export const isBlocked = (line: Line, decisions: Decisions): boolean =>
  line.trialResult === "3" && getStatus(line, decisions) !== "2";

/** Amount that counts for a row as decided, yuan; nothing for one that is refused or blocked. */
export const calculateAmount = (line: Line, decisions: Decisions): string =>
  getStatus(line, decisions) === "2" || isBlocked(line, decisions) ? "0.00" : getWanted(line, decisions);
const getWanted = (line: Line, decisions: Decisions): string =>
  decisions[line.id]?.approvedAmount ?? line.approvedAmount ?? line.applyAmount;

/** Worst first; decided rows after those still open. */
export function sortedLines<L extends Line>(lines: readonly L[]): L[] {
  const weight = (line: L) =>
    (isBlocked(line, {}) || getStatus(line, {}) === "0" ? 10 : 0) + Number(line.trialResult ?? "0");
  return [...lines].sort((a, b) => weight(b) - weight(a) || Number(BigInt(a.id) - BigInt(b.id)));
}

/** Sum of what stands approved, with rows nobody spoke of counted as the approval will count them: blocked ones do not count. */
export function approvedSum(lines: readonly Line[], decisions: Decisions): { count: number; amount: string } {
  const approved = lines.filter((line) => getStatus(line, decisions) !== "2" && !isBlocked(line, decisions));
  const fen = approved.reduce((sum, line) => sum + toFen(calculateAmount(line, decisions)), 0n);
  return { count: approved.length, amount: `${fen / 100n}.${String(fen % 100n).padStart(2, "0")}` };
}

/** Yuan with at most two decimals. */
export const isAmount = (amount: string): boolean => /^\d{1,8}(\.\d{1,2})?$/.test(amount);

/** What is typed as the amount of an approved row is no amount, or more than is payable. */
export const isAmountWrong = (line: Line & Pick<SubsidyLineRow, "payableAmount">, decisions: Decisions): boolean =>
  getStatus(line, decisions) === "1" &&
  (!isAmount(getWanted(line, decisions)) || toFen(getWanted(line, decisions)) > toFen(line.payableAmount ?? "0"));

/** What was paid and not recovered yet, in yuan with two decimals. */
export function getRest({ payAmount, recoveredAmount }: Pick<SubsidyApplicationRow, "payAmount" | "recoveredAmount">) {
  const rest = (toFen(payAmount ?? "0") - toFen(recoveredAmount ?? "0")).toString().padStart(3, "0");
  return `${rest.slice(0, -2)}.${rest.slice(-2)}`;
}
/** Whether an amount is above zero and not above another one. */
export const isWithin = (amount: string, most: string): boolean =>
  isAmount(amount) && toFen(amount) > 0n && toFen(amount) <= toFen(most);

/** What is half typed counts as nothing. */
function toFen(amount: string): bigint {
  if (!isAmount(amount)) return 0n;
  const [yuan = "0", fen = ""] = amount.split(".");
  return BigInt(yuan) * 100n + BigInt(fen.padEnd(2, "0"));
}
