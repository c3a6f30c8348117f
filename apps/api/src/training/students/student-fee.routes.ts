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
import { lockClassesForStudents } from "../roster/class-facts.ts";
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
    const classes = await lockClassesForStudents(tx, [student.id, ...(old ? [old.studentId] : [])]);
    const facts = classes.get(student.classId);
    if (!facts) throw new Refusal("NOT_FOUND");
    if (old) await assertNotClaimed(tx, [old.studentId]);
    const signed = merged.feeKind === refund ? amount.neg() : amount;
    await assertWithinStandard(tx, old ? [old] : [], [{ ...merged, amount: signed }]);
    return columns(StudentFee, { amount: signed.toFixed(2), classId: facts.id, orgId: facts.orgId });
  },
  async beforeRemove(tx, actor, rows) {
    if (actor.audience !== "institution") throw new Refusal("ROLE_DENIED");
    const students = rows.map((row) => row.studentId);
    await lockClassesForStudents(tx, students);
    await assertNotClaimed(tx, students);
    await assertWithinStandard(tx, rows, []);
  },
};

/** What the rules of fees read of an entry; a refund is negative. */
interface Entry {
  studentId: string;
  feeKind: string;
  amount: Decimal.Value;
}

/**
 * Nobody pays more for their training than the standard of the class, and nobody is given back more than they paid, whichever entries come or go.
 * Somebody who changed to a cheaper class may stand above its standard, and get back a part. The classes are locked, so that two changes at once
 * cannot pass a limit together. @throws FIELD_INVALID
 */
async function assertWithinStandard(tx: Tx, gone: readonly Entry[], come: readonly Entry[]): Promise<void> {
  const students = [...gone, ...come].map((entry) => entry.studentId);
  const { rows } = await sql<{ studentId: string; paid: string; standard: string }>`
    select s.id as student_id, c.charge_standard as standard, coalesce(sum(f.amount), 0) as paid
    from student s join training_class c on c.id = s.class_id
    left join student_fee f on f.student_id = s.id and f.fee_kind in (${training}, ${refund}) and f.is_deleted = 0
    where s.id = any(${students}::bigint[]) group by s.id, c.id`.execute(tx);
  for (const { studentId, paid, standard } of rows) {
    const change = sumOf(come, studentId).minus(sumOf(gone, studentId));
    const left = change.plus(paid);
    if (left.lt(0))
      throw invalidValue(StudentFee, "amount", "退费不能超过已缴金额", "a refund cannot exceed what was paid");
    if (change.gt(0) && left.gt(standard))
      throw invalidValue(
        StudentFee,
        "amount",
        `培训费合计不能超过收费标准${standard}元`,
        `training fees may not exceed the standard of ${standard} yuan`,
      );
  }
}

const sumOf = (entries: readonly Entry[], studentId: string): Decimal =>
  entries
    .filter((entry) => entry.studentId === studentId && (entry.feeKind === training || entry.feeKind === refund))
    .reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));

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
