import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { sql } from "kysely";
import { type TestedClass, aCertifiedClass, aPublishedTest } from "../../../test/factories/assessment.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { countWaiting, waitUntil } from "../../../test/support/wait-until.ts";
import { addMonths, today } from "../../core/foundation/clock.ts";
import { correctGrade } from "../grades/grade.correct.ts";

/** Certificates that another body numbers, and people who hold the same one already. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** A class with photos whose course leads to a kind of certificate, grades published. */
async function published(
  certKind: string,
  organisation: Record<string, unknown> = {},
  students = 3,
): Promise<TestedClass> {
  const built = await aPublishedTest(app, {
    base: await aTrainingBase(app, { course: { certKind }, organisation }),
    students,
  });
  await sql`update student set photo_att_id = (select min(id) from attachment) where class_id = ${built.classId}`.execute(
    app.db,
  );
  return built;
}
const findCertificates = ({ applyId }: TestedClass) =>
  app.db.selectFrom("certificate").selectAll().where("testApplyId", "=", applyId).orderBy("certNo").execute();
const give = (
  { classId, applyId }: TestedClass,
  numbers: readonly (readonly [studentId: string | undefined, certNo: string])[],
) => ({
  classId,
  applyId,
  numbers: numbers.map(([studentId, certNo]) => ({ studentId: studentId as string, certNo })),
});

describe("Certificate.issueNumbered", () => {
  it("takes T and the ID number for a special-operation permit, one person after another; it runs for six years", async () => {
    const built = await published("6");
    const clerk = app.as("clerk");
    const asked = await clerk.refused(certificateCalls.issue, { classId: built.classId, applyId: built.applyId });
    assert.deepEqual(
      [asked.errorCode, asked.failures.map(({ field, id }) => [field, id])],
      ["FIELD_INVALID", built.studentIds.map((id) => ["certNo", id])],
    );
    const people = await app.db
      .selectFrom("student")
      .select(["id", "idNumber"])
      .where("classId", "=", built.classId)
      .orderBy("studentNo")
      .execute();
    const getNumber = (place: number) => `T${app.cipher.decrypt(people[place]?.idNumber as string)}`;
    const [first, second, third] = people.map((row) => row.id as string);
    for (const certNo of ["2632990001400023", getNumber(1)])
      assert.deepEqual(
        (await clerk.refused(certificateCalls.issueNumbered, give(built, [[first, certNo]]))).failures.map(
          ({ id }) => id,
        ),
        [first],
      );
    assert.equal(
      (await clerk.call(certificateCalls.issueNumbered, give(built, [[first, getNumber(0).toLowerCase()]]))).length,
      1,
      "who has no number yet may follow",
    );
    assert.deepEqual(
      (await clerk.refused(certificateCalls.issueNumbered, give(built, [[first, getNumber(0)]]))).failures.map(
        ({ id }) => id,
      ),
      [first],
      "none waits any more",
    );
    await clerk.call(
      certificateCalls.issueNumbered,
      give(built, [
        [second, getNumber(1)],
        [third, getNumber(2)],
      ]),
    );
    assert.deepEqual(
      new Set((await findCertificates(built)).map((row) => `${row.certNo} ${row.expireDate}`)),
      new Set([0, 1, 2].map((place) => `${getNumber(place)} ${addMonths(today(), 72)}`)),
    );
  });

  it("closes the permit that it renews, which was earned all the same; nobody gets the old one again", async () => {
    const old = await published("6", {}, 1);
    const clerk = app.as("clerk");
    const number = "T329999199001010011";
    // Holders of other documents have a number of the same form.
    await sql`update student set id_number = ${app.cipher.encrypt("C12345678")} where class_id = ${old.classId}`.execute(
      app.db,
    );
    await clerk.call(certificateCalls.issueNumbered, give(old, [[old.studentIds[0], number]]));
    const renewed = await published("6", {}, 1);
    const [before] = await findCertificates(old);
    await sql`update student set id_number = o.id_number, id_number_hash = o.id_number_hash from student o where o.id = ${old.studentIds[0]} and student.class_id = ${renewed.classId}`.execute(
      app.db,
    );
    await sql`update training_class set occupation_code = ${before?.occupationCode}, occupation_name = ${before?.occupationName}, level = ${before?.level}, course_name = ${before?.courseName} where id = ${renewed.classId}`.execute(
      app.db,
    );
    await clerk.call(certificateCalls.issueNumbered, give(renewed, [[renewed.studentIds[0], number]]));
    const [closed] = await findCertificates(old);
    const [valid] = await findCertificates(renewed);
    assert.deepEqual(
      [closed?.isValid, closed?.invalidReason, closed?.replacedBy, valid?.isValid, valid?.certNo],
      ["unValid", "换发新证", valid?.id, "isValid", number],
    );
    const roster = await app.db
      .selectFrom("student")
      .select("certId")
      .where("classId", "=", old.classId)
      .executeTakeFirstOrThrow();
    assert.equal(roster.certId, closed?.id);
    assert.equal((await clerk.call(classCalls.detail, { id: old.classId })).runState, "certified");
    const again = await clerk.refused(certificateCalls.issueNumbered, give(old, [[old.studentIds[0], number]]));
    assert.deepEqual(
      again.failures.map(({ id }) => id),
      old.studentIds,
      "none waits for them",
    );
  });

  it("refuses a number used before, and numbers of kinds that the platform numbers itself (FIELD_INVALID)", async () => {
    const built = await published("2");
    const clerk = app.as("clerk");
    const [first, second, third] = built.studentIds;
    const twice = await clerk.refused(
      certificateCalls.issueNumbered,
      give(built, [
        [first, "2632990001500023"],
        [second, "2632990001500023"],
        [third, "26329900015000"],
      ]),
    );
    assert.deepEqual(
      twice.failures.map(({ id }) => id),
      [second, third],
      "every wrong number is named",
    );
    assert.equal((await findCertificates(built)).length, 0);
    await clerk.call(certificateCalls.issueNumbered, give(built, [[first, "2632990001500023"]]));
    const other = await published("2");
    assert.match(
      (await clerk.refused(certificateCalls.issueNumbered, give(other, [[other.studentIds[0], "2632990001500023"]])))
        .msg,
      /已使用/,
    );
    const own = await published("4");
    assert.match(
      (await clerk.refused(certificateCalls.issueNumbered, give(own, [[own.studentIds[0], "PX32999920260012000123"]])))
        .msg,
      /由平台编号/,
    );
  });
});

describe("Certificate.issue", () => {
  it("refuses a level certificate of a body (EVAL_ORG_REQUIRED) that is not of the institution's province (FIELD_INVALID)", async () => {
    const clerk = app.as("clerk");
    const here = await published("1", { evalOrgCode: "S000032999901" }, 1);
    const setCode = (code: string | null) =>
      app.db.updateTable("organisation").set({ evalOrgCode: code }).where("id", "=", here.base.orgId).execute();
    const refused = () => clerk.refused(certificateCalls.issue, { classId: here.classId, applyId: here.applyId });
    await setCode("S000011999901");
    assert.match((await refused()).msg, /^评价机构编码：省份与机构所属区划不一致$/);
    await setCode(null);
    assert.equal((await refused()).errorCode, "EVAL_ORG_REQUIRED");
    await setCode("S000032999901");
    await clerk.call(certificateCalls.issue, { classId: here.classId, applyId: here.applyId });
    assert.match(
      (await findCertificates(here))[0]?.certNo as string,
      new RegExp(`^S000032999901${today().slice(2, 4)}5000001$`),
    );
  });

  it("issues no second certificate to a student who holds the same from elsewhere; the class is certified all the same", async () => {
    const [earlier] = await findCertificates(await aCertifiedClass(app));
    const built = await published("4");
    const place = built.studentIds[1];
    await sql`update certificate set id_number_hash = s.id_number_hash from student s where s.id = ${place} and certificate.id = ${earlier?.id}`.execute(
      app.db,
    );
    const answer = await app
      .as("clerk")
      .call(certificateCalls.issue, { classId: built.classId, applyId: built.applyId });
    assert.deepEqual(
      [answer.length, answer.filter((row) => row.testApplyId !== built.applyId).map((row) => row.id)],
      [3, [earlier?.id]],
    );
    assert.deepEqual(
      new Set((await findCertificates(built)).map((row) => row.studentId)),
      new Set(built.studentIds.filter((id) => id !== place)),
    );
    assert.equal((await app.as("clerk").call(classCalls.detail, { id: built.classId })).runState, "certified");
  });

  it("waits for a correction of a grade, and issues nothing for one that failed by it", async () => {
    const built = await published("4", {}, 2);
    const [first] = await app.db
      .selectFrom("grade")
      .selectAll()
      .where("testApplyId", "=", built.applyId)
      .orderBy("examineeNo")
      .execute();
    assert.ok(first);
    const { actor } = app.as("clerk");
    let issuing: Promise<unknown> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await correctGrade(tx, actor, first, { id: first.id, theoryScore: "40" }, "登错", app.services);
      issuing = app.as("clerk").call(certificateCalls.issue, { classId: built.classId, applyId: built.applyId });
      await waitUntil(async () => (await countWaiting(app.db)) === 1);
    });
    await issuing;
    assert.deepEqual(
      (await findCertificates(built)).map((row) => row.studentId),
      built.studentIds.filter((id) => id !== first.studentId),
    );
  });

  it("tells courses without an occupation apart by their names", async () => {
    const [earlier] = await findCertificates(await aCertifiedClass(app));
    const built = await published("4");
    await sql`update certificate set occupation_code = '0-00-00-00', id_number_hash = (select id_number_hash from student where id = ${built.studentIds[0]}) where id = ${earlier?.id}`.execute(
      app.db,
    );
    await sql`update training_class set occupation_code = '0-00-00-00' where id = ${built.classId}`.execute(app.db);
    assert.equal(
      (await app.as("clerk").call(certificateCalls.issue, { classId: built.classId, applyId: built.applyId })).length,
      3,
    );
    assert.equal((await findCertificates(built)).length, 3);
  });
});
