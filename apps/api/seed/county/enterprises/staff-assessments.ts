import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { enterpriseTestApplicationCalls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { enterpriseTestCalls } from "@jipei/contract/assessment/enterprise-test.calls.ts";
import { sql } from "kysely";
import type { Actor } from "../../../src/core/foundation/actor.ts";
import { addDays, today } from "../../../src/core/foundation/clock.ts";
import { findScore } from "../assessments.ts";
import type { Desk } from "../desk.ts";

/** Days between the end of a class and its assessment, and what follows. */
const assessedAfter = 30;

/**
 * The final assessment of a class of an enterprise, which scores it itself, until it waits for the bureau or has its certificates.
 * @param who the enterprise @param shift days by which the class was moved into the past
 */
export async function seedStaffAssessment(
  desk: Desk,
  classId: string,
  who: Partial<Actor>,
  upTo: "submitted" | "graded" | "certified",
  shift: number,
): Promise<void> {
  const days = shift - assessedAfter;
  const asFirm = desk.as("enterprise", who, upTo === "submitted" ? 2 : days + 9);
  const { id: applyId } = await asFirm(enterpriseTestApplicationCalls.submit, {
    enterpriseTestApplyDTO: {
      classId,
      testKind: "1",
      testMode: "6",
      evalOrgCode: "Y000032000001",
      wishTestDate: addDays(today(), 10),
      testPlace: "本企业培训车间",
      subjects: ["1", "2"],
    },
  });
  await asFirm(enterpriseTestApplicationCalls.submit, { id: applyId, confirmType: "unConfirm" });
  if (upTo === "submitted") return;
  await desk.as(
    "first",
    {},
    days + 7,
  )(enterpriseTestApplicationCalls.submit, {
    id: applyId,
    confirmType: "Confirm",
    testDate: addDays(today(), 10),
  });
  const { rows } = await sql<{ id: string }>`
    select id from test_candidate where test_apply_id = ${applyId} and is_deleted = 0 order by id`.execute(desk.tx);
  await desk.as(
    "enterprise",
    who,
    days - 1,
  )(enterpriseTestCalls.submit, {
    testApplyId: applyId,
    scores: rows.map(({ id }, n) => findScore(id, n)),
  });
  for (const gradeStatus of ["1", "2"])
    await desk.as("clerk", {}, days - 2)(enterpriseTestCalls.submit, { testApplyId: applyId, gradeStatus });
  if (upTo === "certified")
    await desk.as("clerk", {}, days - 3)(enterpriseCertificateCalls.issue, { classId, applyId });
  await sql`update test_application set wish_test_date = ${addDays(today(), -days)}, test_date = ${addDays(today(), -days)} where id = ${applyId}`.execute(
    desk.tx,
  );
  await sql`update certificate set issue_date = issue_date - ${days - 3}::int where test_apply_id = ${applyId}`.execute(
    desk.tx,
  );
}
