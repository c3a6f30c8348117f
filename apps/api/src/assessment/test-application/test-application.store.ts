import { AssessorAssignment } from "@jipei/contract/assessment/assessor-assignment.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import { confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { readRow } from "../../core/database/rows.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { getAudit } from "../../core/entity/audit.ts";
import { readChildRows } from "../../core/entity/child-rows.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { type Actor, isInside } from "../../core/foundation/actor.ts";
import { illegalState } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { withFiles } from "../../core/storage/files.ts";
import { type Condition, getConditions } from "../../catalogue/catalogue.queries.ts";
import { assignmentScope, candidateScope, testApplicationScope } from "../assessment.scope.ts";
import { getApplicants, meets } from "./condition.ts";

export type StoredApplication = StoredRow<typeof TestApplication>;

/** An application as the detail shows it: head, candidates with the conditions they meet, panel, history. @throws NOT_FOUND */
export async function wholeApplication(db: Db, actor: Actor, id: string, app: Services) {
  const head = await readRow(db, TestApplication, testApplicationScope, actor, id);
  await withFiles(db, TestApplication, [head]);
  const where = sql`t.test_apply_id = ${id}`;
  const candidates = await readChildRows(db, actor, app, TestCandidate, {
    scope: candidateScope,
    where,
    order: sql`t.id`,
    view: "detail",
  });
  const { conditions, metBy } = await conditionsFor(
    db,
    head,
    candidates.map((one) => one.studentId),
  );
  return {
    ...toResponse(TestApplication, actor, app.cipher, head, "detail"),
    testList: candidates.map((one) => ({ ...one, metConditions: metBy(one.studentId) })),
    conditionList: conditions,
    assessorList: await readChildRows(db, actor, app, AssessorAssignment, {
      scope: assignmentScope,
      where,
      order: sql`t.duty, t.id`,
      view: "detail",
    }),
    // Candidates and assessors do not see what bureau and institution write to each other.
    ...(isInside(actor)
      ? { auditList: await getAudit(db, actor, "TestApplication", id) }
      : { reason: null, remark: null, auditList: [] }),
  };
}

/** @throws STATE_ILLEGAL unless the institution may still change the application */
export function assertEditable({ confirmType }: Pick<StoredApplication, "confirmType">): void {
  if (confirmType !== "unSubmit" && confirmType !== "back")
    throw illegalState(confirmStatus, confirmType ?? "", "修改", "edit");
}

/** The conditions of an application's occupation and level, and which of them a student meets on the day of the assessment. */
export async function conditionsFor(
  db: Db,
  application: Pick<StoredApplication, "occupationCode" | "level" | "testDate" | "wishTestDate">,
  studentIds: readonly string[],
): Promise<{ conditions: Condition[]; metBy: (studentId: string) => string[] }> {
  const occupationCode = application.occupationCode ?? "";
  const conditions = await getConditions(db, occupationCode, application.level ?? "");
  const people = await getApplicants(db, studentIds, occupationCode);
  const day = application.testDate ?? application.wishTestDate;
  const metBy = (studentId: string) => {
    const person = people.get(studentId);
    return person ? conditions.filter((one) => meets(one, person, day)).map(({ id }) => id) : [];
  };
  return { conditions, metBy };
}
