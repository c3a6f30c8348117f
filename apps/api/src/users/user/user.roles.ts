import { longestLoan } from "@jipei/contract/users/user.ts";
import type { Audience } from "@jipei/contract/core/audience.ts";
import { sql } from "kysely";
import {
  type Grantor,
  getGrantor,
  goesBeyond,
  type HeldRole,
  getHeldRoles,
  mayGrant,
  type RoleFacts,
  lockRoles,
} from "../../access/access.queries.ts";
import { dutiesClash, isGivenByTwo } from "../../core/access/duties.ts";
import { getSide } from "../../core/access/incompatible-roles.ts";
import { type Actor, hasRole } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { daysBetween, today } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, invalidField, throwAll } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { assertAllowedDepartments } from "./user.place.ts";

/** Why roles are not granted: «not permitted» alone would make administrators look for a right that they have. */
const denials = {
  own: ["不能变更本人的角色", "You cannot change your own roles"],
  guest: ["访客角色不能授予用户", "The guest role cannot be granted to users"],
  beyond: ["所选角色的权限或可见范围超出您本人长期拥有的", "These roles may do or see more than you hold for good"],
  side: [
    "所选角色与账号类别不符：管理端、机构、企业、个人的角色不能混用",
    "These roles are of another side than the account: bureau, institution, enterprise and person are not mixed",
  ],
  clash: ["这些角色的职责互斥，不能由同一人担任", "One person must not hold these duties together"],
  reach: [
    "该用户的权限超出您本人的权限，须由系统管理员处理",
    "This user may do more than you; a system administrator must do it",
  ],
} as const;

/** @throws ROLE_DENIED with the reason, once for each user id; nothing where the list is empty */
function deny(why: keyof typeof denials, userIds: readonly (string | null)[] = [null]): void {
  const [msg, msgEn] = denials[why];
  throwAll(userIds.map((id) => ({ errorCode: "ROLE_DENIED", id, msg, msgEn })));
}

const getKeys = (roles: readonly RoleFacts[]): ReadonlySet<string> =>
  new Set(roles.flatMap(({ permissions }) => permissions));

/** The audience that roles belong to, the bureau where there are none. null: they belong to several. */
export function findAudience(roles: readonly Pick<RoleFacts, "alias">[]): Audience | null {
  const sides = new Set(roles.map(({ alias }) => getSide(alias)));
  return sides.size > 1 ? null : ([...sides][0] ?? "bureau");
}

/**
 * Whether a user may hold these roles together.
 * @throws ROLE_DENIED for the guest role, duties that exclude each other, another audience than the account's, and for more than the grantor
 *   may grant
 */
export function assertGrantable(grantor: Grantor, roles: readonly RoleFacts[], audience: Audience): void {
  if (!mayGrant(grantor, roles)) deny("beyond");
  if (roles.some(({ alias }) => alias === "guest")) deny("guest");
  assertFits(roles, audience);
}

/** Who grants: one administrator, or two who confirmed it together (four-eyes.ts). */
export type Grantors = "one" | "two";

/**
 * Refuses roles that only two administrators grant together, unless the user holds them permanently already.
 * @param held the roles of the user today @throws SECOND_PERSON
 */
export function assertNeedsNoSecond(
  { settings }: Services,
  roles: readonly RoleFacts[],
  held: readonly HeldRole[],
): void {
  const given = roles.filter((role) => !held.some(({ id, endDate }) => id === role.id && endDate === null));
  if (given.some((role) => isGivenByTwo(role, settings.production))) throw new Refusal("SECOND_PERSON");
}

/** @throws ROLE_DENIED for another audience than the account's, and for duties that exclude each other */
function assertFits(roles: readonly RoleFacts[], audience: Audience): void {
  if (findAudience(roles) !== audience) deny("side");
  if (
    dutiesClash(
      roles.map(({ alias }) => alias),
      getKeys(roles),
    )
  )
    deny("clash");
}

/** Actors who are no system administrators manage only users who may do no more than they. @throws ROLE_DENIED naming the others */
export async function assertReaches(tx: Tx, actor: Actor, userIds: readonly string[]): Promise<void> {
  deny("reach", await findMorePowerful(tx, actor, userIds));
}

/** Ids of those users who may do more than the actor. */
export async function findMorePowerful(tx: Tx, actor: Actor, userIds: readonly string[]): Promise<string[]> {
  if (hasRole(actor, "sysAdmin")) return [];
  const held = await getHeldRoles(tx, userIds);
  return [...Map.groupBy(held, ({ userId }) => userId)].flatMap(([id, roles]) =>
    goesBeyond(actor, roles) ? [id] : [],
  );
}

interface Holder {
  id: string;
  audience: Audience;
}

/** Checks that the actor may grant roles to these users. @returns what the actor may grant @throws ROLE_DENIED, NOT_OWNER */
async function assertMayGrantTo(tx: Tx, actor: Actor, users: readonly Holder[]): Promise<Grantor> {
  const ids = users.map(({ id }) => id);
  await assertReaches(tx, actor, ids);
  const { rows } = await sql<{
    deptId: string | null;
  }>`select distinct dept_id from app_user where id = any(${ids}::bigint[]) and audience = 'bureau'`.execute(tx);
  await assertAllowedDepartments(
    tx,
    actor,
    rows.map(({ deptId }) => deptId),
  );
  return getGrantor(tx, actor);
}

/** Checks that the actor may grant these roles to a user, alone or together with a second administrator. @throws ROLE_DENIED, NOT_FOUND */
export async function assertMayGrantRoles(
  tx: Tx,
  actor: Actor,
  user: Holder,
  roleIds: readonly string[],
): Promise<void> {
  if (user.id === actor.userId) deny("own", [actor.userId]);
  const roles = await lockRoles(tx, actor, roleIds);
  const grantor = await assertMayGrantTo(tx, actor, [user]);
  assertGrantable(grantor, roles, user.audience);
}

/**
 * Replaces the permanent roles of users whose rows are locked.
 * @param loans what becomes of roles lent to them: a form that shows only the permanent ones keeps them, a grant of all roles ends them
 * @throws ROLE_DENIED, also for the actor's own roles and for duties that clash with a role still lent; SECOND_PERSON for roles that two administrators
 *   grant together; USER_PROTECTED where no system administrator would be left
 */
export async function replaceRoles(
  tx: Tx,
  app: Services,
  actor: Actor,
  users: readonly Holder[],
  roleIds: readonly string[],
  loans: "kept" | "ended",
  grantors: Grantors = "one",
): Promise<void> {
  if (users.some(({ id }) => id === actor.userId)) deny("own", [actor.userId]);
  const roles = await lockRoles(tx, actor, roleIds);
  if (roles.length === 0)
    throw invalidField("roleId", "角色", "Roles", "请至少选择一个角色", "choose at least one role");
  const grantor = await assertMayGrantTo(tx, actor, users);
  await guardLastAdministrator(tx, users, async () => {
    for (const { id, audience } of users) {
      assertGrantable(grantor, roles, audience);
      const held = await getHeldRoles(tx, [id]);
      const lent = loans === "kept" ? held.filter(({ endDate }) => endDate !== null) : [];
      assertFits([...roles, ...lent], audience);
      if (grantors === "one") assertNeedsNoSecond(app, roles, held);
      await sql`delete from user_role where user_id = ${id} and ${loans === "kept" ? sql`end_date is null` : sql`true`}`.execute(
        tx,
      );
      await sql`insert into user_role (user_id, role_id) select ${id}::bigint, unnest(${roles.map((role) => role.id)}::bigint[])
        on conflict (user_id, role_id) do update set end_date = null`.execute(tx);
      const before = held.filter((role) => !lent.includes(role));
      await writeAudit(tx, actor, [
        {
          bizType: "User",
          bizId: id,
          action: "grant",
          before: { roles: before.map(({ alias }) => alias) },
          after: { roles: roles.map(({ alias }) => alias) },
        },
      ]);
    }
  });
}

/**
 * Lends roles to users until a day; their permanent roles stay as they are.
 * @param endDate last day, today at the earliest and thirty days from now at the latest
 * @throws FIELD_INVALID, ROLE_DENIED, SECOND_PERSON
 */
export async function lendRoles(
  tx: Tx,
  app: Services,
  actor: Actor,
  users: readonly Holder[],
  roleIds: readonly string[],
  endDate: string,
  grantors: Grantors = "one",
): Promise<void> {
  const days = daysBetween(today(), endDate);
  if (days < 0 || days > longestLoan)
    throw invalidField(
      "endDate",
      "截止日期",
      "Last day",
      `须在今天起${longestLoan}天内`,
      `within ${longestLoan} days from today`,
    );
  if (users.some(({ id }) => id === actor.userId)) deny("own", [actor.userId]);
  const roles = await lockRoles(tx, actor, roleIds);
  const grantor = await assertMayGrantTo(tx, actor, users);
  for (const { id, audience } of users) {
    const held = await getHeldRoles(tx, [id]);
    assertGrantable(grantor, roles, audience);
    const others = held.filter((role) => !roles.some((lent) => lent.id === role.id));
    assertFits([...others, ...roles], audience);
    if (grantors === "one") assertNeedsNoSecond(app, roles, held);
    await sql`insert into user_role (user_id, role_id, end_date) select ${id}::bigint, unnest(${roles.map((role) => role.id)}::bigint[]), ${endDate}::date
      on conflict (user_id, role_id) do update set end_date = excluded.end_date where user_role.end_date is not null`.execute(
      tx,
    );
    await writeAudit(tx, actor, [
      { bizType: "User", bizId: id, action: "lend", after: { roles: roles.map(({ alias }) => alias), endDate } },
    ]);
  }
}

/** Removes loans that have expired; they have no effect any more. Run by a timer. */
export async function sweepLoans({ pool }: Services): Promise<void> {
  await pool.query("delete from user_role where end_date < current_date");
}

/** Runs a change of users, one of whom may be the last system administrator. @throws USER_PROTECTED when none would be left */
export async function guardLastAdministrator(
  tx: Tx,
  users: readonly { id: string }[],
  work: () => Promise<void>,
): Promise<void> {
  // One at a time: otherwise two concurrent changes could remove the last two administrators.
  const admins = await sql<{
    id: string;
  }>`select u.user_id as id from authority r join user_role u on u.role_id = r.id and u.end_date is null where r.role_alias = 'sysAdmin' and r.is_deleted = 0
    and u.user_id = any(${users.map(({ id }) => id)}::bigint[])`.execute(tx);
  if (admins.rows.length === 0) return work();
  await sql`select pg_advisory_xact_lock(hashtextextended('system administrators', 120))`.execute(tx);
  await work();
  const left =
    await sql`select 1 from authority r join user_role ur on ur.role_id = r.id and ur.end_date is null join app_user u on u.id = ur.user_id and u.status = '1' and u.is_deleted = 0
    where r.role_alias = 'sysAdmin' and r.is_deleted = 0 limit 1`.execute(tx);
  if (left.rows.length === 0) throw new Refusal("USER_PROTECTED");
}
