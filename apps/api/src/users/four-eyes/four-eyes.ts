import { addDays, now, today } from "../../core/foundation/clock.ts";
import { FourEyesRequest, fourEyesDays, fourEyesKind, fourEyesState } from "@jipei/contract/users/four-eyes.ts";
import { type CodeOf, getLabels } from "@jipei/contract/core/fields/field.ts";
import { userStatus } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import { getGrantor } from "../../access/access.queries.ts";
import { type Actor, system } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { decryptRow, stored } from "../../core/entity/to-response.ts";
import { Refusal, illegalState, worded } from "../../core/foundation/refusal.ts";
import { lockRow, ofTenant } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { notify } from "../../notices/notices.queries.ts";
import { checks, effects, lockSubject, type RequestDetails, type Subject } from "./four-eyes.effects.ts";

type State = CodeOf<typeof fourEyesState>;

interface Request extends RequestDetails {
  id: string;
  userId: string;
  state: State;
  createUser: string;
}

const denials = {
  loan: worded("ROLE_DENIED", [
    "须由长期任职的系统管理员办理，代理期间不能",
    "Only a permanent system administrator may do this, not a stand-in",
  ]),
  own: worded("ROLE_DENIED", ["不能为本人申请", "You cannot make a request for yourself"]),
  subject: worded("SELF_REVIEW", ["不能确认与本人有关的申请", "You cannot confirm a request that concerns yourself"]),
  asker: worded("SECOND_PERSON", [
    "申请人已不再是系统管理员，请重新申请",
    "Who asked is no system administrator any more; ask anew",
  ]),
} as const;

/** Only system administrators request and confirm; a role that is lent until a day is not enough. @throws ROLE_DENIED */
export async function assertAdministersForGood(tx: Tx, actor: Actor): Promise<void> {
  if ((await getGrantor(tx, actor)).sysAdmin !== "for good") throw denials.loan;
}

/**
 * Requests a change that two administrators must make together.
 * @throws ROLE_DENIED, also for a request about oneself; DUPLICATE while a request of this kind waits; what the change itself would be refused with
 */
export async function ask(
  tx: Tx,
  app: Services,
  actor: Actor,
  userId: string,
  details: RequestDetails,
  reason: string,
): Promise<{ id: string }> {
  await assertAdministersForGood(tx, actor);
  if (userId === actor.userId) throw denials.own;
  const subject = await lockSubject(tx, app, actor, userId);
  assertEnabled(subject);
  await checks[details.kind](tx, app, actor, subject, details);
  const { phone, phoneHash } = stored(FourEyesRequest, app.cipher, { phone: details.phone });
  const expireTime = `${addDays(today(), fourEyesDays)}${now().slice(10)}`;
  const row = await insertRow(tx, actor, FourEyesRequest, {
    kind: details.kind,
    userId,
    endDate: details.endDate,
    phone,
    phoneHash,
    reason,
    state: "waiting",
    expireTime,
    roleIds: details.roleIds,
  });
  await writeAudit(tx, actor, [
    {
      bizType: FourEyesRequest.name,
      bizId: row.id,
      action: "ask",
      toStatus: "waiting",
      opinion: reason,
      after: { kind: details.kind, userId, roleIds: details.roleIds, endDate: details.endDate },
    },
  ]);
  await notifyAdministrators(tx, actor, subject, details.kind, ["申请", "asked"]);
  return { id: row.id };
}

/** A second administrator confirms a request, and the change is made. All checks run again. @throws STATE_ILLEGAL, SELF_REVIEW, SECOND_PERSON, ROLE_DENIED */
export async function confirm(tx: Tx, app: Services, actor: Actor, id: string): Promise<void> {
  const request = await lockWaiting(tx, app, actor, id, ["确认", "confirm"]);
  await assertAdministersForGood(tx, actor);
  if (request.createUser === actor.userId) throw new Refusal("SELF_REVIEW");
  if (request.userId === actor.userId) throw denials.subject;
  await assertStillAdministers(tx, request.createUser);
  const subject = await lockSubject(tx, app, actor, request.userId);
  assertEnabled(subject);
  await checks[request.kind](tx, app, actor, subject, request);
  await effects[request.kind](tx, app, actor, subject, request);
  await settle(tx, actor, request, "confirmed", null);
  await notifyAdministrators(tx, actor, subject, request.kind, ["确认", "confirmed"]);
}

/** @throws STATE_ILLEGAL, SELF_REVIEW for one's own request, which is withdrawn instead */
export async function refuse(tx: Tx, app: Services, actor: Actor, id: string, opinion: string): Promise<void> {
  const request = await lockWaiting(tx, app, actor, id, ["拒绝", "refuse"]);
  await assertAdministersForGood(tx, actor);
  if (request.createUser === actor.userId) throw new Refusal("SELF_REVIEW");
  await settle(tx, actor, request, "refused", opinion);
}

/** @throws STATE_ILLEGAL, NOT_OWNER for a request of somebody else */
export async function withdraw(tx: Tx, app: Services, actor: Actor, id: string): Promise<void> {
  const request = await lockWaiting(tx, app, actor, id, ["撤回", "withdraw"]);
  if (request.createUser !== actor.userId) throw new Refusal("NOT_OWNER");
  await settle(tx, actor, request, "withdrawn", null);
}

/** Closes requests that nobody confirmed in time. Run by a timer. */
export async function sweepFourEyes(app: Services): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      id: string;
    }>`update four_eyes_request set state = 'expired', update_time = ${now()}, version = version + 1 where state = 'waiting' and expire_time < ${now()} and is_deleted = 0 returning id`.execute(
      tx,
    );
    await writeAudit(
      tx,
      system,
      rows.map(({ id }) => ({
        bizType: FourEyesRequest.name,
        bizId: id,
        action: "expire",
        fromStatus: "waiting",
        toStatus: "expired",
      })),
    );
  });
}

/** Locks a request that waits. When two decide at the same time, the second one finds it closed. @throws STATE_ILLEGAL */
async function lockWaiting(
  tx: Tx,
  app: Services,
  actor: Actor,
  id: string,
  [zh, en]: readonly [zh: string, en: string],
): Promise<Request> {
  const row = await lockRow(tx, FourEyesRequest, ofTenant, actor, id);
  const { rows } = await sql<{
    isOver: boolean;
  }>`select expire_time < ${now()} as is_over from four_eyes_request where id = ${id}`.execute(tx);
  const state = row.state === "waiting" && rows[0]?.isOver ? "expired" : row.state;
  if (state !== "waiting") throw illegalState(fourEyesState, state, zh, en);
  return decryptRow(FourEyesRequest, app.cipher, row);
}

/**
 * The requester must still be a system administrator. Their account and role are locked, so that neither changes before the transaction ends.
 * @throws SECOND_PERSON
 */
async function assertStillAdministers(tx: Tx, userId: string): Promise<void> {
  const { rows } =
    await sql`select 1 from user_role h join authority r on r.id = h.role_id and r.role_alias = 'sysAdmin' and r.is_deleted = 0 join app_user u on u.id = h.user_id and u.status = '1' and u.is_deleted = 0
    where h.user_id = ${userId} and h.end_date is null for share of h, u`.execute(tx);
  if (rows.length === 0) throw denials.asker;
}

/** @throws STATE_ILLEGAL for a user who waits for approval or is disabled */
function assertEnabled({ status }: Subject): void {
  if (status !== "1") throw illegalState(userStatus, status, "双人复核", "two-person request");
}

async function settle(tx: Tx, actor: Actor, { id }: Request, state: State, opinion: string | null): Promise<void> {
  await updateRow(tx, actor, FourEyesRequest, id, { state, deciderId: actor.userId, decideTime: now(), opinion });
  await writeAudit(tx, actor, [
    {
      bizType: FourEyesRequest.name,
      bizId: id,
      action: auditActions[state],
      fromStatus: "waiting",
      toStatus: state,
      opinion,
    },
  ]);
}

/** The audit action by which a request reaches each state. */
const auditActions: Readonly<Record<State, string>> = {
  waiting: "ask",
  confirmed: "confirm",
  refused: "reject",
  withdrawn: "withdraw",
  expired: "expire",
};

/** Notifies all system administrators, so that no request goes unnoticed. */
const notifyAdministrators = (
  tx: Tx,
  actor: Actor,
  subject: Subject,
  kind: RequestDetails["kind"],
  [zh, en]: readonly [zh: string, en: string],
): Promise<void> => {
  const labels = getLabels(fourEyesKind, kind);
  return notify(tx, {
    to: { role: "sysAdmin" },
    title: {
      zh: `双人复核：${labels.zh}（${subject.account}）`,
      en: `Two-person request: ${labels.en} (${subject.account})`,
    },
    text: {
      zh: `${actor.name}${zh}了用户${subject.realName}（${subject.account}）的“${labels.zh}”。`,
      en: `${actor.name} ${en} “${labels.en}” for ${subject.realName} (${subject.account}).`,
    },
    link: "/system/four-eyes",
  });
};
