import { studentAccountCalls as calls, verificationHeader } from '@jipei/contract/enrolment/student-account.ts'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router'
import { invoke } from '../core/call-client.ts'
import { CallError } from '../core/call-error.ts'
import { loginPath } from '../core/constants.ts'
import { useLabel } from '../core/i18n/language.ts'
import { encryptForServer, prepareSignIn } from '../core/sign-in.ts'
import { Field } from '../core/plain-field.tsx'
import { type Faults, isCode, isGoodPassword, phoneFault } from './account-rules.ts'
import { useTexts } from './account-texts.ts'
import { CodeField } from './code-field.tsx'
import './account.css'

/** A person who forgot the password sets a new one, by a code sent to the registered phone. */
export default function ForgotPage() {
  const t = useTexts()
  const label = useLabel()
  const [values, setValues] = useState({ phone: '', code: '', password: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [step, setStep] = useState<'form' | 'busy' | 'done'>('form')
  const fault = (name: string): string | null => {
    const one = faults[name]
    return one === undefined ? null : typeof one === 'string' ? one : label(one)
  }
  const put = (name: keyof typeof values) => (value: string) => setValues((before) => ({ ...before, [name]: value }))

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const found: Faults = { phone: phoneFault(values.phone), code: isCode(values.code) ? undefined : t('codeMissing'), password: isGoodPassword(values.password) ? undefined : t('passwordRule') }
    setFaults(found)
    setRefusal(null)
    if (Object.values(found).some((one) => one !== undefined)) return
    setStep('busy')
    try {
      await invoke(calls.changePasswordByTelephone, { telephone: values.phone, password: await encryptForServer(values.password) }, { silent: true, headers: { [verificationHeader]: values.code } })
      setStep('done')
    } catch (error) {
      setStep('form')
      if (!(error instanceof CallError)) throw error
      setRefusal(error.text())
    }
  }
  if (step === 'done')
    return (
      <div className="plain-card account-card" role="status">
        <h1>{t('resetDone')}</h1>
        <Link to={loginPath}>{t('signIn')}</Link>
      </div>
    )
  return (
    <div className="plain-card account-card">
      <h1>{t('forgot')}</h1>
      <p className="plain-subtitle">{t('forgotText')}</p>
      <form onSubmit={(event) => void submit(event)} noValidate className="account-form">
        <p className="plain-refusal" role="alert">
          {refusal}
        </p>
        <Field name="phone" label={t('phone')} fault={fault('phone')}>
          {(control) => <input {...control} inputMode="numeric" autoComplete="tel-national" maxLength={11} className="plain-field" value={values.phone} onChange={(event) => put('phone')(event.target.value)} />}
        </Field>
        <CodeField
          call={calls.sendMessage}
          phone={values.phone}
          value={values.code}
          onChange={put('code')}
          fault={fault('code')}
          sent={t('sentMaybe')}
          onRefused={(error) => (error ? setRefusal(error.text()) : setFaults({ ...faults, phone: phoneFault(values.phone) }))}
        />
        <Field name="password" label={t('newPassword')} fault={fault('password')}>
          {(control) => <input {...control} type="password" autoComplete="new-password" maxLength={20} placeholder={t('passwordRule')} className="plain-field" value={values.password} onFocus={prepareSignIn} onChange={(event) => put('password')(event.target.value)} />}
        </Field>
        <button type="submit" className="plain-primary plain-submit" disabled={step === 'busy'}>
          {step === 'busy' ? t('busy') : t('submitReset')}
        </button>
      </form>
    </div>
  )
}
