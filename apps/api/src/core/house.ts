import { tenantId as house } from '@jipei/contract/auth/auth.ts'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import { Refusal } from './refusal.ts'
import type { Condition } from './sql.ts'

/** Reference data is one for all tenants: only those who run the installation change it. @throws ROLE_DENIED */
export function mustRunTheHouse(actor: Actor): void {
  if (actor.tenantId !== house) throw new Refusal('ROLE_DENIED')
}

/** Lists that all tenants share, and one's own. */
export const sharedAndOwn = (actor: Actor): Condition => sql`t.tenant_id in (${house}, ${actor.tenantId})`

/** What all tenants share may be read by each of them and changed by none. @throws NOT_OWNER */
export function mustBeOwn(actor: Actor, rows: readonly { tenantId?: unknown }[]): void {
  if (rows.some((row) => row.tenantId !== actor.tenantId)) throw new Refusal('NOT_OWNER')
}
