import { AssessorAssignment } from "@jipei/contract/assessment/assessors/assessor-assignment.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { EnterpriseTest } from "@jipei/contract/assessment/enterprise-test.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import { confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { readRow } from "../../core/database/rows.ts";
import { getAudit } from "../../core/entity/audit.ts";
import { readChildRows } from "../../core/entity/child-rows.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { type Actor, isInside } from "../../core/foundation/actor.ts";
import { illegalState } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { withFiles } from "../../core/storage/files.ts";
import { type Condition, getConditions } from "../../catalogue/catalogue.queries.ts";
import {
  assignmentScope,
  candidateScope,
  enterpriseApplicationScope,
  enterpriseTestScope,
  testApplicationScope,
} from "../assessment.scope.ts";
import type { AnyApplication } from "./application-side.ts";
import { getApplicants, meets } from "./condition.ts";

/** An application of an institution as its detail shows it. @throws NOT_FOUND */
export async function wholeApplication(db: Db, actor: Actor, id: string, app: Services) {
  const head = await readRow(db, TestApplication, testApplicationScope, actor, id);
  await withFiles(db, TestApplication, [head]);
  const candidates = await readChildRows(db, actor, app, TestCandidate, { scope: candidateScope, ...candidatesOf(id) });
  return {
    ...toResponse(TestApplication, actor, app.cipher, head, "detail"),
    ...(await getParts(db, actor, app, "TestApplication", head, candidates)),
  };
}

/** An application of an enterprise as its detail shows it. @throws NOT_FOUND */
export async function wholeEnterpriseApplication(db: Db, actor: Actor, id: string, app: Services) {
  const head = await readRow(db, EnterpriseTestApplication, enterpriseApplicationScope, actor, id);
  await withFiles(db, EnterpriseTestApplication, [head]);
  const candidates = await readChildRows(db, actor, app, EnterpriseTest, {
    scope: enterpriseTestScope,
    ...candidatesOf(id),
  });
  return {
    ...toResponse(EnterpriseTestApplication, actor, app.cipher, head, "detail"),
    ...(await getParts(db, actor, app, "EnterpriseTestApplication", head, candidates)),
  };
}

const candidatesOf = (id: string) =>
  ({ where: sql`t.test_apply_id = ${id}`, order: sql`t.id`, view: "detail" }) as const;

/** What stands beside the head of an application: candidates with the conditions they meet, panel, history. */
async function getParts<C extends { studentId: string }>(
  db: Db,
  actor: Actor,
  app: Services,
  bizType: "TestApplication" | "EnterpriseTestApplication",
  head: ConditionFacts & { id: string },
  candidates: readonly C[],
) {
  const { conditions, metBy } = await conditionsFor(
    db,
    head,
    candidates.map((one) => one.studentId),
  );
  return {
    testList: candidates.map((one) => ({ ...one, metConditions: metBy(one.studentId) })),
    conditionList: conditions,
    assessorList: await readChildRows(db, actor, app, AssessorAssignment, {
      scope: assignmentScope,
      where: sql`t.test_apply_id = ${head.id}`,
      order: sql`t.duty, t.id`,
      view: "detail",
    }),
    // Candidates and assessors do not see what bureau and unit write to each other.
    ...(isInside(actor)
      ? { auditList: await getAudit(db, actor, bizType, head.id) }
      : { reason: null, remark: null, auditList: [] }),
  };
}

/** @throws STATE_ILLEGAL unless the institution may still change the application */
export function assertEditable({ confirmType }: Pick<AnyApplication, "confirmType">): void {
  if (confirmType !== "unSubmit" && confirmType !== "back")
    throw illegalState(confirmStatus, confirmType ?? "", "修改", "edit");
}

type ConditionFacts = Pick<AnyApplication, "occupationCode" | "level" | "testDate" | "wishTestDate">;

/** The conditions of an application's occupation and level, and which of them a student meets on the day of the assessment. */
export async function conditionsFor(
  db: Db,
  application: ConditionFacts,
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
