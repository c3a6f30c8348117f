import type { FindingRow } from '@jipei/contract/subsidies/finding.ts'
import type { SubsidyLineRow } from '@jipei/contract/subsidies/subsidy-line.ts'

/** What a reviewer has decided of a row and not yet sent. */
export interface Decision {
  detailStatus: '1' | '2'
  approvedAmount?: string
  unApproveReason?: string
}
export type Decisions = Readonly<Record<string, Decision>>

/** Not met, and not confirmed by hand: what keeps a row, or the claim, from being approved. */
export const isOpen = (finding: FindingRow): boolean => finding.isPass === '0' && (finding.severity === '1' || (finding.severity === '2' && finding.isIgnored !== '1'))

export const statusOf = (line: SubsidyLineRow, decisions: Decisions): string => decisions[line.id]?.detailStatus ?? line.detailStatus ?? '0'

/** Amount that counts for a row as decided, yuan. */
export const amountOf = (line: SubsidyLineRow, decisions: Decisions): string => decisions[line.id]?.approvedAmount ?? line.approvedAmount ?? line.applyAmount

/** Worst first; decided rows after those still open. */
export function sortedLines(lines: readonly SubsidyLineRow[], decisions: Decisions): SubsidyLineRow[] {
  const weight = (line: SubsidyLineRow) => (statusOf(line, decisions) === '0' ? 10 : 0) + Number(line.trialResult ?? '0')
  return [...lines].sort((a, b) => weight(b) - weight(a) || Number(BigInt(a.id) - BigInt(b.id)))
}

/** Sum in fen of what stands approved, with rows nobody spoke of counted as the approval will count them. */
export function approvedSum(lines: readonly SubsidyLineRow[], decisions: Decisions): { count: number; amount: string } {
  const approved = lines.filter((line) => statusOf(line, decisions) !== '2')
  const fen = approved.reduce((sum, line) => sum + toFen(amountOf(line, decisions)), 0n)
  return { count: approved.length, amount: `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}` }
}

function toFen(amount: string): bigint {
  const [yuan = '0', fen = ''] = amount.split('.')
  return BigInt(yuan || '0') * 100n + BigInt(fen.padEnd(2, '0').slice(0, 2) || '0')
}
