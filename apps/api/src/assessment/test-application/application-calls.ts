import type { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { removeRows, updateRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { notPossible } from "../../core/foundation/refusal.ts";
import { ascending, descending } from "../../core/list/order.ts";
import { type AnyApplication } from "./application-side.ts";
import { eligibleStudents } from "./eligible-students.ts";
import { assertEditable } from "./test-application.store.ts";

/** What the calls of both sides do alike. */

type ApplicationEntity = typeof TestApplication | typeof EnterpriseTestApplication;

/** First those that wait for the bureau. */
export const applicationOrder = [
  descending(sql`(t.confirm_type = 'unConfirm')`),
  ascending(sql`t.wish_test_date`, true),
  ascending(sql`t.id`),
];

/** Removes applications that are still being prepared, with their candidates. @param rows locked @throws STATE_ILLEGAL */
export async function removeApplications(
  tx: Tx,
  actor: Actor,
  entity: ApplicationEntity,
  rows: readonly Pick<AnyApplication, "id" | "confirmType">[],
): Promise<void> {
  for (const row of rows) assertEditable(row);
  const ids = rows.map((row) => row.id);
  const candidates = await tx
    .selectFrom("testCandidate")
    .select("id")
    .where("testApplyId", "in", ids)
    .where("isDeleted", "=", 0)
    .execute();
  await removeRows(
    tx,
    actor,
    TestCandidate,
    candidates.map((row) => row.id),
  );
  await removeRows(tx, actor, entity, ids);
}

export type Marked = Pick<AnyApplication, "id" | "confirmType" | "print">;

/** Marks approved applications as printed or not. @param rows locked @throws STATE_ILLEGAL */
export async function markPrinted(
  tx: Tx,
  actor: Actor,
  entity: ApplicationEntity,
  rows: readonly Marked[],
  print: NonNullable<Marked["print"]>,
): Promise<void> {
  if (rows.some((row) => row.confirmType !== "Confirm"))
    throw notPossible({
      status: { zh: "未审核通过", en: "not approved" },
      action: { zh: "打印", en: "print" },
    });
  for (const row of rows) await updateRow(tx, actor, TestApplication, row.id, { print });
  await writeAudit(
    tx,
    actor,
    rows.map((row) => ({
      bizType: entity.name,
      bizId: row.id,
      action: "print",
      before: row.print,
      after: print,
      opinion: today(),
    })),
  );
}

/** Members of a class who may be assessed, and why others may not, as the calls answer them. */
export const showEligible = async (db: Db, classId: string, testKind: string) =>
  (await eligibleStudents(db, classId, testKind)).map((one) => ({
    studentId: one.studentId,
    studentNo: one.studentNo,
    name: one.snapshot.name,
    attendanceRate: one.snapshot.attendanceRate,
    eligible: one.reason === null ? 1 : 0,
    message: one.reason?.zh ?? null,
    messageEn: one.reason?.en ?? null,
  }));
