import { sql } from 'kysely'
import type { Tx } from '../core/db.ts'
import { Refusal, failureOf } from '../core/refusal.ts'

/** Kinds of account of which one at most may be enabled with a phone. A student proves his (docs/decisions/0140-text-messages.md). */
const exclusive = ['0', '1', '3']

const taken = { field: { zh: '使用该手机的启用账号', en: 'An enabled account with this mobile phone' } }

/** @param id the account itself, null while it is new @throws DUPLICATE at the phone; the unique index holds against two at once */
export async function mustHavePhoneAlone(tx: Tx, { id, loginType, phoneHash }: { id: string | null; loginType: string; phoneHash: string | null }): Promise<void> {
  if (phoneHash === null || !exclusive.includes(loginType)) return
  const { rows } = await sql`select 1 from app_user where phone_hash = ${phoneHash} and is_deleted = 0 and status = '1' and login_type = any(${exclusive}) and id is distinct from ${id}::bigint limit 1`.execute(tx)
  if (rows.length > 0) throw new Refusal('DUPLICATE', taken, [{ ...failureOf(new Refusal('DUPLICATE', taken), null), field: 'phone' }])
}

/** As `mustHavePhoneAlone`, for an account as it stands, before it is enabled. */
export async function mustEnterAlone(tx: Tx, id: string): Promise<void> {
  const { loginType, phoneHash } = await tx.selectFrom('appUser').select(['loginType', 'phoneHash']).where('id', '=', id).executeTakeFirstOrThrow()
  await mustHavePhoneAlone(tx, { id, loginType, phoneHash })
}
