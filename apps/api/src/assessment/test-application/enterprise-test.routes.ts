import { enterpriseTestCalls as calls } from "@jipei/contract/assessment/enterprise-test.calls.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import type { FieldName } from "@jipei/contract/core/entity.ts";
import { EnterpriseTest } from "@jipei/contract/assessment/enterprise-test.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import type { Tx } from "../../core/database/db.ts";
import { liveRow, lockRow, lockRows, splitIds } from "../../core/database/rows.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import { type CrudOptions, crud } from "../../core/entity/crud.ts";
import { type Actor, assertPermission } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { enterpriseApplicationScope, enterpriseTestScope } from "../assessment.scope.ts";
import { moveSheet, submitScores } from "../grades/grade.submit.ts";
import { enterpriseApplications, scoredByUnit } from "./application-side.ts";
import { countCandidates, removeCandidates, saveCandidates } from "./test-application.save.ts";
import { assertEditable } from "./test-application.store.ts";

const grade =
  "from grade g where g.test_apply_id = t.test_apply_id and g.student_id = t.student_id and g.is_deleted = 0";
const ownModes = (scoredByUnit.enterprise ?? []).map((mode) => `'${mode}'`).join(", ");
/** Scores that the enterprise may know: its own, and those that are published. */
const known = `${grade} and (g.grade_status = '2' or exists (select from test_application a where a.id = g.test_apply_id and a.test_mode in (${ownModes})))`;
const shown = (field: FieldName<typeof EnterpriseTest>, column: string) =>
  derived(EnterpriseTest, field, `select g.${column} ${known}`);
const ofClass = (field: FieldName<typeof EnterpriseTest>, column: string) =>
  derived(
    EnterpriseTest,
    field,
    `select c.${column} from test_application a join training c on c.id = a.class_id where a.id = t.test_apply_id`,
  );
export const enterpriseTestDerived: readonly DerivedField[] = [
  derived(EnterpriseTest, "examineeNo", `select g.examinee_no ${grade}`),
  derived(EnterpriseTest, "gradeStatus", `select g.grade_status ${grade}`),
  derived(EnterpriseTest, "publishTime", `select g.publish_time ${grade}`),
  ofClass("className", "class_name"),
  ofClass("level", "level"),
  ofClass("trainKind", "train_kind"),
  shown("theoryScore", "theory_score"),
  shown("practiceScore", "practice_score"),
  shown("reviewScore", "review_score"),
  shown("totalScore", "total_score"),
  shown("keepTheory", "keep_theory"),
  shown("keepPractice", "keep_practice"),
  shown("keepReview", "keep_review"),
  shown("isAbsent", "is_absent"),
  shown("isCheat", "is_cheat"),
  derived(EnterpriseTest, "isExamCheat", `select case when g.exam_cheat then '1' else '0' end ${known}`),
  shown("result", "result"),
];

export const enterpriseTestRows = {
  entity: EnterpriseTest,
  scope: enterpriseTestScope,
  resource: "enterprise_test",
} satisfies CrudOptions<typeof EnterpriseTest>;
const { list, detail } = crud(enterpriseTestRows);

type Input = InputOf<typeof calls.submit>;

/** Puts somebody into an application that is still being prepared, or changes their source and condition there. @returns id of the candidate */
async function saveCandidate(
  tx: Tx,
  actor: Actor,
  applyId: string,
  input: Input & { studentId: string },
): Promise<string> {
  const application = await lockRow(tx, EnterpriseTestApplication, enterpriseApplicationScope, actor, applyId);
  assertEditable(application);
  const { studentId, candidatesSourceId, conditionId } = input;
  await saveCandidates(tx, actor, enterpriseApplications, application, [
    { studentId, candidatesSourceId, conditionId },
  ]);
  await countCandidates(tx, application.id);
  const { id } = await tx
    .selectFrom("testCandidate")
    .select("id")
    .where("testApplyId", "=", application.id)
    .where("studentId", "=", studentId)
    .where("isDeleted", "=", 0)
    .executeTakeFirstOrThrow();
  return id;
}

/** The score rows of candidates, by the ids of the candidates. @throws NOT_FOUND for a candidate without one */
async function getGradeIds(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.includes("")) throw new Refusal("NOT_FOUND");
  const found = await tx
    .selectFrom("testCandidate as c")
    .innerJoin("grade as g", (join) =>
      join.onRef("g.testApplyId", "=", "c.testApplyId").onRef("g.studentId", "=", "c.studentId"),
    )
    .select(["c.id", "g.id as gradeId"])
    .where("c.id", "in", ids)
    .where("g.isDeleted", "=", 0)
    .execute();
  const gradeIds = new Map(found.map((row) => [row.id, row.gradeId]));
  if (ids.some((id) => !gradeIds.has(id))) throw new Refusal("NOT_FOUND");
  return gradeIds;
}

/** Candidates of drafts; scores once the application is approved; moves of the whole sheet. */
async function submit(tx: Tx, actor: Actor, input: Input, app: Services): Promise<{ id: string }> {
  const { id, scores, gradeStatus, reason } = input;
  const row = id ? await lockRow(tx, EnterpriseTest, enterpriseTestScope, actor, id) : null;
  const applyId = row?.testApplyId ?? input.testApplyId;
  if (!applyId) throw new Refusal("NOT_FOUND");
  const application = await liveRow(tx, EnterpriseTestApplication, applyId);
  if (application?.confirmType !== "Confirm" && !scores && !gradeStatus) {
    assertPermission(actor, id ? "enterprise_test_edit" : "enterprise_test_add");
    const studentId = row?.studentId ?? input.studentId;
    if (!studentId) throw new Refusal("NOT_FOUND");
    return { id: await saveCandidate(tx, actor, applyId, { ...input, studentId }) };
  }
  if (gradeStatus && gradeStatus !== application?.gradeStatus) {
    await moveSheet(tx, actor, applyId, gradeStatus, reason, app);
    return { id: id ?? applyId };
  }
  const entries = scores ?? [input];
  const gradeIds = await getGradeIds(
    tx,
    entries.map((one) => one.id ?? ""),
  );
  await submitScores(
    tx,
    actor,
    entries.map(({ id: testId, theoryScore, practiceScore, reviewScore, isAbsent, isCheat }) => ({
      id: gradeIds.get(testId ?? "") ?? "",
      theoryScore,
      practiceScore,
      reviewScore,
      isAbsent,
      isCheat,
    })),
    reason,
    app,
  );
  return { id: id ?? applyId };
}

export const enterpriseTestRoutes: Route[] = [
  reads(calls.list, list),
  reads(calls.getEnterpriseTest, list),
  reads(calls.detail, detail),
  writes(calls.submit, submit),
  // Of an application that is still being prepared; afterwards somebody is marked as not eligible.
  writes(calls.remove, async (tx, actor, { ids }) => {
    const rows = await lockRows(tx, EnterpriseTest, enterpriseTestScope, actor, splitIds(ids));
    for (const applyId of new Set(rows.map((row) => row.testApplyId))) {
      assertEditable(await lockRow(tx, EnterpriseTestApplication, enterpriseApplicationScope, actor, applyId));
      const own = rows.filter((row) => row.testApplyId === applyId).map((row) => row.id);
      await removeCandidates(tx, actor, applyId, own);
      await countCandidates(tx, applyId);
    }
  }),
];
