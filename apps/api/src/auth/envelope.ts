import type { Envelope } from '../core/app.ts'
import { Refusal } from '../core/refusal.ts'
import type { Services } from '../core/services.ts'

export function createEnvelope(_app: Services): Envelope {
  return { open: () => Promise.reject(new Refusal('ENVELOPE_INVALID')), seal: () => Promise.reject(new Refusal('ENVELOPE_INVALID')) }
}
