import { sm2Key } from '@jipei/contract/auth/auth.ts'
import { envelopeKey, keySeed, type SealedBody } from '@jipei/contract/auth/envelope.ts'
import { invoke } from './call-client.ts'
import { deriveKeys, type Keys, newKeyPair, openAnswer, seal, sharedPoint } from './envelope-cipher.ts'

/** Keys agreed with the server for the signed-in session; they live in memory only. */
interface Agreed {
  keyId: string
  keys: Keys
  /** Milliseconds the server's clock is ahead of ours. */
  ahead: number
}

let agreed: Promise<Agreed> | null = null

/** Forgets the keys: the session is another, or the server does not know them any more. */
export const forgetKeys = (): void => void (agreed = null)

async function agree(): Promise<Agreed> {
  const pair = newKeyPair()
  const options = { silent: true }
  const [{ keyId, publicKey, serverTime }, lasting] = await Promise.all([invoke(envelopeKey, { publicKey: pair.publicKey }, options), invoke(sm2Key, undefined, options)])
  const seed = keySeed({
    ephemeral: sharedPoint(pair.privateKey, publicKey),
    lasting: sharedPoint(pair.privateKey, lasting.publicKey),
    clientPublicKey: pair.publicKey,
    serverPublicKey: publicKey,
    keyId,
  })
  return { keyId, keys: deriveKeys(seed), ahead: serverTime - Date.now() }
}

/** A sealed request, and how its answer is opened. */
export interface SealedCall {
  body: SealedBody
  /** @throws when the answer was not made for this request */
  open: (answer: SealedBody) => string
}

/** Seals the input of a system-service call; the first one agrees on the keys. @throws CallError when the server cannot be reached */
export async function sealCall(path: string, input: unknown): Promise<SealedCall> {
  const agreeing = (agreed ??= agree())
  agreeing.catch(() => agreed === agreeing && forgetKeys())
  const { keyId, keys, ahead } = await agreeing
  const body = seal(keys, path, keyId, Date.now() + ahead, JSON.stringify(input))
  return { body, open: (answer) => openAnswer(keys, path, body, answer) }
}
