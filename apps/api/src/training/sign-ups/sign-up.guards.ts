import type { SignUp } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import { addMonths, today } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { Refusal, notPossible } from "../../core/foundation/refusal.ts";
import type { Guard } from "../../core/entity/transition.ts";
import type { Services } from "../../core/foundation/services.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { type ClassFacts, assertUnlocked, getClassFacts, getSeats } from "../roster/class-facts.ts";
import { getAgeLimits, assertOfAge, assertProvesCategory } from "../roster/person-rules.ts";
import { assertEntitled, assertNoClash } from "../roster/roster-rules.ts";
import { assertOpen } from "./sign-up.window.ts";

type Row = StoredRow<typeof SignUp>;

/** A make-up sits its examination again in the class it belongs to; it takes no seat. */
export const isMakeUp = (row: Pick<Row, "reSignKind">): boolean => row.reSignKind === "3";

/** Sign-ups for a class that stand in the way of another one. What an enterprise has only written down keeps nobody away. */
export const standing = sql`is_deleted = 0 and confirm_status <> 'Invalidate' and coalesce(re_sign_kind, '') <> '3' and not (ent_sign_id is not null and confirm_status = 'unSubmit')`;

/**
 * Neither on the roster nor signed up otherwise; returned sign-ups give way to their repetition.
 * @param repeated the sign-up that the row will repeat, where it does not say so yet
 * @throws SIGN_DUP, STUDENT_DUP
 */
export async function assertNew(tx: Tx, row: Row, repeated?: string): Promise<void> {
  const others = await sql`
    select 1 from sign_up where class_id = ${row.classId} and id_number_hash = ${row.idNumberHash} and ${standing}
      and id <> ${row.id} and not (${row.isReSign === "1" || repeated !== undefined} and confirm_status = 'back') limit 1`.execute(
    tx,
  );
  if (others.rows.length > 0) throw new Refusal("SIGN_DUP");
  if (await isSeated(tx, row)) throw new Refusal("STUDENT_DUP");
}

/** Seats that neither the roster nor waiting sign-ups hold. The class is locked, so that nobody else takes the last one meanwhile. */
export async function assertHasSeats(tx: Tx, facts: ClassFacts, wanted = 1): Promise<void> {
  const { roster, pending } = await getSeats(tx, facts.id);
  if (roster + pending + wanted > facts.planCount) throw new Refusal("SIGN_FULL");
}

/** Submitted sign-ups stay as they are. @throws STATE_ILLEGAL */
export function assertDraft({ confirmStatus }: Pick<Row, "confirmStatus">, zh: string, en: string): void {
  if (confirmStatus === "unSubmit" || confirmStatus === "back") return;
  throw notPossible({ status: { zh: "已提交", en: "submitted" }, action: { zh, en } });
}

/** 6.1-1, in its order. */
export const mayJoin: Guard<typeof SignUp> = async (tx, _actor, row, _input, app) => {
  if (isMakeUp(row)) return assertMakesUp(tx, row);
  const facts = await getClassFacts(tx, row.classId);
  assertOpen(facts);
  assertOwnPerson(row);
  await assertNew(tx, row);
  await assertHasSeats(tx, facts);
  await assertEligible(tx, app, facts, row);
};

/** What a person must meet to join a class, wherever they signed up: age, no other class at the time, proofs, no earlier subsidy. */
export async function assertEligible(tx: Tx, app: Services, facts: ClassFacts, row: Row): Promise<void> {
  assertOfAge({ sex: row.sex, birthday: row.birthday }, facts.startDate, await getAgeLimits(tx));
  const member = [{ id: row.id, name: row.name, idNumberHash: row.idNumberHash }];
  await assertNoClash(tx, facts, member);
  assertProvesCategory(row);
  await assertEntitled(tx, app, facts, member);
}

/** Staff whom an enterprise signed up are changed and sent again by that enterprise alone. @throws NOT_OWNER */
export function assertOwnPerson({ entSignId }: Pick<Row, "entSignId">): void {
  if (entSignId !== null) throw new Refusal("NOT_OWNER");
}

/** 6.1-2: a seat on the roster; the sign-up's own reservation is the one that counts. */
export const rosterHasSeat: Guard<typeof SignUp> = async (tx, _actor, row) => {
  if (isMakeUp(row)) return;
  const facts = await getClassFacts(tx, row.classId);
  assertUnlocked(facts);
  const { roster } = await getSeats(tx, facts.id);
  if (roster >= facts.planCount && !(await isSeated(tx, row))) throw new Refusal("SIGN_FULL");
};

/** Whether the person is on the roster of the class: an acceptance takes no second seat then. */
async function isSeated(tx: Tx, { classId, idNumberHash }: Row): Promise<boolean> {
  const found =
    await sql`select 1 from student where class_id = ${classId} and id_number_hash = ${idNumberHash} and is_deleted = 0 and confirm_status <> 'Invalidate'`.execute(
      tx,
    );
  return found.rows.length > 0;
}

/** 6.1-4: an institution says why. 6.1-5: an accepted sign-up ends only while the class is a draft. */
export const mayWithdraw: Guard<typeof SignUp> = async (tx, actor, row, input) => {
  if (actor.audience !== "person" && !input.reason?.trim()) throw new Refusal("REASON_REQUIRED");
  await assertLeaves(tx, row);
};

/** 6.3-6: as 6.1-5, without a reason. */
export const staffMayLeave: Guard<typeof SignUp> = (tx, _actor, row) => assertLeaves(tx, row);

/** @throws CLASS_LOCKED for somebody on the roster of a class that is no draft any more */
async function assertLeaves(tx: Tx, row: Row): Promise<void> {
  if (row.confirmStatus === "Confirm") assertUnlocked(await getClassFacts(tx, row.classId));
}

/**
 * 6.2-2: failed or absent, within `test.makeup.months` of the assessment, and no violation in the last twelve months.
 * @throws STATE_ILLEGAL by the caller when there is nothing to make up, RESIGN_EXPIRED, RESIGN_BARRED
 * @returns whether the person failed or was absent at all
 */
export async function mayMakeUp(tx: Tx, signId: string): Promise<boolean> {
  const found = await sql<{ result: string | null; isCheat: string; day: string }>`
    select g.result, g.is_cheat, coalesce(a.test_date, g.publish_time::date, a.wish_test_date) as day
    from student s join mark g on g.student_id = s.id and g.grade_status = '2' join examination a on a.id = g.test_apply_id
    where s.sign_id = ${signId} and s.is_deleted = 0 order by g.publish_time desc nulls last, g.id desc limit 1`.execute(
    tx,
  );
  const last = found.rows[0];
  if (!last || (last.result !== "2" && last.result !== "3")) return false;
  if (last.isCheat === "1" && today() < addMonths(last.day, barMonths)) throw new Refusal("RESIGN_BARRED");
  if (today() > addMonths(last.day, await parameter(tx, "test.makeup.months"))) throw new Refusal("RESIGN_EXPIRED");
  return true;
}
/** A make-up is asked for again whenever it is sent, since a returned one may lie for months. @throws STATE_ILLEGAL, RESIGN_EXPIRED, RESIGN_BARRED */
async function assertMakesUp(tx: Tx, { originSignId }: Row): Promise<void> {
  if (originSignId && (await mayMakeUp(tx, originSignId))) return;
  throw notPossible({
    status: { zh: "没有须补考的成绩", en: "nothing to make up" },
    action: { zh: "提交补考报名", en: "sign up for a make-up" },
  });
}

/** How long a violation bars from sitting again. */
const barMonths = 12;

/** Number of this repetition, counted over all that go back to the same first sign-up, also those removed since. @throws RESIGN_LIMIT */
export async function nextRepetition(tx: Tx, originSignId: string): Promise<number> {
  const found = await sql<{ n: number }>`
    with recursive up as (
      select id, origin_sign_id from sign_up where id = ${originSignId}
      union all select s.id, s.origin_sign_id from sign_up s join up on s.id = up.origin_sign_id
    ), family as (
      select id from up where origin_sign_id is null
      union all select s.id from sign_up s join family on s.origin_sign_id = family.id
    )
    select count(*)::int - 1 as n from family`.execute(tx);
  const next = Number(found.rows[0]?.n ?? 0) + 1;
  const most = await parameter(tx, "sign.resign.max");
  if (next > most) throw new Refusal("RESIGN_LIMIT", { n: most });
  return next;
}
