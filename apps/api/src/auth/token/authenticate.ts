import type { Audience } from "@jipei/contract/core/audience.ts";
import { type Rights, createRights } from "../../core/access/rights.ts";
import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { provided } from "../../core/foundation/provided.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type FactorFacts, factorColumns, isFactorRequired } from "../second-factor/second-factor.ts";
import { createTokens } from "./tokens.ts";

type Found = Omit<
  Actor,
  "roles" | "permissions" | "dataScopes" | "closedTo" | "ip" | "audience" | "tenantOwner" | "regions"
> & {
  audience: Audience;
  roleIds: string[];
  accessVersion: string;
  mustChange: number;
  byRegion: string | null;
} & FactorFacts;

/** The parameter that limits the bureau's users to their regions. */
const regionSwitch: ParameterKey = "scope.region.enabled";

const columns = `u.id as "userId", u.account, u.name, u.audience, u.tenant_id as "tenantId", u.dept_id as "deptId",
    u.org_id as "orgId", u.ent_id as "entId", u.account_id as "accountId", u.assessor_id as "assessorId", u.id_number_hash as "idNumberHash", u.must_change as "mustChange",
    array(select ur.role_id from held_role ur where ur.user_id = u.id order by ur.role_id) as "roleIds",
    (select version from access_mark) as "accessVersion", ${factorColumns}, (select param_value from setting where param_key = '${regionSwitch}') as "byRegion"`;
/** Condition for users (`u`) who may act at all. */
const live = `u.status = '1' and u.is_deleted = 0`;

/** Reads session, user, units and roles by primary keys, in one statement for each call. */
const statement = `select s.id as "sessionId", s.locked = 1 as locked, ${columns} from login_session s join account u on u.id = s.user_id
    join client c on c.client_id = s.client_id and c.status = '1' and c.is_deleted = 0
  where s.id = $1 and s.user_id = $2 and s.end_time is null and s.expire_time > now() and ${live}`;

/**
 * Makes the function that turns a token into its actor. Nothing about a user is cached between calls: a log-out, a disabled account or a changed role
 * takes effect at once.
 */
export function createAuthenticator(app: Services): (token: string, ip: string) => Promise<Actor> {
  const tokens = createTokens(app);
  const getRights = createRights(app.pool);
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
    return getActor(app, found, await getRights(found.accessVersion, found.roleIds), ip);
  };
}

/** @throws UNAUTHORIZED for a user without any role */
async function getActor(
  { tenantId: tenantOwner, pool, settings }: Services,
  { roleIds, accessVersion, mustChange, factorRoles, hasFactor, byRegion, ...user }: Found,
  rights: Rights,
  ip: string,
): Promise<Actor> {
  if (rights.roles.length === 0) throw new Refusal("UNAUTHORIZED");
  const owesFactor = isFactorRequired(settings, { factorRoles, hasFactor }, rights.roles, rights.permissions);
  const regions =
    byRegion === "1" && user.audience === "bureau" ? await provided("getRegions")(pool, user.deptId) : null;
  return {
    ...user,
    tenantOwner,
    ...rights,
    ...(regions && { regions }),
    ...(mustChange === 1 && { needsPassword: true }),
    ...(owesFactor && { needsFactor: owesFactor }),
    ip,
    rightsMark: [accessVersion, ...roleIds, ...(owesFactor ? ["factor"] : [])].join("-"),
  };
}

/**
 * The actor that a user would be after signing in now, to explain what they may do. It is read without the cache, since it is rarely needed.
 * @throws UNAUTHORIZED for a user who may do nothing: removed, disabled, or without a role
 */
export async function loadActor(app: Services, userId: string): Promise<Actor> {
  const { rows } = await app.pool.query<Found>(
    `select null as "sessionId", ${columns} from account u where u.id = $1 and ${live}`,
    [userId],
  );
  const found = rows[0];
  if (!found) throw new Refusal("UNAUTHORIZED");
  return getActor(app, found, await createRights(app.pool)(found.accessVersion, found.roleIds), "");
}
