import { sm2Key } from '@jipei/contract/auth/auth.ts'
import { invoke } from './call-client.ts'

let key: Promise<string> | null = null

/** The server's lasting public key, for passwords and for the envelope; asked for once, a failed attempt may be repeated. */
export function serverKey(): Promise<string> {
  key ??= invoke(sm2Key, undefined, { silent: true }).then((answer) => answer.publicKey)
  key.catch(forgetServerKey)
  return key
}

/** The server may have another one by now. */
export const forgetServerKey = (): void => void (key = null)
