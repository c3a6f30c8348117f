import { columns } from "../../core/entity/columns.ts";
import { StudentFee, studentFeeCalls } from "@jipei/contract/training/student-fee.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { today } from "../../core/foundation/clock.ts";
import { type CrudOptions, crudRoutes } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import { exporter } from "../../core/excel/export.ts";
import { formImporter, rowsOf } from "../../core/excel/import/form-import.ts";
import { Refusal, invalidValue } from "../../core/foundation/refusal.ts";
import { lockClass, lockClasses } from "../roster/class-facts.ts";
import { feeScope } from "../roster/roster.scope.ts";

const training = "1";
const refund = "4";

const options: CrudOptions<typeof StudentFee> = {
  entity: StudentFee,
  resource: "student_fee",
  audited: true,
  scope: feeScope,
  async beforeSave(tx, actor, merged, old) {
    if (actor.audience !== "institution") throw new Refusal("ROLE_DENIED");
    const amount = new Decimal(merged.amount).abs();
    if (!amount.gt(0)) throw invalidValue(StudentFee, "amount", "须大于0", "must be above 0");
    if (merged.payDate > today()) throw invalidValue(StudentFee, "payDate", "不能晚于今天", "not after today");
    const student = await tx
      .selectFrom("student")
      .select(["id", "classId", "orgId"])
      .where("id", "=", merged.studentId)
      .where("isDeleted", "=", 0)
      .executeTakeFirst();
    if (!student || student.orgId !== actor.orgId) throw new Refusal("NOT_OWNER");
    // The class is locked, so that two payments at once cannot pass the standard together.
    const facts = await lockClass(tx, student.classId);
    if (old) await assertNotClaimed(tx, [old.studentId]);
    const signed = merged.feeKind === refund ? amount.neg() : amount;
    const others = await sql<{ paid: string }>`
      select coalesce(sum(amount), 0) as paid from student_fee where student_id = ${student.id} and fee_kind in (${training}, ${refund}) and is_deleted = 0 and id is distinct from ${old?.id ?? null}::bigint`.execute(
      tx,
    );
    const paid = new Decimal(others.rows[0]?.paid ?? 0);
    if (merged.feeKind === training && paid.plus(signed).gt(facts.chargeStandard))
      throw invalidValue(
        StudentFee,
        "amount",
        `培训费合计不能超过收费标准${facts.chargeStandard}元`,
        `training fees may not exceed the standard of ${facts.chargeStandard} yuan`,
      );
    return columns(StudentFee, { amount: signed.toFixed(2), classId: facts.id, orgId: facts.orgId });
  },
  afterSave: (tx, _actor, row, old) => assertRefundsPaid(tx, [row.studentId, ...(old ? [old.studentId] : [])]),
  async beforeRemove(tx, actor, rows) {
    if (actor.audience !== "institution") throw new Refusal("ROLE_DENIED");
    const students = rows.map((row) => row.studentId);
    await lockClasses(tx, [...new Set(rows.map((row) => row.classId))]);
    await assertNotClaimed(tx, students);
    await assertRefundsPaid(
      tx,
      students,
      rows.map((row) => row.id),
    );
  },
};

/** Nobody is given back more than they paid, whichever entry changes or goes. @param removed entries that are about to go @throws FIELD_INVALID */
async function assertRefundsPaid(
  tx: Tx,
  studentIds: readonly string[],
  removed: readonly string[] = [],
): Promise<void> {
  const found = await sql`
    select from student_fee where student_id = any(${studentIds}::bigint[]) and fee_kind in (${training}, ${refund}) and is_deleted = 0 and id <> all(${removed}::bigint[])
    group by student_id having sum(amount) < 0 limit 1`.execute(tx);
  if (found.rows.length > 0)
    throw invalidValue(StudentFee, "amount", "退费不能超过已缴金额", "a refund cannot exceed what was paid");
}

/** Fees that a committed claim rests on stay as they are. @throws DEPENDENCY_IN_USE */
async function assertNotClaimed(tx: Tx, studentIds: readonly string[]): Promise<void> {
  const found = await sql`
    select 1 from claim_line l join claim a on a.id = l.apply_id
    where l.student_id = any(${studentIds}::bigint[]) and a.status in ('firstTrial', 'reTrial', 'compile') limit 1`.execute(
    tx,
  );
  if (found.rows.length > 0) throw new Refusal("DEPENDENCY_IN_USE");
}

const sheet = exporter(StudentFee, studentFeeCalls.export, options);
/** Students are named by their number in the roster, which namesakes do not share. */
export const studentFeeImporter = formImporter(studentFeeCalls.import, options, {
  columns: [
    { field: "studentId", synonyms: ["学号", "学员编号", "Student number"], resolve: rowsOf("Student", "studentNo") },
  ],
});
export const studentFeeRoutes = [sheet, ...crudRoutes(studentFeeCalls, options)];
