import { PaymentObjection, paymentObjectionCalls } from '@jipei/contract/enrolment/payment-objection.ts'
import { StudentAccount, studentAccountCalls as calls } from '@jipei/contract/enrolment/student-account.ts'
import { Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { invoke } from '../core/call-client.ts'
import { CallError } from '../core/call-error.ts'
import { CrudPage } from '../core/crud-page.tsx'
import { FailureList } from '../core/failure-list.tsx'
import { notify } from '../core/notify.ts'
import { PageHeader } from '../core/page-header.tsx'
import { ReasonDialog } from '../core/reason-dialog.tsx'
import { can, useSession } from '../core/session.ts'
import { refreshAfter } from '../core/use-call.ts'
import { useTexts } from './texts.ts'

interface AccountRow {
  id: string
  name: string
  isValid: string | null
}
interface ObjectionRow {
  id: string
  name: string | null
  state: string | null
}

/** A question that needs a text, and what is done with it. */
interface Asked {
  action: string
  danger?: boolean
  send: (text: string) => Promise<unknown>
}

/** 学员账号: accounts, and the objections their owners raise against payments. */
export default function StudentAccountPage() {
  const t = useTexts()
  const session = useSession()
  const [params, setParams] = useSearchParams()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)

  const run = async (text: string) => {
    if (!asked) return
    setBusy(true)
    setError(null)
    try {
      await asked.send(text)
      setAsked(null)
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  const switchOf = (row: AccountRow) => {
    const isValid = row.isValid === 'isValid' ? 'unValid' : 'isValid'
    const action = isValid === 'isValid' ? t('account.enable') : t('account.disable')
    const send = async (reason: string) => {
      await invoke(calls.submit, { id: row.id, isValid, reason } as never, { silent: true })
      await refreshAfter(calls.submit as never)
    }
    return { key: 'switch', label: action, danger: isValid === 'unValid', run: () => setAsked({ action, danger: isValid === 'unValid', send }) }
  }
  const answerOf = (row: ObjectionRow) => {
    const send = async (answer: string) => {
      await invoke(paymentObjectionCalls.answer, { id: row.id, answer } as never, { silent: true })
      notify('success', t('account.answered'))
      await refreshAfter(paymentObjectionCalls.answer as never)
    }
    return { key: 'answer', label: t('account.answer'), run: () => setAsked({ action: t('account.answerTo', { name: row.name ?? '' }), send }) }
  }
  const accounts = (
    <CrudPage
      entity={StudentAccount}
      calls={{ list: calls.list, detail: calls.detail, submit: calls.submit, remove: calls.remove, export: calls.export } as never}
      resource="student_account"
      columns={['name', 'isValid', { field: 'idNumber', width: 196 }, 'phone', 'isRealName', 'education', 'regTime', 'lastLoginTime'] as never}
      search={['name', 'idNumber', 'phone', 'isRealName', 'isValid', 'regTime'] as never}
      card={['name', 'isValid', 'phone', 'regTime'] as never}
      form={['name', 'idType', 'idNumber', 'phone', 'education', 'nation', 'email', 'remark'] as never}
      rowActions={(row) => (can('student_account_edit', session) ? [switchOf(row as AccountRow)] : [])}
      embedded
    />
  )
  const objections = (
    <CrudPage
      entity={PaymentObjection}
      calls={{ list: paymentObjectionCalls.list, detail: paymentObjectionCalls.detail, export: paymentObjectionCalls.export } as never}
      resource="payment_objection"
      columns={['name', 'state', 'applyNo', 'orgName', 'subsidyKind', 'amount', 'payDate', 'reason', 'createTime'] as never}
      search={['state', 'applyNo', 'createTime'] as never}
      card={['name', 'state', 'orgName', 'amount'] as never}
      view={['name', 'state', 'applyNo', 'orgName', 'subsidyKind', 'amount', 'payDate', 'reason', 'createTime', 'answer', 'answerTime'] as never}
      rowActions={(row) => (can('payment_objection_edit', session) && (row as ObjectionRow).state === 'open' ? [answerOf(row as ObjectionRow)] : [])}
      embedded
    />
  )
  return (
    <>
      <PageHeader title={t('account.accounts')} />
      <Tabs
        activeKey={params.get('tab') ?? 'accounts'}
        onChange={(tab) => setParams({ tab }, { replace: true })}
        items={[
          { key: 'accounts', label: t('account.accounts'), children: accounts },
          { key: 'objections', label: t('account.objections'), children: objections },
        ]}
      />
      <ReasonDialog open={asked !== null} action={asked?.action ?? ''} danger={asked?.danger} busy={busy} onSubmit={(text) => void run(text)} onClose={() => setAsked(null)}>
        {error && <FailureList error={error} />}
      </ReasonDialog>
    </>
  )
}
