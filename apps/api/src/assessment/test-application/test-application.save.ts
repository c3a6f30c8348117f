import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import type { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { checkVersion, lockRow } from "../../core/database/rows.ts";
import { type CheckedColumns, columns } from "../../core/entity/columns.ts";
import { assertComplete } from "../../core/entity/complete.ts";
import { insertRow, removeRows, updateRow } from "../../core/entity/crud.ts";
import { type Actor, assertPermission } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { attachFiles, fileIds, shareFile } from "../../core/storage/files.ts";
import { firstCandidateSource } from "../../catalogue/catalogue.queries.ts";
import { classIs, getClassStanding } from "../../training/training.queries.ts";
import { testApplicationScope } from "../assessment.scope.ts";
import { hasReview } from "../grades/grade-rules.ts";
import { eligibleStudents } from "./eligible-students.ts";
import { firstTest } from "./test-application.guards.ts";
import { type StoredApplication, assertEditable, conditionsFor } from "./test-application.store.ts";

type Body = ValueOfShape<typeof testApplicationCalls.submit.input>;
type Head = Body["testApplyDTO"];
type CandidateInput = NonNullable<Body["testDTOs"]>[number];

/**
 * Saves head and candidates together; a new application without candidates takes every eligible student.
 * @throws NOT_OWNER, CLASS_NOT_ENDED, STATE_ILLEGAL, FIELD_INVALID
 * @returns id of the application
 */
export async function saveApplication(tx: Tx, actor: Actor, body: Body): Promise<string> {
  const head = body.testApplyDTO;
  assertPermission(actor, head.id ? "test_apply_edit" : "test_apply_add");
  const old = head.id ? await lockRow(tx, TestApplication, testApplicationScope, actor, head.id) : null;
  if (old) {
    checkVersion(old, head.version);
    assertEditable(old);
  }
  const values = await headColumns(tx, actor, head, old);
  const row = old
    ? await updateRow(tx, actor, TestApplication, old.id, values)
    : await insertRow(tx, actor, TestApplication, {
        ...values,
        ...columns(TestApplication, { confirmType: "unSubmit", print: "0", studentCount: 0 }),
      });
  await removeCandidates(
    tx,
    actor,
    row.id,
    (body.delTestDTOs ?? []).map((one) => one.testId),
  );
  await saveCandidates(tx, actor, row, body.testDTOs ?? (old ? [] : null));
  await attachFiles(tx, actor, TestApplication, row.id, head);
  await sql`update test_application a set student_count = (select count(*) from test_candidate c where c.test_apply_id = a.id and c.is_deleted = 0) where a.id = ${row.id}`.execute(
    tx,
  );
  return row.id;
}

async function headColumns(
  tx: Tx,
  actor: Actor,
  head: Head,
  old: StoredApplication | null,
): Promise<CheckedColumns<typeof TestApplication>> {
  const classId = head.classId ?? old?.classId;
  if (!classId) throw invalidHead("classId", "请选择", "please choose");
  const facts = await getClassStanding(tx, classId);
  if (facts.orgId !== actor.orgId) throw new Refusal("NOT_OWNER");
  if (!classIs(facts.status, "isConfirmed")) throw new Refusal("CLASS_NOT_ENDED");
  const merged = { ...old, ...head };
  assertComplete(TestApplication, { ...merged, classId }, "save");
  const { testMode = "", subjects = [], wishTestDate = "" } = merged;
  // A make-up is of what somebody has yet to pass; its guards see to that.
  const isFirst = merged.testKind === firstTest;
  if (isFirst && hasReview(facts.level) && ["1", "2"].includes(testMode) && !subjects.includes("3"))
    throw invalidHead("subjects", "一级、二级须包含综合评审", "levels 1 and 2 include the review");
  if (wishTestDate < facts.endDate && isFirst)
    throw invalidHead("wishTestDate", "不能早于结业日期", "may not be before the end of the class");
  const { orgId, courseId, courseName, occupationCode, occupationName, level } = facts;
  return columns(TestApplication, {
    classId,
    orgId,
    courseId,
    courseName,
    occupationCode,
    occupationName,
    level,
    testKind: head.testKind,
    testMode: head.testMode,
    evalOrgName: head.evalOrgName,
    wishTestDate: head.wishTestDate,
    testPlace: head.testPlace,
    subjects: head.subjects,
    confirmOpinion: head.confirmOpinion,
    attachmentList: fileIds(head.attachmentList),
    remark: head.remark,
  });
}

function invalidHead(name: "classId" | "subjects" | "wishTestDate", zh: string, en: string): Refusal {
  const field = TestApplication.fields[name];
  return invalidField(name, field.zh, field.en, zh, en);
}

/** @throws NOT_OWNER for rows of another application */
async function removeCandidates(tx: Tx, actor: Actor, testApplyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = await tx
    .selectFrom("testCandidate")
    .select("id")
    .where("testApplyId", "=", testApplyId)
    .where("id", "in", ids)
    .where("isDeleted", "=", 0)
    .execute();
  if (own.length !== ids.length) throw new Refusal("NOT_OWNER");
  await removeRows(tx, actor, TestCandidate, ids);
}

/** @param input rows as sent; null adds every student who may be assessed */
async function saveCandidates(
  tx: Tx,
  actor: Actor,
  application: StoredApplication,
  input: readonly CandidateInput[] | null,
): Promise<void> {
  const students = await eligibleStudents(tx, application.classId, application.testKind);
  const byStudent = new Map(students.map((one) => [one.studentId, one]));
  const lines = await tx
    .selectFrom("testCandidate")
    .select(["id", "studentId", "candidatesSourceId", "conditionId"])
    .where("testApplyId", "=", application.id)
    .where("isDeleted", "=", 0)
    .execute();
  const source = await firstCandidateSource(tx);
  const { metBy } = await conditionsFor(tx, application, [...byStudent.keys()]);
  const wanted: readonly CandidateInput[] =
    input ?? students.filter((one) => one.reason === null).map(({ studentId }) => ({ studentId }));
  for (const row of wanted) {
    const studentId = row.studentId ?? lines.find((one) => one.id === row.id)?.studentId;
    const student = studentId ? byStudent.get(studentId) : undefined;
    if (!student) throw new Refusal("NOT_OWNER");
    const line = lines.find((one) => one.studentId === student.studentId);
    const photoAttId = row.photoAttId ?? student.photoAttId;
    const values: CheckedColumns<typeof TestCandidate> = {
      ...columns(TestCandidate, student.snapshot),
      // Source and condition chosen before stay where the input does not name others.
      ...columns(TestCandidate, {
        candidatesSourceId: row.candidatesSourceId ?? line?.candidatesSourceId ?? source ?? undefined,
        conditionId: row.conditionId ?? line?.conditionId ?? metBy(student.studentId)[0] ?? null,
        photoAttId,
        isEligible: "1",
      }),
    };
    const saved = line
      ? await updateRow(tx, actor, TestCandidate, line.id, values)
      : await insertRow(tx, actor, TestCandidate, {
          ...values,
          ...columns(TestCandidate, { testApplyId: application.id, studentId: student.studentId }),
        });
    await usePhoto(tx, actor, saved.id, photoAttId, student.photoAttId);
  }
}

/** Shares the photo of the roster row; another photo must be an own upload. @throws ATTACH_NOT_OWN */
async function usePhoto(
  tx: Tx,
  actor: Actor,
  id: string,
  photoAttId: string | null,
  ofStudent: string | null,
): Promise<void> {
  if (photoAttId !== null && photoAttId === ofStudent) await shareFile(tx, photoAttId, TestCandidate, id, "photoAttId");
  else await attachFiles(tx, actor, TestCandidate, id, { photoAttId });
}
