import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** A claim (alias `c`) under review, or approved and not yet paid. */
const underWay = sql`(c.status in ('firstTrial', 'reTrial') or (c.status = 'compile' and c.pay_status in ('0', '1', '2', '4')))`;

/** Claims under review, or approved and not yet paid: an institution with one cannot be cancelled. */
export const hasOpenClaims = (db: Db, orgId: string): Promise<boolean> =>
  some(db, sql`subsidy_application c where c.org_id = ${orgId} and c.is_deleted = 0 and ${underWay}`);

/** The same of an enterprise, by the department as which it signs in. */
export const enterpriseHasOpenClaims = (db: Db, { entId }: { entId: string }): Promise<boolean> =>
  some(
    db,
    sql`subsidy_application c join institution u on u.id = c.org_id where u.dept_id = ${entId} and c.is_deleted = 0 and ${underWay}`,
  );

/** Claims of a class beyond the draft. */
export const classIsClaimed = (db: Db, classId: string): Promise<boolean> =>
  some(
    db,
    sql`subsidy_application c where c.class_id = ${classId} and c.is_deleted = 0 and c.status not in ('unSubmit', 'back')`,
  );

/** Whether there is such a claim for a certificate, which must not be revoked meanwhile. */
export const certificateIsClaimed = (db: Db, certId: string): Promise<boolean> =>
  some(
    db,
    sql`subsidy_line l join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0
    where l.cert_id = ${certId} and l.is_deleted = 0 and l.detail_status is distinct from '2' and ${underWay}`,
  );

/** Whether a claim under review, approved or paid goes by the results of a roster row; not one that was returned or recovered, nor an advance. */
export const memberIsClaimed = (db: Db, studentId: string): Promise<boolean> =>
  some(
    db,
    sql`subsidy_line l join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0
    where l.student_id = ${studentId} and c.is_advance = '0' and l.is_deleted = 0 and l.detail_status is distinct from '2' and (${underWay} or c.pay_status = '3')`,
  );

/** Whether a committed claim row was computed with a standard, which is locked from then on. */
export const standardIsUsed = (db: Db, standardId: string): Promise<boolean> =>
  some(
    db,
    sql`subsidy_line l join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0 where l.subsidy_id = ${standardId} and l.is_deleted = 0 and c.first_commit_time is not null`,
  );

async function some(db: Db, from: ReturnType<typeof sql>): Promise<boolean> {
  return (await sql`select from ${from} limit 1`.execute(db)).rows.length > 0;
}

/** Whether a claim names a person. */
export const claimNames = (
  db: Db,
  { claimId, idNumberHash }: { claimId: string; idNumberHash: string },
): Promise<boolean> =>
  some(db, sql`subsidy_line where apply_id::text = ${claimId} and id_number_hash = ${idNumberHash} and is_deleted = 0`);
