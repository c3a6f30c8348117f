import { captcha } from '@jipei/contract/auth/auth.ts'
import type { TokenFailure } from '@jipei/contract/auth/auth.ts'
import { useState } from 'react'
import { invoke } from '../core/call-client.ts'
import type { CallError } from '../core/call-error.ts'
import type { Captcha } from '../core/sign-in.ts'

/** The captcha of the login form: absent until the server asks for one, then a new one for every attempt. */
export function useCaptcha() {
  const [current, setCurrent] = useState<{ key: string; image: string } | null>(null)
  const refresh = () => void invoke(captcha, undefined, { silent: true }).then(setCurrent, () => undefined)
  return {
    image: current?.image ?? null,
    refresh,
    answer: (typed: string | undefined): Captcha | null => current && { key: current.key, code: typed?.trim() ?? '' },
    afterRefusal(error: CallError) {
      if (current || (error.data as TokenFailure | undefined)?.captcha_required) refresh()
    },
  }
}
