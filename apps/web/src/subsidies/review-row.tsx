import { personCategory } from '@jipei/contract/core/codes.ts'
import type { FindingRow } from '@jipei/contract/subsidies/finding.ts'
import { SubsidyLine } from '@jipei/contract/subsidies/subsidy-line.ts'
import type { SubsidyLineRow } from '@jipei/contract/subsidies/subsidy-line.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useLabel } from '../core/i18n/language.ts'
import { ReasonDialog } from '../core/reason-dialog.tsx'
import { can } from '../core/session.ts'
import type { WholeClaim } from './claim-calls.ts'
import { Experience } from './experience.tsx'
import { FindingList } from './finding-list.tsx'
import { FormulaTable } from './formula.tsx'
import { type Decision, isOpen } from './review-state.ts'
import { useTexts } from './texts.ts'

interface Props {
  claim: WholeClaim
  line: SubsidyLineRow
  decision: Decision | null
  findings: readonly FindingRow[]
  headFindings: readonly FindingRow[]
  onDecide: (decision: Decision | null) => void
}

/** One row: the person, the amount with its formula, what each rule found, and the decision. */
export function ReviewRow({ claim, line, decision, findings, headFindings, onDecide }: Props) {
  const t = useTexts()
  const label = useLabel()
  const [refusing, setRefusing] = useState(false)
  const deciding = claim.status === 'firstTrial' && can('subsidy_apply_first_commit')
  const open = findings.filter(isOpen).length
  const barred = findings.filter((finding) => isOpen(finding) && finding.severity === '1').length
  const why = open > 0 ? t('review.open', { n: open }) : undefined
  const fact = (name: keyof typeof SubsidyLine.fields, value: string | null) => (
    <div>
      <dt>{label(SubsidyLine.fields[name])}</dt>
      <dd>{value ?? '—'}</dd>
    </div>
  )
  return (
    <section className="review-row" aria-labelledby="row-name">
      <h2 id="row-name">{line.name}</h2>
      <dl className="facts">
        {fact('idNumber', line.idNumber)}
        {fact('personCategory', line.personCategory ? label(personCategory.codes[line.personCategory]) : null)}
        {fact('certNo', line.certNo)}
        {fact('certIssueDate', line.certIssueDate)}
        {fact('attendanceRate', line.attendanceRate === null ? null : `${line.attendanceRate}%`)}
        {fact('theoryScore', line.theoryScore)}
        {fact('practiceScore', line.practiceScore)}
      </dl>
      <FormulaTable steps={line.formula} blocked={barred > 0} />
      {barred > 0 && <p className="review-refused">{t('review.barred', { n: barred })}</p>}
      {deciding && (
        <div className="review-decision">
          <label>
            {t('review.lower')}
            <Input className="numeric" value={decision?.approvedAmount ?? line.approvedAmount ?? line.applyAmount} onChange={(event) => onDecide({ detailStatus: '1', approvedAmount: event.target.value })} disabled={open > 0 || decision?.detailStatus === '2'} title={why} />
          </label>
          <Button type={decision?.detailStatus === '1' ? 'primary' : 'default'} disabled={open > 0} title={why} onClick={() => onDecide({ detailStatus: '1', approvedAmount: decision?.approvedAmount ?? line.approvedAmount ?? line.applyAmount })}>
            {t('review.approve')}
          </Button>
          <Button danger type={decision?.detailStatus === '2' ? 'primary' : 'default'} onClick={() => setRefusing(true)}>
            {t('review.refuse')}
          </Button>
        </div>
      )}
      {(decision?.unApproveReason ?? line.unApproveReason) && <p className="review-refused">{decision?.unApproveReason ?? line.unApproveReason}</p>}
      <ReasonDialog open={refusing} action={t('review.refuse')} danger usual={[t('review.usual.attendance'), t('review.usual.identity'), t('review.usual.amount')]} onClose={() => setRefusing(false)} onSubmit={(reason) => { onDecide({ detailStatus: '2', unApproveReason: reason }); setRefusing(false) }} />
      {claim.trialTime === null ? <p className="blank">{t('review.notRun')}</p> : <FindingList findings={findings} />}
      {headFindings.length > 0 && (
        <>
          <h3>{t('review.head')}</h3>
          <FindingList findings={headFindings} />
        </>
      )}
      <Experience studentId={line.studentId} />
    </section>
  )
}
