import type { RoleAlias } from '@jipei/contract/core/roles.ts'
import { sql } from 'kysely'
import type { Tx } from '../core/db.ts'
import { mustBeCompatible } from './incompatible-roles.ts'

/** Gives roles to a user who has none yet. @throws ROLE_DENIED when two of them exclude each other */
export async function grantRoles(tx: Tx, userId: string, aliases: readonly RoleAlias[]): Promise<void> {
  mustBeCompatible(aliases)
  const { numAffectedRows } = await sql`insert into user_role (user_id, role_id)
    select ${userId}::bigint, id from role where role_alias = any(${[...aliases]}) and is_deleted = 0 on conflict do nothing`.execute(tx)
  if (numAffectedRows !== BigInt(aliases.length)) throw new Error(`roles ${aliases.join()} are not all there`)
}
