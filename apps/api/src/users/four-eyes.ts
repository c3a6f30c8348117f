import { FourEyesRequest, fourEyesDays, fourEyesKind, fourEyesState } from "@jipei/contract/users/four-eyes.ts";
import { type CodeOf, wordsOf } from "@jipei/contract/core/field.ts";
import { userStatus } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import { giverOf } from "../access/access.queries.ts";
import { type Actor, system } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { insertRow, updateRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { opened, stored } from "../core/present.ts";
import { Refusal, illegalState, worded } from "../core/refusal.ts";
import { lockRow, ofTenant } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { notify } from "../notices/notices.queries.ts";
import { checks, effects, lockSubject, type Matter, type Subject } from "./four-eyes.effects.ts";

type State = CodeOf<typeof fourEyesState>;

interface Request extends Matter {
  id: string;
  userId: string;
  state: State;
  createUser: string;
}

const denials = {
  loan: worded("ROLE_DENIED", [
    "须由长期任职的系统管理员办理，代理期间不能",
    "Only who is a system administrator for good may, and nobody who stands in for one",
  ]),
  own: worded("ROLE_DENIED", ["不能为本人申请", "Nobody asks for himself"]),
  subject: worded("SELF_REVIEW", ["不能确认与本人有关的申请", "Nobody confirms what is about himself"]),
  asker: worded("SECOND_PERSON", [
    "申请人已不再是系统管理员，请重新申请",
    "Who asked is no system administrator any more; ask anew",
  ]),
} as const;

/** Asking and confirming is for system administrators, and never by a loan. @throws ROLE_DENIED */
export async function mustAdministerForGood(tx: Tx, actor: Actor): Promise<void> {
  if ((await giverOf(tx, actor)).sysAdmin !== "for good") throw denials.loan;
}

/**
 * Asks for something that takes two.
 * @throws ROLE_DENIED, also for oneself; DUPLICATE while such a request waits; what would keep it from being done
 */
export async function ask(
  tx: Tx,
  app: Services,
  actor: Actor,
  userId: string,
  matter: Matter,
  reason: string,
): Promise<{ id: string }> {
  await mustAdministerForGood(tx, actor);
  if (userId === actor.userId) throw denials.own;
  const subject = await lockSubject(tx, app, actor, userId);
  mustBeEnabled(subject);
  await checks[matter.kind](tx, app, actor, subject, matter);
  const { phone, phoneHash } = stored(FourEyesRequest, app.cipher, { phone: matter.phone });
  const expireTime = sql`now() + make_interval(days => ${fourEyesDays})`;
  const row = await insertRow(tx, actor, FourEyesRequest, {
    kind: matter.kind,
    userId,
    endDate: matter.endDate,
    phone,
    phoneHash,
    reason,
    state: "waiting",
    expireTime,
    roleIds: matter.roleIds,
  });
  await writeAudit(tx, actor, [
    {
      bizType: FourEyesRequest.name,
      bizId: row["id"],
      action: "ask",
      toStatus: "waiting",
      opinion: reason,
      after: { kind: matter.kind, userId, roleIds: matter.roleIds, endDate: matter.endDate },
    },
  ]);
  await tellAdministrators(tx, actor, subject, matter.kind, ["申请", "asked"]);
  return { id: row["id"] };
}

/** The other administrator agrees, and it is done. Everything is looked at again. @throws STATE_ILLEGAL, SELF_REVIEW, SECOND_PERSON, ROLE_DENIED */
export async function confirm(tx: Tx, app: Services, actor: Actor, id: string): Promise<void> {
  const request = await lockWaiting(tx, app, actor, id, ["确认", "confirm"]);
  await mustAdministerForGood(tx, actor);
  if (request.createUser === actor.userId) throw new Refusal("SELF_REVIEW");
  if (request.userId === actor.userId) throw denials.subject;
  await mustStillAdminister(tx, request.createUser);
  const subject = await lockSubject(tx, app, actor, request.userId);
  mustBeEnabled(subject);
  await checks[request.kind](tx, app, actor, subject, request);
  await effects[request.kind](tx, app, actor, subject, request);
  await settle(tx, actor, request, "confirmed", null);
  await tellAdministrators(tx, actor, subject, request.kind, ["确认", "confirmed"]);
}

/** @throws STATE_ILLEGAL, SELF_REVIEW for one's own request: it is withdrawn */
export async function refuse(tx: Tx, app: Services, actor: Actor, id: string, opinion: string): Promise<void> {
  const request = await lockWaiting(tx, app, actor, id, ["拒绝", "refuse"]);
  await mustAdministerForGood(tx, actor);
  if (request.createUser === actor.userId) throw new Refusal("SELF_REVIEW");
  await settle(tx, actor, request, "refused", opinion);
}

/** @throws STATE_ILLEGAL, NOT_OWNER for a request of somebody else */
export async function withdraw(tx: Tx, app: Services, actor: Actor, id: string): Promise<void> {
  const request = await lockWaiting(tx, app, actor, id, ["撤回", "withdraw"]);
  if (request.createUser !== actor.userId) throw new Refusal("NOT_OWNER");
  await settle(tx, actor, request, "withdrawn", null);
}

/** Closes what nobody has confirmed in time. Run by a timer. */
export async function sweepFourEyes(app: Services): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      id: string;
    }>`update four_eyes_request set state = 'expired', update_time = now(), version = version + 1 where state = 'waiting' and expire_time < now() and is_deleted = 0 returning id`.execute(
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

/** Locked: of two at once the second finds it settled. @throws STATE_ILLEGAL */
async function lockWaiting(
  tx: Tx,
  app: Services,
  actor: Actor,
  id: string,
  [zh, en]: readonly [zh: string, en: string],
): Promise<Request> {
  const row = await lockRow<Request>(tx, FourEyesRequest, ofTenant, actor, id);
  const { rows } = await sql<{
    isOver: boolean;
  }>`select expire_time < now() as is_over from four_eyes_request where id = ${id}`.execute(tx);
  const state = row.state === "waiting" && rows[0]?.isOver ? "expired" : row.state;
  if (state !== "waiting") throw illegalState(fourEyesState, state, zh, en);
  return opened(FourEyesRequest, app.cipher, row);
}

/** Whoever was taken from office since has no say left; he is kept from losing it until this is done. @throws SECOND_PERSON */
async function mustStillAdminister(tx: Tx, userId: string): Promise<void> {
  const { rows } =
    await sql`select 1 from user_role h join role r on r.id = h.role_id and r.role_alias = 'sysAdmin' and r.is_deleted = 0 join app_user u on u.id = h.user_id and u.status = '1' and u.is_deleted = 0
    where h.user_id = ${userId} and h.end_date is null for share of h, u`.execute(tx);
  if (rows.length === 0) throw denials.asker;
}

/** @throws STATE_ILLEGAL for a user who waits or is disabled */
function mustBeEnabled({ status }: Subject): void {
  if (status !== "1")
    throw new Refusal("STATE_ILLEGAL", {
      status: wordsOf(userStatus, status),
      action: { zh: "双人复核", en: "two-person request" },
    });
}

async function settle(tx: Tx, actor: Actor, { id }: Request, state: State, opinion: string | null): Promise<void> {
  await updateRow(tx, actor, FourEyesRequest, id, { state, deciderId: actor.userId, decideTime: sql`now()`, opinion });
  await writeAudit(tx, actor, [
    { bizType: FourEyesRequest.name, bizId: id, action: words[state], fromStatus: "waiting", toStatus: state, opinion },
  ]);
}

/** What the history calls the way to a state. */
const words: Readonly<Record<State, string>> = {
  waiting: "ask",
  confirmed: "confirm",
  refused: "reject",
  withdrawn: "withdraw",
  expired: "expire",
};

/** All of them, so that none can say he did not know. */
const tellAdministrators = (
  tx: Tx,
  actor: Actor,
  subject: Subject,
  kind: Matter["kind"],
  [zh, en]: readonly [zh: string, en: string],
): Promise<void> => {
  const matter = wordsOf(fourEyesKind, kind);
  return notify(tx, {
    to: { role: "sysAdmin" },
    title: {
      zh: `双人复核：${matter.zh}（${subject.account}）`,
      en: `Two-person request: ${matter.en} (${subject.account})`,
    },
    text: {
      zh: `${actor.name}${zh}了用户${subject.realName}（${subject.account}）的“${matter.zh}”。`,
      en: `${actor.name} ${en} “${matter.en}” for ${subject.realName} (${subject.account}).`,
    },
    link: "/system/four-eyes",
  });
};
