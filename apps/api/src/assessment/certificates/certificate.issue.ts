import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { addMonths, today } from "../../core/foundation/clock.ts";
import { type CheckedColumns, columns } from "../../core/entity/columns.ts";
import { insertRows } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { shareFile } from "../../core/storage/files.ts";
import { Refusal, collectRefusals } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { ChildRows } from "../../core/entity/child-rows.ts";
import { sendSmsEach } from "../../notices/notices.queries.ts";
import { showCertificates } from "../../training/training.queries.ts";
import { resultsAreOut } from "../grades/grade.holds.ts";
import { findIncomplete } from "../grades/parts-owed.ts";
import { type Passed, getPassed } from "./certificate-candidates.ts";
import { certificateNumber, verifyCode } from "./certificate-number.ts";
import { getBusiness } from "./certificate-side.ts";
import { matchNumbers } from "./entered-numbers.ts";
import { closePermits, nameReplacements } from "./renew-permits.ts";

/**
 * Issues one certificate to each student who passed and has none yet; a repeated call issues only what is missing. A student who holds the same
 * certificate from elsewhere gets no second one, and the answer has the one they hold. The application row is locked, so that two calls at once cannot
 * both issue, and its grades.
 * @param side of the class @param numbers certificate number by student, for kinds that another body numbers: only these students get theirs
 * @throws NOT_FOUND, GRADE_UNPUBLISHED, GRADE_NOT_PASSED for a part without a score, PHOTO_REQUIRED (of staff no photo is asked), EVAL_ORG_REQUIRED, FIELD_INVALID for each number missing or wrong
 */
export async function issueCertificates(
  tx: Tx,
  actor: Actor,
  side: "1" | "2",
  { classId, applyId }: { classId: string; applyId: string },
  numbers: ReadonlyMap<string, string> | null,
  app: Services,
): Promise<IssuedWhere> {
  const { rows: locked } = await sql<{
    confirmType: string;
    gradeStatus: string | null;
  }>`select confirm_type, grade_status from test_application where id = ${applyId} and class_id = ${classId} and side = ${side} and is_deleted = 0 for update`.execute(
    tx,
  );
  if (!locked[0]) throw new Refusal("NOT_FOUND");
  if (locked[0].confirmType !== "Confirm" || locked[0].gradeStatus !== "2") throw new Refusal("GRADE_UNPUBLISHED");
  // A grade that is being corrected is read as it is afterwards, and none is corrected meanwhile.
  await sql`select from grade where test_apply_id = ${applyId} and is_deleted = 0 order by id for no key update`.execute(
    tx,
  );
  const rows = await getPassed(tx, applyId);
  const waiting = rows.filter((one) => one.heldId === null);
  const issued = await matchNumbers(tx, app, waiting, numbers);
  const incomplete = new Set((await findIncomplete(tx, [applyId])).map(({ studentId }) => studentId));
  await collectRefusals(
    issued,
    ([{ studentId }]) => studentId,
    ([{ studentId, name, photoAttId }]) => {
      if (incomplete.has(studentId)) throw new Refusal("GRADE_NOT_PASSED", { name });
      if (side === "1" && !photoAttId) throw new Refusal("PHOTO_REQUIRED", { name });
    },
  );
  await issueAll(tx, actor, issued, { classId, applyId }, app);
  await sql`update grade g set held_cert_id = w.held_id from unnest(${rows.map((one) => one.studentId)}::bigint[], ${rows.map((one) => one.heldId)}::bigint[]) w(student_id, held_id)
    where g.test_apply_id = ${applyId} and g.student_id = w.student_id and g.is_deleted = 0 and g.held_cert_id is distinct from w.held_id`.execute(
    tx,
  );
  await app.ports.ask(tx, resultsAreOut, { tx, app, classId });
  const held = rows.flatMap((one) => one.heldId ?? []);
  return {
    where: sql`(t.test_apply_id = ${applyId} and t.is_valid = 'isValid' or t.id = any(${held}::bigint[]))`,
    order: sql`t.cert_no`,
    view: "list",
  };
}

/** Which certificates an issue answers: those of the application, and those that its people hold already. */
type IssuedWhere = Omit<ChildRows, "scope">;

/** A special-operation permit (6) runs for six years. */
const permitMonths = 72;

async function issueAll(
  tx: Tx,
  actor: Actor,
  issued: readonly (readonly [Passed, string | null])[],
  where: { classId: string; applyId: string },
  app: Services,
): Promise<void> {
  const rows: CheckedColumns<typeof Certificate>[] = [];
  for (const [one, entered] of issued) {
    const certNo = entered ?? (await certificateNumber(tx, { ...one, issueDate: today() }));
    rows.push(getColumns(one, certNo, where));
  }
  const closed = await closePermits(
    tx,
    actor,
    issued.map(([one]) => one),
  );
  const certificates = await insertRows(tx, actor, Certificate, rows);
  if (closed.length > 0)
    await nameReplacements(
      tx,
      closed,
      certificates.map(({ id }) => id),
    );
  for (const { id, photoAttId } of certificates)
    if (photoAttId) await shareFile(tx, photoAttId, Certificate, id, "photoAttId");
  await showCertificates(tx, certificates);
  await writeAudit(
    tx,
    actor,
    certificates.map((row) => ({
      ...getBusiness(row),
      action: "issue",
      toStatus: "isValid",
      opinion: row.certNo,
    })),
  );
  await sendSmsEach(
    tx,
    app,
    certificates.map((row, index) => ({
      ...getBusiness(row),
      template: "CERT_OK",
      phone: app.cipher.decrypt((issued[index] as readonly [Passed, string | null])[0].phone),
      params: { certNo: row.certNo },
    })),
  );
}

const getColumns = (one: Passed, certNo: string, { classId, applyId }: { classId: string; applyId: string }) =>
  columns(Certificate, {
    certNo,
    certKind: one.certKind,
    studentId: one.studentId,
    classId,
    testApplyId: applyId,
    orgId: one.orgId,
    side: one.side,
    name: one.name,
    idNumber: one.idNumber,
    idNumberHash: one.idNumberHash,
    courseId: one.courseId,
    courseName: one.courseName,
    occupationCode: one.occupationCode,
    occupationName: one.occupationName,
    level: one.level,
    trainHours: one.trainHours,
    trainStartDate: one.startDate,
    trainEndDate: one.endDate,
    theoryScore: one.theoryScore,
    practiceScore: one.practiceScore,
    totalScore: one.totalScore,
    orgName: one.orgName,
    issueOrg: one.certKind === "1" ? (one.evalOrgName ?? one.orgName) : one.bureauName,
    issueDate: today(),
    expireDate: one.certKind === "6" ? addMonths(today(), permitMonths) : null,
    photoAttId: one.photoAttId,
    verifyCode: verifyCode(),
    print: "0",
    isValid: "isValid",
  });
