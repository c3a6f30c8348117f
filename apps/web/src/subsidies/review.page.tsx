import { claimDetail, findingCalls } from '@jipei/contract/subsidies/subsidy-application.calls.ts'
import type { FindingRow } from '@jipei/contract/subsidies/finding.ts'
import { Alert } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useParams } from 'react-router'
import type { CallError } from '../core/call-error.ts'
import { useDirtyGuard } from '../core/dirty-guard.ts'
import { Failed, Skeleton } from '../core/states.tsx'
import { useTabActive } from '../core/tab-active.ts'
import { useTabTitle } from '../core/tab-title.ts'
import { useCall } from '../core/use-call.ts'
import type { WholeClaim } from './claim-calls.ts'
import { ClaimHeader } from './claim-header.tsx'
import { ReviewActions } from './review-actions.tsx'
import { ReviewFiles } from './review-files.tsx'
import { ReviewRow } from './review-row.tsx'
import { ReviewRows } from './review-rows.tsx'
import { type Decision, type Decisions, sortedLines } from './review-state.ts'
import { useTexts } from './texts.ts'
import './subsidies.css'

/** A reviewer's workspace: rows on the left, worst first; what the rules said of one in the middle; its papers on the right. */
export default function ReviewPage() {
  const { id = '' } = useParams()
  const found = useCall(claimDetail, { id })
  const claim = found.data as WholeClaim | undefined
  useTabTitle(claim?.applyNo ?? undefined)
  if (found.isPending) return <Skeleton />
  if (!claim) return <Failed error={found.error as CallError} onRetry={() => void found.refetch()} />
  return <Workspace key={`${claim.id}-${claim.status}`} claim={claim} />
}

function Workspace({ claim }: { claim: WholeClaim }) {
  const [decisions, setDecisions] = useState<Decisions>({})
  const t = useTexts()
  // By what is saved: rows do not move under the hands of who decides.
  const lines = sortedLines(claim.detailList)
  const [chosen, setChosen] = useState<string | null>(null)
  useDirtyGuard(Object.keys(decisions).length > 0)
  const current = lines.find((line) => line.id === chosen) ?? lines[0] ?? null
  const findings = useCall(findingCalls.list, { bizId: claim.id, bizType: 'subsidyApply', isPaging: '0' }, { enabled: claim.trialTime !== null })
  const newest = newestRun((findings.data?.records ?? []) as FindingRow[])

  const step = (by: number) => {
    const at = lines.findIndex((line) => line.id === current?.id)
    setChosen(lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.id ?? null)
  }
  useKeys({ j: () => step(1), k: () => step(-1) })
  const decide = (lineId: string, decision: Decision | null) => {
    const { [lineId]: _old, ...others } = decisions
    setDecisions(decision ? { ...others, [lineId]: decision } : others)
  }

  return (
    <div className="page review">
      <ClaimHeader claim={claim} actions={<ReviewActions claim={claim} decisions={decisions} findings={newest} onDecideMany={(more) => setDecisions({ ...decisions, ...more })} />} />
      {claim.status === 'firstTrial' && claim.backReason && <Alert type="warning" showIcon title={t(claim.backNode === 're' ? 'review.sentBack' : 'review.wasReturned', { reason: claim.backReason })} />}
      <div className="review-columns">
        <ReviewRows lines={lines} decisions={decisions} current={current?.id ?? null} onChoose={setChosen} />
        {current && <ReviewRow key={current.id} claim={claim} line={current} decision={decisions[current.id] ?? null} findings={newest.filter((finding) => finding.detailId === current.id)} headFindings={newest.filter((finding) => finding.detailId === null)} onDecide={(decision) => decide(current.id, decision)} />}
        <ReviewFiles claim={claim} />
      </div>
    </div>
  )
}

/** Findings of the newest run only; earlier ones stay in the history. */
function newestRun(findings: readonly FindingRow[]): FindingRow[] {
  const run = findings.reduce((newest, finding) => ((finding.runNo ?? '') > newest ? (finding.runNo ?? '') : newest), '')
  return findings.filter((finding) => finding.runNo === run)
}

/** Letter keys of the page; not while somebody types, and not in a hidden tab. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const active = useTabActive()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, [role="dialog"], [contenteditable]')) return
    keys[event.key.toLowerCase()]?.()
  })
  useEffect(() => {
    if (!active) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])
}
