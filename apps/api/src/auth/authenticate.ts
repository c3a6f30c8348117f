import type { Audience } from '@jipei/contract/core/call.ts'
import { createRights } from '../core/rights.ts'
import type { Actor } from '../core/actor.ts'
import { Refusal } from '../core/refusal.ts'
import type { Services } from '../core/services.ts'
import { createTokens } from './tokens.ts'

type Found = Omit<Actor, 'roles' | 'permissions' | 'dataScopes' | 'closedTo' | 'ip' | 'audience'> & { audience: Audience; roleIds: string[]; accessVersion: string; mustChange: number }

/** Session, user, units and roles by primary keys, in one statement for each call. */
const statement = `select s.id as "sessionId", u.id as "userId", u.account, u.name, u.audience, u.tenant_id as "tenantId", u.dept_id as "deptId",
    u.org_id as "orgId", u.ent_id as "entId", u.account_id as "accountId", u.assessor_id as "assessorId", u.id_number_hash as "idNumberHash", u.must_change as "mustChange",
    array(select ur.role_id from user_role ur where ur.user_id = u.id and (ur.end_date is null or ur.end_date >= current_date) order by ur.role_id) as "roleIds",
    (select version from access_version) as "accessVersion"
  from login_session s join app_user u on u.id = s.user_id
  where s.id = $1 and s.user_id = $2 and s.end_time is null and s.expire_time > now() and u.status = '1' and u.is_deleted = 0`

/**
 * Makes the function that turns a token into its actor. Nothing about a user is remembered between two calls: a log-out, a disabled
 * account or another role acts at once.
 */
export function createAuthenticator(app: Services): (token: string, ip: string) => Promise<Actor> {
  const tokens = createTokens(app.keys.tokenKey)
  const rightsOf = createRights(app.pool)
  return async (token, ip) => {
    const claims = tokens.readAccess(token)
    if (!claims) throw new Refusal('UNAUTHORIZED')
    const { rows } = await app.pool.query<Found>({ name: 'authenticate', text: statement, values: [claims.sessionId, claims.userId] })
    const found = rows[0]
    if (!found) throw new Refusal('UNAUTHORIZED')
    const { roleIds, accessVersion, mustChange, ...user } = found
    const rights = await rightsOf(accessVersion, roleIds)
    if (rights.roles.length === 0) throw new Refusal('UNAUTHORIZED')
    // With a password somebody else made, a user may do nothing but choose his own.
    return { ...user, ...rights, ...(mustChange && { permissions: noPermissions }), ip }
  }
}
const noPermissions: ReadonlySet<string> = new Set()
