import { Session, SignIn, SignInWait, sessionCalls } from "@jipei/contract/users/session.ts";
import { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { ruleConditions, visible } from "../core/data-scope.ts";
import type { Tx } from "../core/db.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { Refusal, failureOf } from "../core/refusal.ts";
import { ofTenant, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { all, type Condition } from "../core/sql.ts";
import { endOwnSessions, ownSessions } from "./own-sessions.ts";
import { mustReach } from "./user.roles.ts";
import { userScope } from "./user.scope.ts";

const seenUsers = (actor: Actor): Condition =>
  sql`select t.id from app_user t where ${visible(User, userScope, actor)}`;

/** Who is held to a part of the users is held to their sessions. */
const ofSeenUsers = (actor: Actor): Condition =>
  all([
    ofTenant(actor),
    ...(ruleConditions(User, actor).length === 0 ? [] : [sql`t.user_id in (${seenUsers(actor)})`]),
  ]);

/** Signs others out at once, on every node. @throws NOT_FOUND, USER_PROTECTED for the session the call comes from, ROLE_DENIED */
async function endSessions(tx: Tx, actor: Actor, { ids }: { ids: string }): Promise<void> {
  const wanted = splitIds(ids);
  const { rows } = await sql<{
    number: string;
    id: string;
    userId: string;
    account: string;
  }>`select s.number, s.id, s.user_id, u.account from login_session s join app_user u on u.id = s.user_id
    where s.number = any(${wanted}::bigint[]) and s.end_time is null and u.tenant_id = ${actor.tenantId} and u.id in (${seenUsers(actor)}) order by s.number for update of s`.execute(
    tx,
  );
  if (rows.length < wanted.length) throw new Refusal("NOT_FOUND");
  const own = rows.find(({ id }) => id === actor.sessionId);
  if (own) throw new Refusal("USER_PROTECTED", {}, [failureOf(new Refusal("USER_PROTECTED"), own.number)]);
  await mustReach(
    tx,
    actor,
    rows.map(({ userId }) => userId),
  );
  await sql`update login_session set end_time = now(), end_reason = 'forced' where number = any(${wanted}::bigint[]) and end_time is null`.execute(
    tx,
  );
  await writeAudit(
    tx,
    actor,
    rows.map(({ userId, account }) => ({ bizType: "User", bizId: userId, action: "forceLogout", after: { account } })),
  );
}

/** Addresses are everybody's; the accounts are those whom the actor sees. */
const ofSeenWaits = (actor: Actor): Condition =>
  all([
    ofTenant(actor),
    ...(ruleConditions(User, actor).length === 0
      ? []
      : [sql`(t.user_id is null or t.user_id in (${seenUsers(actor)}))`]),
  ]);

/** @throws NOT_FOUND for what is over already, or not the actor's to see */
async function release(tx: Tx, actor: Actor, { ids, reason }: { ids: string; reason: string }): Promise<void> {
  const wanted = splitIds(ids);
  const { rows } = await sql<{
    id: string;
    kind: string;
    userId: string | null;
    account: string | null;
    address: string | null;
    failures: number;
  }>`
    select t.id, t.kind, t.user_id, t.account, t.address, t.failures from sign_in_wait t where t.id = any(${wanted}::bigint[]) and ${ofSeenWaits(actor)}`.execute(
    tx,
  );
  if (rows.length < wanted.length) throw new Refusal("NOT_FOUND");
  await mustReach(
    tx,
    actor,
    rows.flatMap(({ userId }) => userId ?? []),
  );
  await sql`delete from login_failure where id = any(${wanted}::bigint[])`.execute(tx);
  await writeAudit(
    tx,
    actor,
    rows.map(({ id, kind, userId, account, address, failures }) => ({
      bizType: userId ? "User" : "SignInWait",
      bizId: userId ?? id,
      action: "unlock",
      opinion: reason,
      after: { kind, account, address, failures },
    })),
  );
}

export const sessionRoutes: Route[] = [
  reads(sessionCalls.list, (_db, actor, query, app) =>
    listPage<never>(app, actor, Session, query, { scope: ofSeenUsers }),
  ),
  writes(sessionCalls.end, endSessions),
  reads(sessionCalls.own, ownSessions),
  writes(sessionCalls.endOwn, endOwnSessions),
  reads(sessionCalls.waits, (_db, actor, query, app) =>
    listPage<never>(app, actor, SignInWait, query, { scope: ofSeenWaits }),
  ),
  writes(sessionCalls.release, release),
  reads(sessionCalls.signIns, (_db, actor, query, app) =>
    listPage<never>(app, actor, SignIn, query, { scope: ofSeenUsers }),
  ),
];

/** Days for which attempts to sign in are kept. */
const keptDays = 180;
/** Sweeps older attempts. Run by a timer. */
export async function sweepSignIns(app: Services): Promise<void> {
  await sql`delete from sign_in where create_time < now() - make_interval(days => ${keptDays})`.execute(app.db);
}
