import { exporter } from "../core/excel/export.ts";
import { Session, SignIn, SignInWait, sessionCalls } from "@jipei/contract/users/session.ts";
import { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import { endSessionsByNumber, removeFailures } from "../auth/auth.queries.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { ruleConditions, visible } from "../core/access/data-scope.ts";
import type { Tx } from "../core/database/db.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import { Refusal, refuseRows } from "../core/foundation/refusal.ts";
import { ofTenant, splitIds } from "../core/database/rows.ts";
import { all, type Condition } from "../core/database/sql.ts";
import { endOwnSessions, ownSessions } from "./own/own-sessions.ts";
import { assertReaches } from "./user/user.roles.ts";
import { userScope } from "./user/user.scope.ts";

const seenUsers = (actor: Actor): Condition =>
  sql`select t.id from app_user t where ${visible(User, userScope, actor)}`;

/** Actors whose data scopes cover only some users see only the sessions of these. */
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
  }>`select s.number, s.id, s.user_id, u.account from login s join app_user u on u.id = s.user_id
    where s.number = any(${wanted}::bigint[]) and s.end_time is null and u.tenant_id = ${actor.tenantId} and u.id in (${seenUsers(actor)}) order by s.number for update of s`.execute(
    tx,
  );
  if (rows.length < wanted.length) throw new Refusal("NOT_FOUND");
  const own = rows.find(({ id }) => id === actor.sessionId);
  if (own) refuseRows("USER_PROTECTED", [own.number]);
  await assertReaches(
    tx,
    actor,
    rows.map(({ userId }) => userId),
  );
  await endSessionsByNumber(tx, wanted);
  await writeAudit(
    tx,
    actor,
    rows.map(({ userId, account }) => ({ bizType: "User", bizId: userId, action: "forceLogout", after: { account } })),
  );
}

/** Waits of IP addresses are visible to all; waits of accounts only where the actor sees the user. */
const ofSeenWaits = (actor: Actor): Condition =>
  all([
    ofTenant(actor),
    ...(ruleConditions(User, actor).length === 0
      ? []
      : [sql`(t.user_id is null or t.user_id in (${seenUsers(actor)}))`]),
  ]);

/** @throws NOT_FOUND for a wait that is over, or that the actor may not see */
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
  await assertReaches(
    tx,
    actor,
    rows.flatMap(({ userId }) => userId ?? []),
  );
  await removeFailures(tx, wanted);
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
  exporter(Session, sessionCalls.export, { scope: ofSeenUsers }),
  exporter(SignIn, sessionCalls.exportSignIns, { scope: ofSeenUsers }),
  exporter(SignInWait, sessionCalls.exportWaits, { scope: ofSeenWaits }),
  reads(sessionCalls.list, (_db, actor, query, app) => listPage(app, actor, Session, query, { scope: ofSeenUsers })),
  writes(sessionCalls.end, endSessions),
  reads(sessionCalls.own, ownSessions),
  writes(sessionCalls.endOwn, endOwnSessions),
  reads(sessionCalls.waits, (_db, actor, query, app) =>
    listPage(app, actor, SignInWait, query, { scope: ofSeenWaits }),
  ),
  writes(sessionCalls.release, release),
  reads(sessionCalls.signIns, (_db, actor, query, app) => listPage(app, actor, SignIn, query, { scope: ofSeenUsers })),
];
