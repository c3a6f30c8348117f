import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { visible } from "../../core/access/data-scope.ts";
import type { Db } from "../../core/database/db.ts";
import type { Services } from "../../core/foundation/services.ts";
import { readTrainings } from "../../training/training.queries.ts";
import { anyLineScope } from "./claim.scope.ts";

interface Claim {
  studentId: string;
  applyNo: string | null;
  claimStatus: string;
  payStatus: string | null;
  approvedAmount: string | null;
}

/** What a student was trained in, certified for and paid for, newest first, as far as the actor may see the rosters and claims. */
export async function findExperience(db: Db, actor: Actor, app: Services, studentId: string) {
  const trainings = await readTrainings(db, actor, app, studentId);
  const claims = await sql<Claim>`
    select distinct on (t.student_id) t.student_id, a.apply_no, a.status as claim_status, a.pay_status, t.approved_amount
    from subsidy_line t join subsidy_application a on a.id = t.apply_id and a.is_deleted = 0
    where t.student_id = any(${trainings.map((one) => one.id)}::bigint[]) and t.is_deleted = 0 and ${visible(SubsidyLine, anyLineScope, actor)} order by t.student_id, t.id desc`.execute(
    db,
  );
  const issued = await sql<{
    id: string;
    issueDate: string;
  }>`select id, issue_date from diploma where id = any(${trainings.flatMap((one) => one.certId ?? [])}::bigint[])`.execute(
    db,
  );
  const claimOf = new Map(claims.rows.map((row) => [row.studentId, row]));
  const issueDateOf = new Map(issued.rows.map((row) => [row.id, row.issueDate]));
  return trainings.map((one) => {
    const claim = claimOf.get(one.id);
    const { classNo, className, orgName, courseName, level, startDate, endDate, attendanceRate, certNo } = one;
    return {
      classNo,
      className: className ?? "",
      orgName: orgName ?? "",
      courseName,
      level,
      startDate,
      endDate,
      attendanceRate,
      certNo,
      issueDate: one.certId ? (issueDateOf.get(one.certId) ?? null) : null,
      applyNo: claim?.applyNo ?? null,
      claimStatus: claim?.claimStatus ?? null,
      payStatus: claim?.payStatus ?? null,
      approvedAmount: claim?.approvedAmount ?? null,
    };
  });
}
