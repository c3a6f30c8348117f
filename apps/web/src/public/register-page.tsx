import { education } from '@jipei/contract/core/codes.ts'
import { orderedCodes } from '@jipei/contract/core/field.ts'
import { studentAccountCalls as calls, verificationHeader } from '@jipei/contract/enrolment/student-account.ts'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { invoke } from '../core/call-client.ts'
import { CallError } from '../core/call-error.ts'
import { homePath, loginPath } from '../core/constants.ts'
import { useLabel } from '../core/i18n/language.ts'
import { encryptForServer, prepareSignIn, signIn } from '../core/sign-in.ts'
import { Field } from '../core/plain-field.tsx'
import { type Faults, idFault, isCode, isGoodPassword, phoneFault } from './account-rules.ts'
import { useTexts } from './account-texts.ts'
import { CodeField } from './code-field.tsx'
import './account.css'

const empty = { name: '', idNumber: '', phone: '', education: '', code: '', password: '', again: '' }
type Values = typeof empty

/** A person makes his own account. Phone first, without antd, so that it is there at once. */
export default function RegisterPage() {
  const t = useTexts()
  const label = useLabel()
  const [values, setValues] = useState(empty)
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [step, setStep] = useState<'form' | 'busy' | 'done'>('form')
  const navigate = useNavigate()

  const put = (name: keyof Values) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setFaults((before) => ({ ...before, [name]: undefined }))
  }
  const fault = (name: keyof Values): string | null => {
    const one = faults[name]
    return one === undefined ? null : typeof one === 'string' ? one : label(one)
  }
  const check = (): Faults => ({
    name: values.name.trim() ? undefined : t('required', { field: t('name') }),
    idNumber: idFault(values.idNumber),
    phone: phoneFault(values.phone),
    education: values.education ? undefined : t('required', { field: t('education') }),
    code: isCode(values.code) ? undefined : t('codeMissing'),
    password: isGoodPassword(values.password) ? undefined : t('passwordRule'),
    again: values.again === values.password ? undefined : t('different'),
  })

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = check()
    setFaults(found)
    setRefusal(null)
    const first = Object.entries(found).find(([, one]) => one !== undefined)?.[0]
    if (first) return (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus()
    setStep('busy')
    try {
      const { name, idNumber, phone, code } = values
      const input = { name: name.trim(), idType: '1', idNumber: idNumber.trim(), phone, education: values.education, password: await encryptForServer(values.password) }
      await invoke(calls.submit, input as never, { silent: true, headers: { [verificationHeader]: code } })
      setStep('done')
      await signIn('student', idNumber.trim().toUpperCase(), values.password, null)
      void navigate(homePath)
    } catch (error) {
      setStep('form')
      if (!(error instanceof CallError)) throw error
      setFaults(Object.fromEntries(Object.entries(error.fields).map(([name, failure]) => [name === 'newPassword' ? 'password' : name, { zh: failure.msg, en: failure.msgEn }])))
      setRefusal(error.text())
    }
  }
  if (step === 'done')
    return (
      <div className="plain-card account-card" role="status">
        <h1>{t('done')}</h1>
        <p>{t('doneText')}</p>
        <Link to={loginPath}>{t('signIn')}</Link>
      </div>
    )
  const text = (name: 'name' | 'idNumber' | 'phone', more: object) => (
    <Field name={name} label={t(name)} fault={fault(name)}>
      {(control) => <input {...control} {...more} className="plain-field" value={values[name]} onChange={(event) => put(name)(event.target.value)} />}
    </Field>
  )
  const secret = (name: 'password' | 'again', hint: string) => (
    <Field name={name} label={t(name)} fault={fault(name)}>
      {(control) => <input {...control} type="password" autoComplete="new-password" maxLength={20} placeholder={hint} className="plain-field" value={values[name]} onFocus={prepareSignIn} onChange={(event) => put(name)(event.target.value)} />}
    </Field>
  )
  return (
    <div className="plain-card account-card">
      <h1>{t('register')}</h1>
      <p className="plain-subtitle">{t('registerText')}</p>
      <form onSubmit={(event) => void submit(event)} noValidate className="account-form">
        <p className="plain-refusal" role="alert">
          {refusal}
        </p>
        {text('name', { autoComplete: 'name', maxLength: 50 })}
        {text('idNumber', { autoCapitalize: 'characters', spellCheck: false, maxLength: 18 })}
        <Field name="education" label={t('education')} fault={fault('education')}>
          {(control) => (
            <select {...control} className="plain-field" value={values.education} onChange={(event) => put('education')(event.target.value)}>
              <option value="">{t('choose')}</option>
              {orderedCodes(education).map(([code, entry]) => (
                <option key={code} value={code}>
                  {label(entry)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {text('phone', { inputMode: 'numeric', autoComplete: 'tel-national', maxLength: 11 })}
        <CodeField
          call={calls.sendMessageRegist}
          phone={values.phone}
          value={values.code}
          onChange={put('code')}
          fault={fault('code')}
          sent={t('sent')}
          onRefused={(error) => (error ? setRefusal(error.text()) : setFaults({ ...faults, phone: phoneFault(values.phone) }))}
        />
        {secret('password', t('passwordRule'))}
        {secret('again', '')}
        <button type="submit" className="plain-primary plain-submit" disabled={step === 'busy'}>
          {step === 'busy' ? t('busy') : t('submit')}
        </button>
        <p className="account-note">{t('privacy')}</p>
        <Link to={loginPath}>{t('have')}</Link>
      </form>
    </div>
  )
}
