import { Certificate } from "@jipei/contract/exams/certificate.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { addMonths, today } from "../core/clock.ts";
import { insertRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { shareFile } from "../core/files.ts";
import { type Failure, InvalidFields, Refusal, failureOf } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { shownRows } from "../core/shown-rows.ts";
import { sendSms } from "../notices/notices.queries.ts";
import { bureauDepartment } from "../users/users.queries.ts";
import { certificateNumber, isCertificateNumber, isNumberedElsewhere, verifyCode } from "./certificate-number.ts";
import { certificateScope } from "./exams.scope.ts";

interface Passed {
  studentId: string;
  name: string;
  idNumber: string;
  idNumberHash: string;
  phone: string;
  photoAttId: string | null;
  courseId: string;
  courseName: string;
  occupationCode: string;
  occupationName: string;
  level: string;
  certKind: string;
  trainHours: string;
  startDate: string;
  endDate: string;
  theoryScore: string | null;
  practiceScore: string | null;
  totalScore: string | null;
  orgId: string;
  orgName: string;
  orgNo: string | null;
  regionCode: string;
  evalOrgCode: string | null;
  evalOrgName: string | null;
  bureauName: string;
  /** A valid certificate of the same occupation, level and kind that he has from elsewhere. */
  heldId: string | null;
}

/**
 * Whether a valid certificate (alias `h`) says the same as the one that a student (`s`) would get for a class (`c`) of a course (`k`), as the index
 * `certificate_person` has it: a course without an occupation (start-up, pre-job) is told by its name, and special-operation permits are renewed
 * beside the old one.
 */
const sameCertificate = sql`h.id_number_hash = s.id_number_hash and h.occupation_code = c.occupation_code and h.level = c.level and h.cert_kind = k.cert_kind
  and h.cert_kind <> '6' and (h.occupation_code <> '0-00-00-00' or h.course_name = c.course_name) and h.is_valid = 'isValid' and h.is_deleted = 0`;

/**
 * One certificate for each student who passed and has none yet; a repeated call issues only what is missing. Who holds the same certificate
 * from elsewhere gets no second one, and the answer has the one he holds. The application row is locked, so that two calls at once cannot
 * both issue.
 * @param numbers certificate number by student, for kinds that another body numbers: only these students get theirs
 * @throws NOT_FOUND, GRADE_UNPUBLISHED, PHOTO_REQUIRED, EVAL_ORG_REQUIRED, FIELD_INVALID for each number missing or wrong
 */
export async function issueCertificates(
  tx: Tx,
  actor: Actor,
  classId: string,
  applyId: string,
  numbers: ReadonlyMap<string, string> | null,
  app: Services,
): Promise<any[]> {
  const { rows: locked } = await sql<{
    confirmType: string;
    gradeStatus: string | null;
  }>`select confirm_type, grade_status from test_application where id = ${applyId} and class_id = ${classId} and is_deleted = 0 for update`.execute(
    tx,
  );
  if (!locked[0]) throw new Refusal("NOT_FOUND");
  if (locked[0].confirmType !== "Confirm" || locked[0].gradeStatus !== "2") throw new Refusal("GRADE_UNPUBLISHED");
  const { rows } = await sql<Passed>`
    select g.student_id, s.name, s.id_number, s.id_number_hash, s.phone, s.photo_att_id, c.course_id, c.course_name, c.occupation_code, c.occupation_name, c.level, k.cert_kind,
      (select coalesce(sum(l.hours), 0) from lesson l where l.class_id = c.id and l.is_deleted = 0 and l.is_held = '1') as train_hours, c.start_date, c.end_date,
      g.theory_score, g.practice_score, g.total_score, o.id as org_id, o.org_name, o.org_no, o.region_code, o.eval_org_code, a.eval_org_name, (select d.org_name from department d where d.id = ${bureauDepartment}) as bureau_name,
      (select h.id from certificate h where ${sameCertificate} limit 1) as held_id
    from grade g
      join test_application a on a.id = g.test_apply_id
      join student s on s.id = g.student_id
      join training_class c on c.id = g.class_id
      join course k on k.id = c.course_id
      join organisation o on o.id = c.org_id
    where g.test_apply_id = ${applyId} and g.is_deleted = 0 and g.grade_status = '2' and g.result = '1' and s.confirm_status = 'Confirm'
      and not exists (select from certificate x where x.student_id = g.student_id and x.test_apply_id = g.test_apply_id and x.is_valid = 'isValid' and x.is_deleted = 0)
    order by s.student_no nulls last, s.id`.execute(tx);
  const waiting = rows.filter((one) => one.heldId === null);
  const issued = await numbered(tx, app, waiting, numbers);
  const withoutPhoto = issued.filter(([one]) => one.photoAttId === null);
  const failures = withoutPhoto.map(([{ name, studentId }]) =>
    failureOf(new Refusal("PHOTO_REQUIRED", { name }), studentId),
  );
  if (withoutPhoto[0]) throw new Refusal("PHOTO_REQUIRED", { name: withoutPhoto[0][0].name }, failures);
  for (const [one, certNo] of issued) await issueOne(tx, actor, one, certNo, classId, applyId, app);
  await sql`update grade g set held_cert_id = w.held_id from unnest(${rows.map((one) => one.studentId)}::bigint[], ${rows.map((one) => one.heldId)}::bigint[]) w(student_id, held_id)
    where g.test_apply_id = ${applyId} and g.student_id = w.student_id and g.is_deleted = 0 and g.held_cert_id is distinct from w.held_id`.execute(
    tx,
  );
  const held = rows.flatMap((one) => one.heldId ?? []);
  return shownRows(tx, actor, app, Certificate, {
    scope: certificateScope,
    where: sql`(t.test_apply_id = ${applyId} and t.is_valid = 'isValid' or t.id = any(${held}::bigint[]))`,
    order: sql`t.cert_no`,
    view: "list",
  });
}

/** Who gets a certificate now, with the number entered for him; null where the platform numbers. @throws FIELD_INVALID */
async function numbered(
  tx: Tx,
  app: Services,
  waiting: readonly Passed[],
  numbers: ReadonlyMap<string, string> | null,
): Promise<(readonly [Passed, string | null])[]> {
  const elsewhere = waiting[0] !== undefined && isNumberedElsewhere(waiting[0].certKind);
  const fault = (studentId: string, zh: string, en: string): Failure => ({
    errorCode: "FIELD_INVALID",
    id: studentId,
    field: "certNo",
    msg: `证书编号：${zh}`,
    msgEn: `Certificate number: ${en}`,
  });
  if (numbers === null) {
    if (elsewhere)
      throw new InvalidFields(
        waiting.map(({ studentId, name }) =>
          fault(studentId, `请填写${name}的证书编号`, `give the number of ${name}'s certificate`),
        ),
      );
    return waiting.map((one) => [one, null]);
  }
  const byId = new Map(waiting.map((one) => [one.studentId, one]));
  const used = await sql<{
    certNo: string;
  }>`select cert_no from certificate where cert_kind = ${waiting[0]?.certKind ?? ""} and cert_kind <> '6' and cert_no = any(${[...numbers.values()]})`.execute(
    tx,
  );
  const taken = new Set(used.rows.map((row) => row.certNo));
  const failures: Failure[] = [];
  for (const [studentId, certNo] of numbers) {
    const one = byId.get(studentId);
    if (!one) failures.push(fault(studentId, "该学员没有待核发的证书", "no certificate waits for this student"));
    else if (!elsewhere) failures.push(fault(studentId, "该类证书由平台编号", "the platform numbers this kind"));
    else if (!isCertificateNumber(one.certKind, certNo))
      failures.push(
        fault(
          studentId,
          `${one.name}的编号“${certNo}”格式不正确`,
          `“${certNo}” of ${one.name} has not the form of this kind`,
        ),
      );
    else if (one.certKind === "6" && !isOfHolder(certNo, app.cipher.decrypt(one.idNumber)))
      failures.push(
        fault(studentId, `${one.name}的编号与其证件号码不一致`, `the number of ${one.name} is not T and the ID number`),
      );
    else if (taken.has(certNo))
      failures.push(
        fault(studentId, `${one.name}的编号“${certNo}”已使用`, `“${certNo}” of ${one.name} is used already`),
      );
    taken.add(certNo);
  }
  if (failures.length > 0) throw new InvalidFields(failures);
  return waiting.flatMap((one) =>
    numbers.has(one.studentId) ? [[one, numbers.get(one.studentId) as string] as const] : [],
  );
}

/** A special-operation permit has the number of its holder's resident card; holders of other documents have one of the same form. */
const isOfHolder = (certNo: string, idNumber: string): boolean =>
  !/^\d{17}[\dX]$/.test(idNumber) || certNo === `T${idNumber}`;
/** Such a permit runs for six years. */
const permitMonths = 72;

async function issueOne(
  tx: Tx,
  actor: Actor,
  one: Passed,
  entered: string | null,
  classId: string,
  applyId: string,
  app: Services,
): Promise<void> {
  const issueDate = today();
  const {
    studentId,
    name,
    idNumber,
    idNumberHash,
    courseId,
    courseName,
    occupationCode,
    occupationName,
    level,
    certKind,
    trainHours,
    theoryScore,
    practiceScore,
    totalScore,
    orgId,
    orgName,
    photoAttId,
  } = one;
  const certNo = entered ?? (await certificateNumber(tx, { ...one, issueDate }));
  const row = await insertRow(tx, actor, Certificate, {
    certNo,
    certKind,
    studentId,
    classId,
    testApplyId: applyId,
    orgId,
    name,
    idNumber,
    idNumberHash,
    courseId,
    courseName,
    occupationCode,
    occupationName,
    level,
    trainHours,
    trainStartDate: one.startDate,
    trainEndDate: one.endDate,
    theoryScore,
    practiceScore,
    totalScore,
    orgName,
    issueOrg: certKind === "1" ? (one.evalOrgName ?? orgName) : one.bureauName,
    issueDate,
    expireDate: certKind === "6" ? addMonths(issueDate, permitMonths) : null,
    photoAttId,
    verifyCode: verifyCode(),
    print: "0",
    isValid: "isValid",
  });
  if (photoAttId) await shareFile(tx, photoAttId, Certificate, row["id"], "photoAttId");
  await sql`update student set cert_id = ${row["id"]} where id = ${studentId}`.execute(tx);
  await writeAudit(tx, actor, [
    { bizType: "Certificate", bizId: row["id"], action: "issue", toStatus: "isValid", opinion: certNo },
  ]);
  await sendSms(tx, app, {
    template: "CERT_OK",
    phone: app.cipher.decrypt(one.phone),
    params: { certNo },
    bizType: "Certificate",
    bizId: row["id"],
  });
}
