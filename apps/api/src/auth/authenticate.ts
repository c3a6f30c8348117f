import type { Audience } from "@jipei/contract/core/call.ts";
import { type Rights, createRights } from "../core/rights.ts";
import type { Actor } from "../core/actor.ts";
import { regionColumn, regionsOf } from "../core/region-scope.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { type FactorFacts, factorColumns, isFactorOwed } from "./second-factor.ts";
import { createTokens } from "./tokens.ts";

type Found = Omit<
  Actor,
  "roles" | "permissions" | "dataScopes" | "closedTo" | "ip" | "audience" | "house" | "regions"
> & {
  audience: Audience;
  roleIds: string[];
  accessVersion: string;
  mustChange: number;
  byRegion: string | null;
} & FactorFacts;

const columns = `u.id as "userId", u.account, u.name, u.audience, u.tenant_id as "tenantId", u.dept_id as "deptId",
    u.org_id as "orgId", u.ent_id as "entId", u.account_id as "accountId", u.assessor_id as "assessorId", u.id_number_hash as "idNumberHash", u.must_change as "mustChange",
    array(select ur.role_id from held_role ur where ur.user_id = u.id order by ur.role_id) as "roleIds",
    (select version from access_version) as "accessVersion", ${factorColumns}, ${regionColumn}`;
/** Who may act at all. */
const live = `u.status = '1' and u.is_deleted = 0`;

/** Session, user, units and roles by primary keys, in one statement for each call. */
const statement = `select s.id as "sessionId", s.locked = 1 as locked, ${columns} from login_session s join app_user u on u.id = s.user_id
    join client c on c.client_id = s.client_id and c.status = '1' and c.is_deleted = 0
  where s.id = $1 and s.user_id = $2 and s.end_time is null and s.expire_time > now() and ${live}`;

/**
 * Makes the function that turns a token into its actor. Nothing about a user is remembered between two calls: a log-out, a disabled
 * account or another role acts at once.
 */
export function createAuthenticator(app: Services): (token: string, ip: string) => Promise<Actor> {
  const tokens = createTokens(app);
  const rightsOf = createRights(app.pool);
  return async (token, ip) => {
    const claims = tokens.readAccess(token);
    if (!claims) throw new Refusal("UNAUTHORIZED");
    const { rows } = await app.pool.query<Found>({
      name: "authenticate",
      text: statement,
      values: [claims.sessionId, claims.userId],
    });
    const found = rows[0];
    if (!found) throw new Refusal("UNAUTHORIZED");
    return actorOf(app, found, await rightsOf(found.accessVersion, found.roleIds), ip);
  };
}

/** @throws UNAUTHORIZED for a user without any role */
async function actorOf(
  { tenantId: house, pool, settings }: Services,
  { roleIds, accessVersion, mustChange, factorRoles, hasFactor, byRegion, ...user }: Found,
  rights: Rights,
  ip: string,
): Promise<Actor> {
  if (rights.roles.length === 0) throw new Refusal("UNAUTHORIZED");
  const owesFactor = isFactorOwed(settings, { factorRoles, hasFactor }, rights.roles, rights.permissions);
  const regions = byRegion === "1" && user.audience === "bureau" ? await regionsOf(pool, user.deptId) : null;
  return {
    ...user,
    house,
    ...rights,
    ...(regions && { regions }),
    ...(mustChange === 1 && { owesPassword: true }),
    ...(owesFactor && { owesFactor }),
    ip,
    rightsMark: [accessVersion, ...roleIds, ...(owesFactor ? ["factor"] : [])].join("-"),
  };
}

/**
 * A user as he would act if he signed in now, for those who ask what he may do. It is read afresh: nobody waits for it.
 * @throws UNAUTHORIZED for whom nothing could be done: removed, disabled, without any role
 */
export async function actorOfUser(app: Services, userId: string): Promise<Actor> {
  const { rows } = await app.pool.query<Found>(
    `select null as "sessionId", ${columns} from app_user u where u.id = $1 and ${live}`,
    [userId],
  );
  const found = rows[0];
  if (!found) throw new Refusal("UNAUTHORIZED");
  return actorOf(app, found, await createRights(app.pool)(found.accessVersion, found.roleIds), "");
}
