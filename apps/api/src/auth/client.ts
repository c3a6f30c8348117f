import { createHash, timingSafeEqual } from 'node:crypto'
import type { Services } from '../core/services.ts'

/** A program that may ask for tokens. */
export interface Client {
  clientId: string
  grantTypes: readonly string[]
  accessSeconds: number
  refreshSeconds: number
}

/** How the secret of a client is kept. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The client named by an `Authorization: Basic` header, null when it is missing, unreadable or wrong. */
export async function findClient(app: Services, header: string | undefined): Promise<Client | null> {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]{1,600})$/i.exec(header ?? '')?.[1]
  if (!encoded) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || text.includes('\u0000')) return null
  const { rows } = await app.pool.query<Client & { secretHash: string; grants: string }>({
    name: 'client',
    text: `select client_id as "clientId", client_secret_hash as "secretHash", authorized_grant_types as grants, access_token_validity as "accessSeconds",
      refresh_token_validity as "refreshSeconds" from client where client_id = $1 and is_deleted = 0`,
    values: [text.slice(0, colon)],
  })
  const client = rows[0]
  if (!client || !timingSafeEqual(Buffer.from(client.secretHash), Buffer.from(hashSecret(text.slice(colon + 1))))) return null
  return { clientId: client.clientId, grantTypes: client.grants.split(/[\s,]+/), accessSeconds: client.accessSeconds, refreshSeconds: client.refreshSeconds }
}
