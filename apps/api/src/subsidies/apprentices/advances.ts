import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { worded } from "../../core/foundation/refusal.ts";
import type { Grant } from "../../entitlements/entitlements.queries.ts";
import { type ClaimKind, apprenticeship, isAdvance } from "../claim/class-facts.ts";
import { isLost, leftOver } from "../recoveries/recovered.ts";

/** An apprenticeship is claimed for twice: an advance while it runs, and the rest, from which the advance is set off (docs/decisions/0293). */

type Claim = Pick<StoredRow<typeof SubsidyApplication>, "id" | "classId" | "subsidyKind" | "isAdvance">;

/** Whether something is the rest of what an apprenticeship is paid. */
const isRest = (kind: ClaimKind): boolean => kind.subsidyKind === apprenticeship && !isAdvance(kind);

/** SQL of rows of advances (alias `l`, their claims `a`) that were paid and are not wholly recovered, one by one or with their claim. */
const paidRows = sql`subsidy_line l join subsidy_application a on a.id = l.apply_id
  where a.is_advance = '1' and a.pay_status = '3' and a.is_deleted = 0 and l.is_deleted = 0 and l.detail_status = '1' and ${leftOver} > 0`;

/** SQL of what a member of a class was paid in advance and has not given back, yuan. @param studentId SQL of the roster row */
export const paidInAdvance = (studentId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(sum(${leftOver}), 0)::numeric(12,2) from ${paidRows} and l.student_id = ${studentId})`;

/**
 * Sets off from the rows of a rest what their people were paid in advance, refused rows left out: no more than an advance has left after its recoveries, the
 * first rows first. The head says the sum; what somebody was advanced above their own row covers the rows of others.
 */
export async function setOff(tx: Tx, actor: Actor, rest: Claim & { advanceAmount: string }): Promise<void> {
  if (!isRest(rest)) return;
  const { rows } = await sql<{ amount: string }>`
    with advanced as (
      select mine.id, least(${leftOver}, greatest(a.pay_amount - a.recovered_amount - sum(${leftOver}) over (partition by a.id order by mine.id) + ${leftOver}, 0)) as amount
      from subsidy_line mine, ${paidRows} and mine.apply_id = ${rest.id} and mine.student_id = l.student_id and mine.is_deleted = 0 and mine.detail_status is distinct from '2'),
      balances as (
        select w.id, sums.advanced, case when w.detail_status is distinct from '2' then coalesce(w.approved_amount, w.apply_amount, 0) else 0 end - sums.advanced as balance
        from subsidy_line w cross join lateral (select coalesce(sum(advanced.amount), 0) as advanced from advanced where advanced.id = w.id) sums
        where w.apply_id = ${rest.id} and w.is_deleted = 0),
      shared as (
        select id, advanced, greatest(balance, 0) as due, sum(greatest(-balance, 0)) over () as too_much, sum(greatest(balance, 0)) over (order by id) - greatest(balance, 0) as before
        from balances),
      written as (
        update subsidy_line w set advance_amount = s.advanced, covered_amount = greatest(least(s.due, s.too_much - s.before), 0)
        from shared s where s.id = w.id returning w.advance_amount)
    select coalesce(sum(advance_amount), 0)::numeric(12,2) as amount from written`.execute(tx);
  const advanceAmount = rows[0]?.amount ?? "0.00";
  if (advanceAmount !== rest.advanceAmount) await updateRow(tx, actor, SubsidyApplication, rest.id, { advanceAmount });
}

/** Whether a claim keeps approved rows that advances paid, once all that its own payment brought for some rows is recovered. */
export async function keepsAdvances(tx: Tx, applyId: string, lineIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from subsidy_line w where w.apply_id = ${applyId} and w.is_deleted = 0 and w.detail_status = '1' and w.id <> all(${lineIds}::bigint[])
      and w.advance_amount + w.covered_amount > 0 and not ${isLost} limit 1`.execute(tx);
  return rows.length > 0;
}

/** The advances of a class: what they reserved does not stand against the rest. @returns their ids; none for any other claim */
export async function getAdvances(db: Db, classId: string, kind: ClaimKind): Promise<string[]> {
  if (!isRest(kind)) return [];
  const rows = await db
    .selectFrom("subsidyApplication")
    .select("id")
    .where("classId", "=", classId)
    .where("isAdvance", "=", "1")
    .where("isDeleted", "=", 0)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * An advance and the rest are not under way at the same time, so that what is set off is what was paid.
 * @throws SUBSIDY_APPLY_DUP
 */
export async function assertOneAtATime(db: Db, classId: string, kind: ClaimKind): Promise<void> {
  if (kind.subsidyKind !== apprenticeship) return;
  const underWay = isAdvance(kind)
    ? sql`c.is_advance = '0'`
    : sql`c.is_advance = '1' and c.status <> 'unSubmit' and not (c.status = 'compile' and c.pay_status in ('3', '5'))`;
  const { rows } = await sql<{ applyNo: string | null }>`
    select c.apply_no from subsidy_application c where c.class_id = ${classId} and c.subsidy_kind = ${apprenticeship} and c.is_deleted = 0 and ${underWay} limit 1`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return;
  const number = found.applyNo ?? "";
  throw worded(
    "SUBSIDY_APPLY_DUP",
    isAdvance(kind)
      ? [
          `本班已申领补贴${number}，不能再申领预拨`,
          `The class has been claimed for already ${number}; no advance is paid any more`,
        ]
      : [
          `预拨申请${number}尚未办结，拨付后方可申领`,
          `The advance ${number} is still under way; claim for the rest once it is paid`,
        ],
  );
}

/** What is set off from a rest that is not paid yet follows from its advances: after a recovery of one it is less. */
export async function setOffAgain(tx: Tx, actor: Actor, advance: Pick<Claim, "classId" | "isAdvance">): Promise<void> {
  if (!isAdvance(advance)) return;
  for (const rest of await getUnpaidRests(tx, advance.classId)) await setOff(tx, actor, rest);
}

/** Rests of a class whose money is not on its way yet. */
const getUnpaidRests = (tx: Tx, classId: string) =>
  tx
    .selectFrom("subsidyApplication")
    .select(["id", "classId", "subsidyKind", "isAdvance", "advanceAmount"])
    .where("classId", "=", classId)
    .where("subsidyKind", "=", apprenticeship)
    .where("isAdvance", "=", "0")
    .where("payStatus", "in", ["0", "1", "4"])
    .where("isDeleted", "=", 0)
    .execute();

/** Paid rows of the advances of a class for some people, as they reserve a training: by the day of their own first commit. */
export async function getPaidRows(
  tx: Tx,
  classId: string,
  people: readonly string[],
): Promise<(Grant & { applyId: string })[]> {
  const { rows } = await sql<Grant & { applyId: string }>`
    select l.id as line_id, a.id::text as apply_id, l.id_number_hash as person_hash, l.first_commit_time as commit_time,
      (l.first_commit_time at time zone 'Asia/Shanghai')::date as issue_date
    from ${paidRows} and a.class_id = ${classId} and l.id_number_hash = any(${people}) order by l.id`.execute(tx);
  return rows;
}
