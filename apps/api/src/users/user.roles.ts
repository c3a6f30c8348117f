import { longestLoan } from "@jipei/contract/users/user.ts";
import type { Audience } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import {
  dutiesClash,
  type Giver,
  giverOf,
  goesBeyond,
  type HeldRole,
  heldBy,
  isGivenByTwo,
  mayGive,
  type RoleFacts,
  roleFacts,
  seenRoles,
  sideOf,
} from "../access/access.queries.ts";
import { type Actor, hasRole } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { today } from "../core/clock.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, invalidField, throwAll } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { mustStandThere } from "./user.place.ts";

/** Roles that the actor sees by their ids, kept from changing meanwhile. @throws NOT_FOUND */
export async function rolesById(tx: Tx, actor: Actor, ids: readonly string[]): Promise<RoleFacts[]> {
  const { rows } =
    await sql<RoleFacts>`select ${roleFacts} from role t where t.id = any(${[...ids]}::bigint[]) and ${seenRoles(actor)} order by t.id for share of t`.execute(
      tx,
    );
  if (rows.length < new Set(ids).size) throw new Refusal("NOT_FOUND");
  return rows;
}

/** Why roles are not granted: «not permitted» alone would send an administrator looking for a right that he has. */
const denials = {
  own: ["不能变更本人的角色", "Nobody changes his own roles"],
  guest: ["访客角色不能授予用户", "The role of guests is granted to nobody"],
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

/** @throws ROLE_DENIED saying why, for each of the users where they are named */
function deny(why: keyof typeof denials, userIds: readonly (string | null)[] = [null]): void {
  const [msg, msgEn] = denials[why];
  throwAll(userIds.map((id) => ({ errorCode: "ROLE_DENIED", id, msg, msgEn })));
}

const keysOf = (roles: readonly RoleFacts[]): ReadonlySet<string> =>
  new Set(roles.flatMap(({ permissions }) => permissions));

/** The side that roles belong to, that of the bureau where there are none. null: to several. */
export function audienceOf(roles: readonly Pick<RoleFacts, "alias">[]): Audience | null {
  const sides = new Set(roles.map(({ alias }) => sideOf(alias)));
  return sides.size > 1 ? null : ([...sides][0] ?? "bureau");
}

/**
 * Whether a user may hold these roles together.
 * @throws ROLE_DENIED for the guest role, duties that exclude each other, another side than the account's, and for more than the giver may
 *   hand out
 */
export function mustBeGrantable(giver: Giver, roles: readonly RoleFacts[], audience: Audience): void {
  if (!mayGive(giver, roles)) deny("beyond");
  if (roles.some(({ alias }) => alias === "guest")) deny("guest");
  mustFit(roles, audience);
}

/** Who stands behind a grant: one administrator, or two who confirmed it together (four-eyes.ts). */
export type Givers = "one" | "two";

/**
 * Some roles are given by two administrators together. What the user holds for good already is not given again.
 * @param held what he holds today @throws SECOND_PERSON
 */
export function mustNotNeedTwo({ settings }: Services, roles: readonly RoleFacts[], held: readonly HeldRole[]): void {
  const given = roles.filter((role) => !held.some(({ id, endDate }) => id === role.id && endDate === null));
  if (given.some((role) => isGivenByTwo(role, settings.production))) throw new Refusal("SECOND_PERSON");
}

/** @throws ROLE_DENIED for another side than the account's, and duties that exclude each other */
function mustFit(roles: readonly RoleFacts[], audience: Audience): void {
  if (audienceOf(roles) !== audience) deny("side");
  if (
    dutiesClash(
      roles.map(({ alias }) => alias),
      keysOf(roles),
    )
  )
    deny("clash");
}

/** Who is not system administrator handles only users who may do no more than he. @throws ROLE_DENIED naming the others */
export async function mustReach(tx: Tx, actor: Actor, userIds: readonly string[]): Promise<void> {
  deny("reach", await beyondReach(tx, actor, userIds));
}

/** Of these users the ones who may do more than the actor. */
export async function beyondReach(tx: Tx, actor: Actor, userIds: readonly string[]): Promise<string[]> {
  if (hasRole(actor, "sysAdmin")) return [];
  const held = await heldBy(tx, userIds);
  return [...Map.groupBy(held, ({ userId }) => userId)].flatMap(([id, roles]) =>
    goesBeyond(actor, roles) ? [id] : [],
  );
}

interface Holder {
  id: string;
  audience: Audience;
}

/** Whoever may give these users roles, with what he may give. @throws ROLE_DENIED, NOT_OWNER */
async function mustHandOut(tx: Tx, actor: Actor, users: readonly Holder[]): Promise<Giver> {
  const ids = users.map(({ id }) => id);
  await mustReach(tx, actor, ids);
  const { rows } = await sql<{
    deptId: string | null;
  }>`select distinct dept_id from app_user where id = any(${ids}::bigint[]) and audience = 'bureau'`.execute(tx);
  await mustStandThere(
    tx,
    actor,
    rows.map(({ deptId }) => deptId),
  );
  return giverOf(tx, actor);
}

/** Whether an administrator may give these roles to a user, with another one or alone: what is asked of a second one must be possible. @throws ROLE_DENIED, NOT_FOUND */
export async function mustBeHandedOut(tx: Tx, actor: Actor, user: Holder, roleIds: readonly string[]): Promise<void> {
  if (user.id === actor.userId) deny("own", [actor.userId]);
  const roles = await rolesById(tx, actor, roleIds);
  const giver = await mustHandOut(tx, actor, [user]);
  mustBeGrantable(giver, roles, user.audience);
}

/**
 * Replaces the roles that users, whose rows are locked, hold for good.
 * @param loans what becomes of roles lent to them: a form that only shows the others keeps them, a grant of all roles ends them
 * @throws ROLE_DENIED, also for the actor himself and for what clashes with a role still lent; SECOND_PERSON for what two give together; USER_PROTECTED
 *   where no system administrator would be left
 */
export async function replaceRoles(
  tx: Tx,
  app: Services,
  actor: Actor,
  users: readonly Holder[],
  roleIds: readonly string[],
  loans: "kept" | "ended",
  givers: Givers = "one",
): Promise<void> {
  if (users.some(({ id }) => id === actor.userId)) deny("own", [actor.userId]);
  const roles = await rolesById(tx, actor, roleIds);
  if (roles.length === 0)
    throw invalidField("roleId", "角色", "Roles", "请至少选择一个角色", "choose at least one role");
  const giver = await mustHandOut(tx, actor, users);
  await keepingAdministrator(tx, users, async () => {
    for (const { id, audience } of users) {
      mustBeGrantable(giver, roles, audience);
      const held = await heldBy(tx, [id]);
      const lent = loans === "kept" ? held.filter(({ endDate }) => endDate !== null) : [];
      mustFit([...roles, ...lent], audience);
      if (givers === "one") mustNotNeedTwo(app, roles, held);
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
 * Lends roles to users until a day; what they hold for good stays as it is.
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
  givers: Givers = "one",
): Promise<void> {
  const days = (Date.parse(endDate) - Date.parse(today())) / 86_400_000;
  if (days < 0 || days > longestLoan)
    throw invalidField(
      "endDate",
      "截止日期",
      "Last day",
      `须在今天起${longestLoan}天内`,
      `within ${longestLoan} days from today`,
    );
  if (users.some(({ id }) => id === actor.userId)) deny("own", [actor.userId]);
  const roles = await rolesById(tx, actor, roleIds);
  const giver = await mustHandOut(tx, actor, users);
  for (const { id, audience } of users) {
    const held = await heldBy(tx, [id]);
    mustBeGrantable(giver, roles, audience);
    const others = held.filter((role) => !roles.some((lent) => lent.id === role.id));
    mustFit([...others, ...roles], audience);
    if (givers === "one") mustNotNeedTwo(app, roles, held);
    await sql`insert into user_role (user_id, role_id, end_date) select ${id}::bigint, unnest(${roles.map((role) => role.id)}::bigint[]), ${endDate}::date
      on conflict (user_id, role_id) do update set end_date = excluded.end_date where user_role.end_date is not null`.execute(
      tx,
    );
    await writeAudit(tx, actor, [
      { bizType: "User", bizId: id, action: "lend", after: { roles: roles.map(({ alias }) => alias), endDate } },
    ]);
  }
}

/** Removes loans that have run out: they count for nothing any more. */
export async function sweepLoans({ pool }: Services): Promise<void> {
  await pool.query("delete from user_role where end_date < current_date");
}

/** Does something to users, of whom one may be the last system administrator. @throws USER_PROTECTED when none would be left */
export async function keepingAdministrator(
  tx: Tx,
  users: readonly { id: string }[],
  work: () => Promise<void>,
): Promise<void> {
  // One at a time, else two at once could take away each other's last one.
  const admins = await sql<{
    id: string;
  }>`select u.user_id as id from role r join user_role u on u.role_id = r.id and u.end_date is null where r.role_alias = 'sysAdmin' and r.is_deleted = 0
    and u.user_id = any(${users.map(({ id }) => id)}::bigint[])`.execute(tx);
  if (admins.rows.length === 0) return work();
  await sql`select pg_advisory_xact_lock(hashtextextended('system administrators', 120))`.execute(tx);
  await work();
  const left =
    await sql`select 1 from role r join user_role ur on ur.role_id = r.id and ur.end_date is null join app_user u on u.id = ur.user_id and u.status = '1' and u.is_deleted = 0
    where r.role_alias = 'sysAdmin' and r.is_deleted = 0 limit 1`.execute(tx);
  if (left.rows.length === 0) throw new Refusal("USER_PROTECTED");
}
