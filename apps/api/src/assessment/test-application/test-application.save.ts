import { getPartsOfLevel } from "@jipei/contract/assessment/parts.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { checkVersion, lockRow } from "../../core/database/rows.ts";
import { type CheckedColumns, columns } from "../../core/entity/columns.ts";
import { assertComplete } from "../../core/entity/complete.ts";
import type { SaveInput } from "../../core/entity/crud.ts";
import { insertColumns, insertRows, removeRows, updateOne, updateRow } from "../../core/database/write-rows.ts";
import { type Actor, assertRight } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { attachFiles, fileIds, shareFile } from "../../core/storage/files.ts";
import { firstCandidateSource } from "../../catalogue/catalogue.queries.ts";
import { classIs, getClassStanding } from "../../training/training.queries.ts";
import { getOwnUnit } from "../../providers/providers.queries.ts";
import { enterpriseApplicationScope, testApplicationScope } from "../assessment.scope.ts";
import { eligibleStudents } from "./eligible-students.ts";
import { assertWhole } from "./make-up/owed-parts.ts";
import { firstTest } from "./test-application.guards.ts";
import {
  type AnyApplication,
  type ApplicationSide,
  enterpriseApplications,
  institutionApplications,
} from "./application-side.ts";
import { assertEditable, conditionsFor } from "./test-application.store.ts";

/** What both sides send of an application. */
export interface Head extends Pick<
  SaveInput<typeof TestApplication>,
  | "id"
  | "version"
  | "classId"
  | "testKind"
  | "evalOrgName"
  | "wishTestDate"
  | "testPlace"
  | "confirmOpinion"
  | "attachmentList"
  | "remark"
> {
  testMode?: AnyApplication["testMode"];
  subjects?: AnyApplication["subjects"];
}
type CandidateInput = Pick<
  SaveInput<typeof TestCandidate>,
  "id" | "studentId" | "candidatesSourceId" | "conditionId" | "photoAttId"
>;
/** Head and candidates as a client sends them. Candidates left out stay; null for a new application takes every eligible student. */
export interface Sent<H extends Head> {
  head: H;
  candidates: readonly CandidateInput[] | null;
  removed: readonly { testId: string }[] | null;
}

/** How applications of a side are read and written: through the entity that its clients know. */
export interface ApplicationTable<H extends Head> {
  side: ApplicationSide;
  lock: (tx: Tx, actor: Actor, id: string) => Promise<AnyApplication>;
  add: (tx: Tx, actor: Actor, unitId: string, values: Shared, head: H) => Promise<AnyApplication>;
  change: (tx: Tx, actor: Actor, id: string, values: Shared, head: H) => Promise<AnyApplication>;
}

export const institutionTable: ApplicationTable<SaveInput<typeof TestApplication>> = {
  side: institutionApplications,
  lock: (tx, actor, id) => lockRow(tx, TestApplication, testApplicationScope, actor, id),
  add: (tx, actor, orgId, values, { testMode }) =>
    insertColumns(tx, actor, TestApplication, { ...values, ...columns(TestApplication, { orgId, testMode }) }),
  change: (tx, actor, id, values, { testMode }) =>
    updateOne(tx, actor, TestApplication, id, { ...values, ...columns(TestApplication, { testMode }) }),
};

export const enterpriseTable: ApplicationTable<SaveInput<typeof EnterpriseTestApplication>> = {
  side: enterpriseApplications,
  lock: (tx, actor, id) => lockRow(tx, EnterpriseTestApplication, enterpriseApplicationScope, actor, id),
  add: (tx, actor, unitId, values, { testMode, evalOrgCode }) =>
    insertColumns(tx, actor, EnterpriseTestApplication, {
      ...values,
      ...columns(EnterpriseTestApplication, { unitId, testMode, evalOrgCode }),
    }),
  change: (tx, actor, id, values, { testMode, evalOrgCode }) =>
    updateOne(tx, actor, EnterpriseTestApplication, id, {
      ...values,
      ...columns(EnterpriseTestApplication, { testMode, evalOrgCode }),
    }),
};

/**
 * Saves head and candidates together; a new application without candidates takes every eligible student.
 * @throws NOT_OWNER, CLASS_NOT_ENDED, STATE_ILLEGAL, FIELD_INVALID
 * @returns id of the application
 */
export async function saveApplication<H extends Head>(
  tx: Tx,
  actor: Actor,
  { side, ...table }: ApplicationTable<H>,
  { head, candidates, removed }: Sent<H>,
): Promise<string> {
  assertRight(actor, side.resource, head.id ? "edit" : "add");
  const old = head.id ? await table.lock(tx, actor, head.id) : null;
  if (old) {
    checkVersion(old, head.version);
    assertEditable(old);
  }
  const { unitId, values } = await headColumns(tx, actor, side, head, old);
  const row = old
    ? await table.change(tx, actor, old.id, values, head)
    : await table.add(
        tx,
        actor,
        unitId,
        { ...values, ...columns(TestApplication, { confirmType: "unSubmit", print: "0", studentCount: 0 }) },
        head,
      );
  await removeCandidates(
    tx,
    actor,
    row.id,
    (removed ?? []).map((one) => one.testId),
  );
  await saveCandidates(tx, actor, side, row, candidates ?? (old ? [] : null));
  await attachFiles(tx, actor, side.entity, row.id, head);
  await countCandidates(tx, row.id);
  return row.id;
}

/** Shows on an application how many candidates it has. */
export const countCandidates = async (tx: Tx, id: string): Promise<void> =>
  void (await sql`update test_application a set student_count = (select count(*) from test_candidate c where c.test_apply_id = a.id and c.is_deleted = 0) where a.id = ${id}`.execute(
    tx,
  ));

/** Columns that both sides set alike. */
type Shared = CheckedColumns<typeof TestApplication>;

async function headColumns(
  tx: Tx,
  actor: Actor,
  side: ApplicationSide,
  head: Head,
  old: AnyApplication | null,
): Promise<{ unitId: string; values: Shared }> {
  const classId = head.classId ?? old?.classId;
  if (!classId) throw invalidHead("classId", "请选择", "please choose");
  const facts = await getClassStanding(tx, classId);
  if (facts.orgId !== (await getOwnUnit(tx, actor)).id) throw new Refusal("NOT_OWNER");
  if (!classIs(facts.status, "isConfirmed")) throw new Refusal("CLASS_NOT_ENDED");
  const merged = { ...old, ...head };
  assertComplete(side.entity, { ...merged, classId }, "save");
  const { testMode, wishTestDate } = merged;
  const subjects = merged.subjects?.length ? merged.subjects : getPartsOfLevel(facts.level);
  if (testMode && !side.modes.has(testMode)) throw invalidHead("testMode", "不可选择", "cannot be chosen");
  // A make-up is of what somebody has yet to pass; its guards see to that.
  const isFirst = merged.testKind === firstTest;
  if (isFirst) assertWhole(facts.level, testMode ?? "", subjects);
  if ((wishTestDate ?? "") < facts.endDate && isFirst)
    throw invalidHead("wishTestDate", "不能早于结业日期", "may not be before the end of the class");
  const { orgId, courseId, courseName, occupationCode, occupationName, level } = facts;
  const values = columns(TestApplication, {
    classId,
    courseId,
    courseName,
    occupationCode,
    occupationName,
    level,
    testKind: head.testKind,
    evalOrgName: head.evalOrgName,
    wishTestDate: head.wishTestDate,
    testPlace: head.testPlace,
    subjects,
    confirmOpinion: head.confirmOpinion,
    attachmentList: fileIds(head.attachmentList),
    remark: head.remark,
  });
  return { unitId: orgId, values };
}

function invalidHead(name: "classId" | "testMode" | "wishTestDate", zh: string, en: string): Refusal {
  const field = TestApplication.fields[name];
  return invalidField(name, field.zh, field.en, zh, en);
}

/** @throws NOT_OWNER for rows of another application */
export async function removeCandidates(
  tx: Tx,
  actor: Actor,
  testApplyId: string,
  ids: readonly string[],
): Promise<void> {
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
export async function saveCandidates(
  tx: Tx,
  actor: Actor,
  side: ApplicationSide,
  application: AnyApplication,
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
  const added: CheckedColumns<typeof TestCandidate>[] = [];
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
    if (line) {
      await updateRow(tx, actor, TestCandidate, line.id, values);
      await usePhoto(tx, actor, line.id, photoAttId, student.photoAttId);
    } else
      added.push({
        ...values,
        ...columns(TestCandidate, {
          side: side.code,
          testApplyId: application.id,
          studentId: student.studentId,
        }),
      });
  }
  for (const { id, studentId, photoAttId } of await insertRows(tx, actor, TestCandidate, added))
    await usePhoto(tx, actor, id, photoAttId, byStudent.get(studentId)?.photoAttId ?? null);
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
