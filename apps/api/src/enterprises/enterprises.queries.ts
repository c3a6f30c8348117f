import { EnterpriseTotal } from "@jipei/contract/enterprises/enterprise-total.ts";
import { sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import type { HomeRows } from "../core/foundation/home-rows.ts";
import type { StoredRow } from "../core/database/tables.ts";
import type { Db } from "../core/database/db.ts";

/** Asked of later domains. */
export { enterpriseHasBusiness } from "./enterprise-total.ts";
export { findCountedInjuries } from "./injuries/counted-injuries.ts";

/** How the record of a year stands. */
export type RecordState = Pick<
  StoredRow<typeof EnterpriseTotal>,
  "id" | "unitId" | "year" | "accountState" | "accountReason" | "isHighRisk"
>;

/** The record of an enterprise for a year; null where it has none yet. */
export async function findRecord(db: Db, entId: string, year: number): Promise<RecordState | null> {
  const { rows } = await sql<RecordState>`
    select id, unit_id, year, account_state, account_reason, is_high_risk from enterprise_total where ent_id = ${entId} and year = ${year} and is_deleted = 0`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Whether an enterprise owes wages, as the register said last, whichever year's record it was asked for.
 * @param unitId by which it claims and is paid
 */
export async function owesWages(db: Db, unitId: string): Promise<boolean> {
  const last = await db
    .selectFrom("enterpriseTotal")
    .select("isBlack")
    .where("unitId", "=", unitId)
    .where("isBlack", "is not", null)
    .where("isDeleted", "=", 0)
    .orderBy("arrearsEvidenceId", (order) => order.desc().nullsLast())
    .orderBy("year", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.isBlack === "1";
}

/** By which registers know an enterprise: that of its newest record, else that of its department. */
export async function findCreditCode(db: Db, entId: string): Promise<string | null> {
  const { rows } = await sql<{ creditCode: string | null }>`
    select coalesce((select credit_code from enterprise_total where ent_id = u.id and is_deleted = 0 order by year desc limit 1), u.credit_code) as credit_code
    from unit u where u.id = ${entId} and u.is_deleted = 0`.execute(db);
  return rows[0]?.creditCode ?? null;
}

/** Locked injuries of a period at enterprises of high risk, as their newest record of the year or before says. @param period days in the time zone of China, both inclusive */
export async function countHighRiskInjuries(db: Db, { from, to }: { from: string; to: string }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select t.ent_id, (t.injury_time at time zone 'Asia/Shanghai')::date as day from injury_record t where t.is_lock = '1' and t.is_deleted = 0) t
    where t.day between ${from} and ${to} and (select e.is_high_risk from enterprise_total e
      where e.ent_id = t.ent_id and e.year <= extract(year from t.day) and e.is_deleted = 0 order by e.year desc limit 1) = '1'`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Accounts that wait for a second person, and since when; not those that the user filed a part of. */
export const enterpriseAccountsWaiting: HomeRows = (actor) =>
  sql`select t.account_time as since from enterprise_total t where ${liveRows(EnterpriseTotal, actor)} and t.account_state = '2' and not (t.pending_filers @> array[${actor.userId}::bigint])`;
