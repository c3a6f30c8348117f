import { testApplicationCalls as calls, testEligible } from '@jipei/contract/exams/test-application.calls.ts'
import { TestCandidate } from '@jipei/contract/exams/test-candidate.ts'
import { Button, Table } from 'antd'
import { useLabel } from '../core/i18n/language.ts'
import { can } from '../core/session.ts'
import { useCall, useSend } from '../core/use-call.ts'
import { useKeyScroll } from '../core/use-key-scroll.ts'
import type { WholeTest } from './test-types.ts'
import { useTexts } from './texts.ts'

/** Candidates before the approval; a draft can lose and win some. */
export function CandidateList({ test, onDone }: { test: WholeTest; onDone: () => void }) {
  const t = useTexts()
  const label = useLabel()
  const frame = useKeyScroll()
  const editable = (test.confirmType === 'unSubmit' || test.confirmType === 'back') && can('test_apply_edit')
  const others = useCall(testEligible, { classId: test.classId, testKind: test.testKind }, { enabled: editable })
  const save = useSend(calls.submit)
  const change = (body: object) => save.mutate({ testApplyDTO: { id: test.id, version: test.version }, ...body }, { onSuccess: onDone })
  const missing = (others.data ?? []).filter((one) => one.eligible === 1 && !test.testList.some((row) => row.studentId === one.studentId))
  const { name, idNumber, attendanceRate, education, phone, isEligible, unEligibleReason } = TestCandidate.fields
  return (
    <section className="exam-section" aria-labelledby="candidates">
      <h2 id="candidates">
        {t('test.candidates')} <span className="unit">{test.testList.length}</span>
      </h2>
      {editable && missing.length > 0 && (
        <Button onClick={() => change({ testDTOs: missing.map((one) => ({ studentId: one.studentId })) })} loading={save.isPending}>
          {t('test.addCandidate')} ({missing.length})
        </Button>
      )}
      <div ref={frame}>
        <Table
          size="small"
          rowKey="id"
          dataSource={test.testList}
          pagination={false}
          scroll={{ x: 800 }}
          columns={[
            { title: label(name), dataIndex: 'name', width: 100, fixed: 'left' },
            { title: label(idNumber), dataIndex: 'idNumber', width: 180 },
            { title: label(phone), dataIndex: 'phone', width: 130 },
            { title: label(education), width: 120, render: (_, row) => (row.education ? label(education.codes?.codes[row.education] as never) : '') },
            { title: label(attendanceRate), dataIndex: 'attendanceRate', width: 90, align: 'right' },
            { title: label(isEligible), width: 160, render: (_, row) => (row.isEligible === '0' ? `${label(unEligibleReason)}：${row.unEligibleReason ?? ''}` : '✓') },
            ...(editable ? [{ title: '', width: 80, render: (_: unknown, row: { id: string }) => (<button type="button" className="link-button danger" onClick={() => change({ delTestDTOs: [{ testId: row.id }] })}>{t('test.removeCandidate')}</button>) }] : []),
          ]}
        />
      </div>
    </section>
  )
}
