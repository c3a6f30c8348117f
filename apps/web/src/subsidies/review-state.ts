import type { FindingRow } from "@jipei/contract/subsidies/finding.ts";
import type { SubsidyLineRow } from "@jipei/contract/subsidies/subsidy-line.ts";
import type { ClaimLine, WholeClaim } from "./claim-calls.ts";

/** What a reviewer has decided of a row and not yet sent. */
export interface Decision {
  detailStatus: "1" | "2";
  approvedAmount?: string;
  unApproveReason?: string;
}
export type Decisions = Readonly<Record<string, Decision>>;

/** Not met, and not confirmed by hand: what keeps a row, or the claim, from being approved. */
export const isOpen = (finding: FindingRow): boolean =>
  finding.isPass === "0" && (finding.severity === "1" || (finding.severity === "2" && finding.isIgnored !== "1"));

export const statusOf = (line: SubsidyLineRow, decisions: Decisions): string =>
  decisions[line.id]?.detailStatus ?? line.detailStatus ?? "0";

/** Findings that keep the claim, as decided, from being passed: those of the claim itself and of every row that is not refused. */
export const openOf = (
  { detailList, headFindings }: Pick<WholeClaim, "detailList" | "headFindings">,
  decisions: Decisions,
): number =>
  detailList.reduce(
    (sum, line) => sum + (statusOf(line, decisions) === "2" ? 0 : line.openFindings),
    headFindings.filter(isOpen).length,
  );

/** Rows nobody has decided and nothing is open of; none before the check has looked at them. */
export const cleanOf = (
  { detailList, trialTime }: Pick<WholeClaim, "detailList" | "trialTime">,
  decisions: Decisions,
): ClaimLine[] =>
  trialTime === null ? [] : detailList.filter((line) => statusOf(line, decisions) === "0" && line.openFindings === 0);

/** The automatic check blocks the row, and nobody has refused it: nothing is payable unless the reason is gone. */
export const isBlocked = (line: SubsidyLineRow, decisions: Decisions): boolean =>
  line.trialResult === "3" && statusOf(line, decisions) !== "2";

/** Amount that counts for a row as decided, yuan; nothing for one that is refused or blocked. */
export const amountOf = (line: SubsidyLineRow, decisions: Decisions): string =>
  statusOf(line, decisions) === "2" || isBlocked(line, decisions) ? "0.00" : wantedOf(line, decisions);
const wantedOf = (line: SubsidyLineRow, decisions: Decisions): string =>
  decisions[line.id]?.approvedAmount ?? line.approvedAmount ?? line.applyAmount;

/** Worst first; decided rows after those still open. */
export function sortedLines<L extends SubsidyLineRow>(lines: readonly L[]): L[] {
  const weight = (line: L) =>
    (isBlocked(line, {}) || statusOf(line, {}) === "0" ? 10 : 0) + Number(line.trialResult ?? "0");
  return [...lines].sort((a, b) => weight(b) - weight(a) || Number(BigInt(a.id) - BigInt(b.id)));
}

/** Sum of what stands approved, with rows nobody spoke of counted as the approval will count them: blocked ones do not count. */
export function approvedSum(lines: readonly SubsidyLineRow[], decisions: Decisions): { count: number; amount: string } {
  const approved = lines.filter((line) => statusOf(line, decisions) !== "2" && !isBlocked(line, decisions));
  const fen = approved.reduce((sum, line) => sum + toFen(amountOf(line, decisions)), 0n);
  return { count: approved.length, amount: `${fen / 100n}.${String(fen % 100n).padStart(2, "0")}` };
}

/** Yuan with at most two decimals. */
export const isAmount = (amount: string): boolean => /^\d{1,8}(\.\d{1,2})?$/.test(amount);

/** What is typed as the amount of an approved row is no amount, or more than is payable. */
export const isAmountWrong = (line: SubsidyLineRow, decisions: Decisions): boolean =>
  statusOf(line, decisions) === "1" &&
  (!isAmount(wantedOf(line, decisions)) || toFen(wantedOf(line, decisions)) > toFen(line.payableAmount ?? "0"));

/** What is half typed counts as nothing. */
function toFen(amount: string): bigint {
  if (!isAmount(amount)) return 0n;
  const [yuan = "0", fen = ""] = amount.split(".");
  return BigInt(yuan) * 100n + BigInt(fen.padEnd(2, "0"));
}
