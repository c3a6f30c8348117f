import type { Student } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";

// What later domains find out about students is shown in the roster; they say it here, since the roster belongs to training.

type StoredStudent = StoredRow<typeof Student>;

/** Shows the results of an assessment in the roster. */
export async function showGradeResults(
  tx: Tx,
  results: readonly { studentId: string; result: StoredStudent["gradeResult"] }[],
): Promise<void> {
  await sql`update student s set grade_result = r.result
    from unnest(${results.map((one) => one.studentId)}::bigint[], ${results.map((one) => one.result)}::text[]) as r (student_id, result)
    where s.id = r.student_id`.execute(tx);
}

/** Shows the certificates that students were issued. */
export async function showCertificates(
  tx: Tx,
  certificates: readonly { id: string; studentId: string | null }[],
): Promise<void> {
  await sql`update student s set cert_id = c.cert_id
    from unnest(${certificates.map(({ studentId }) => studentId)}::bigint[], ${certificates.map(({ id }) => id)}::bigint[]) as c (student_id, cert_id)
    where s.id = c.student_id`.execute(tx);
}

/** A revoked certificate is shown no longer. */
export async function removeCertificate(tx: Tx, certId: string): Promise<void> {
  await tx.updateTable("student").set({ certId: null }).where("certId", "=", certId).execute();
}

/** Shows how far the claims for students have come. */
export async function showClaimStates(
  tx: Tx,
  states: readonly { studentId: string; state: StoredStudent["subsidyStatus"] }[],
): Promise<void> {
  await sql`update student s set subsidy_status = c.state
    from unnest(${states.map((one) => one.studentId)}::bigint[], ${states.map((one) => one.state)}::text[]) as c (student_id, state)
    where s.id = c.student_id and s.subsidy_status is distinct from c.state`.execute(tx);
}
