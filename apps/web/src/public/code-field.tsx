import type { Call } from '@jipei/contract/core/call.ts'
import { useEffect, useState } from 'react'
import { invoke } from '../core/call-client.ts'
import { CallError } from '../core/call-error.ts'
import { Field } from '../core/plain-field.tsx'
import { phoneFault } from './account-rules.ts'
import { useTexts } from './account-texts.ts'

interface Props {
  /** Sends the code to a telephone. */
  call: Call<{ telephone: string }, void>
  phone: string
  value: string
  onChange: (value: string) => void
  fault: string | null
  /** What is said after sending. */
  sent: string
  /** The phone is not one yet, or the server refused. */
  onRefused: (error: CallError | null) => void
}

const pause = 60

/** The six digits and the button that sends them, once a minute. */
export function CodeField({ call, phone, value, onChange, fault, sent, onRefused }: Props) {
  const t = useTexts()
  const [left, setLeft] = useState(0)
  const [told, setTold] = useState(false)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  async function send() {
    if (phoneFault(phone)) return onRefused(null)
    try {
      await invoke(call, { telephone: phone }, { silent: true })
      setTold(true)
      setLeft(pause)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      onRefused(error)
    }
  }
  return (
    <Field name="code" label={t('code')} fault={fault} note={told ? sent : null}>
      {(control) => (
        <span className="plain-row">
          <input {...control} className="plain-field" inputMode="numeric" autoComplete="one-time-code" maxLength={6} placeholder={t('codeHint')} value={value} onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))} />
          <button type="button" className="plain-button account-send" disabled={left > 0} onClick={() => void send()}>
            {left > 0 ? t('resend', { n: left }) : t('send')}
          </button>
        </span>
      )}
    </Field>
  )
}
