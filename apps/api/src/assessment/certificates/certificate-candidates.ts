import type { CertificateRow } from "@jipei/contract/assessment/certificate.ts";
import type { Level } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { bureauName } from "../../users/users.queries.ts";

/** A student who passed, with everything that is printed on their certificate. */
export interface Passed {
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
  level: Level;
  certKind: CertificateRow["certKind"] & string;
  trainHours: string;
  startDate: string;
  endDate: string;
  theoryScore: string | null;
  practiceScore: string | null;
  totalScore: string | null;
  orgId: string;
  orgName: string;
  /** None of an enterprise, whose certificates have four zeros in its place (rules §9). */
  orgNo: string | null;
  side: "1" | "2";
  regionCode: string;
  evalOrgCode: string | null;
  evalOrgName: string | null;
  bureauName: string;
  /** A valid certificate of the same occupation, level and kind that the student has from elsewhere. */
  heldId: string | null;
}

/**
 * SQL condition: a valid certificate (alias `h`) is the same as the one that a student (`s`) would get for a class (`c`) of a course (`k`), as the index
 * `certificate_person` has it: a course without an occupation (start-up, pre-job) is known by its name. A special-operation permit is
 * renewed, which closes the old one.
 */
const sameCertificate = sql`h.id_number_hash = s.id_number_hash and h.occupation_code = c.occupation_code and h.level = c.level and h.cert_kind = k.cert_kind
  and h.cert_kind <> '6' and (h.occupation_code <> '0-00-00-00' or h.course_name = c.course_name) and h.is_valid = 'isValid' and h.is_deleted = 0`;

/** Everybody who passed an assessment and has no certificate of it. */
export async function getPassed(db: Db, applyId: string): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    select g.student_id, s.name, s.id_number, s.id_number_hash, s.phone, s.photo_att_id, c.course_id, c.course_name, c.occupation_code, c.occupation_name, c.level, k.cert_kind,
      held_hours(c.id) as train_hours, c.start_date, c.end_date,
      g.theory_score, g.practice_score, g.total_score, o.id as org_id, o.org_name, case when a.side = '1' then o.org_no end as org_no, a.side, o.region_code,
      coalesce(a.eval_org_code, o.eval_org_code) as eval_org_code, a.eval_org_name, ${bureauName} as bureau_name,
      (select h.id from certificate h where ${sameCertificate} limit 1) as held_id
    from grade g
      join test_application a on a.id = g.test_apply_id
      join trainee s on s.id = g.student_id
      join training c on c.id = g.class_id
      join programme k on k.id = c.course_id
      join institution o on o.id = c.org_id
    where g.test_apply_id = ${applyId} and g.is_deleted = 0 and g.grade_status = '2' and g.result = '1' and s.confirm_status = 'Confirm'
      and not exists (select from certificate x where x.student_id = g.student_id and x.test_apply_id = g.test_apply_id
        and (x.is_valid = 'isValid' or x.replaced_by is not null) and x.is_deleted = 0)
    order by s.student_no nulls last, s.id`.execute(db);
  return rows;
}
