import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { institutionHome } from "@jipei/contract/home/institution-home.ts";
import { trainEmploymentCalls as calls } from "@jipei/contract/outcomes/train-employment.ts";
import { sql } from "kysely";
import { type BuiltClass, aHeldClass } from "../../test/factories/class.ts";
import { aTrainingBase } from "../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { addDays, addMonths, daysBetween, inThePast, today } from "../core/foundation/clock.ts";
import { remindOfFollowUps } from "./follow-ups-due.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** A class over since a day, all of whose people finished and are no employees. */
async function aClassOver(endDate: string, students: number): Promise<BuiltClass> {
  const built = await aHeldClass(app, { students });
  await sql`update training_class set start_date = ${addDays(endDate, -20)}, end_date = ${endDate} where id = ${built.classId}`.execute(
    app.db,
  );
  await sql`update student set attendance_rate = 100, person_category = '03' where class_id = ${built.classId}`.execute(
    app.db,
  );
  return built;
}
const followUp = ({ classId, studentIds, base }: BuiltClass, student: number, day: string) =>
  sql`insert into train_employment (student_id, class_id, org_id, employment_kind, verify_source, follow_date, create_user, update_user)
    values (${studentIds[student]}, ${classId}, ${base.orgId}, '2', '3', ${day}, 1, 1)`.execute(app.db);
const due = async ({ base }: BuiltClass) =>
  (await base.orgAdmin.call(calls.due, {})).map(({ months, count, people }) => [months, count, people.length]);

describe("TrainEmployment.due", () => {
  it("has finishers three months after the end until they are followed up, and again after six", async () => {
    const built = await aClassOver(addMonths(today(), -4), 3);
    assert.deepEqual(await due(built), [[3, 3, 3]]);
    await followUp(built, 0, addMonths(today(), -3));
    assert.deepEqual(await due(built), [[3, 2, 2]]);
    await sql`update training_class set start_date = ${addMonths(today(), -8)}, end_date = ${addMonths(today(), -7)} where id = ${built.classId}`.execute(
      app.db,
    );
    assert.deepEqual(await due(built), [[6, 2, 2]], "four months after the end counts for the second time");
    await followUp(built, 1, addMonths(today(), -5));
    assert.deepEqual(await due(built), [[6, 2, 2]], "two months after the end does not");
    await followUp(built, 2, today());
    assert.deepEqual(await due(built), [[6, 1, 1]]);
  });

  it("has neither employees nor who did not finish, nor classes over for less than three months or more than twelve", async () => {
    const built = await aClassOver(addMonths(today(), -3), 3);
    await sql`update student set person_category = '01' where id = ${built.studentIds[0]}`.execute(app.db);
    await sql`update student set attendance_rate = 79.99 where id = ${built.studentIds[1]}`.execute(app.db);
    assert.deepEqual(await due(built), [[3, 1, 1]]);
    let tooLate = addMonths(today(), -3);
    while (addMonths(tooLate, 3) <= today()) tooLate = addDays(tooLate, 1);
    for (const endDate of [tooLate, addDays(addMonths(today(), -12), -1)]) {
      await sql`update training_class set start_date = ${addDays(endDate, -20)}, end_date = ${endDate} where id = ${built.classId}`.execute(
        app.db,
      );
      assert.deepEqual(await due(built), [], endDate);
    }
  });

  it("is of the own institution, stands on its home page, and is refused to others (ROLE_DENIED)", async () => {
    const built = await aClassOver(addMonths(today(), -4), 2);
    const stranger = (await aTrainingBase(app)).orgAdmin;
    assert.deepEqual(await stranger.call(calls.due, { classId: built.classId }), []);
    const home = await built.base.orgAdmin.call(institutionHome, undefined);
    assert.deepEqual(
      home.due.filter(({ key }) => key === "followUp").map(({ id, count }) => [id, count]),
      [[built.classId, 2]],
    );
    for (const role of ["clerk", "student", "orgTeacher"] as const)
      assert.equal((await app.as(role).refused(calls.due, {})).errorCode, "ROLE_DENIED");
  });
});

describe("remindOfFollowUps", () => {
  it("tells the institution on the day three and six months after the end how many are to be followed up, on no other", async () => {
    // In the middle of a month: near the end of one, a day may be three months after several days, or after none.
    const day = `${addMonths(today(), -1).slice(0, 8)}15`;
    const first = await aClassOver(addMonths(day, -3), 2);
    const second = await aClassOver(addMonths(day, -6), 3);
    await followUp(second, 0, addDays(day, -2));
    const done = await aClassOver(addMonths(day, -3), 1);
    await followUp(done, 0, day);
    await aClassOver(addDays(addMonths(day, -3), -1), 1);
    await sql`delete from message`.execute(app.db);
    await inThePast(daysBetween(day, today()), () => app.db.transaction().execute(remindOfFollowUps));
    const sent = await app.db
      .selectFrom("message")
      .select(["titleZh", "targetKind", "target", "link"])
      .orderBy("id")
      .execute();
    const told = ({ base, classId }: BuiltClass, titleZh: string) => ({
      titleZh,
      targetKind: "org",
      target: base.orgId,
      link: `/my/class/employment?classId=${classId}`,
    });
    assert.deepEqual(sent, [
      told(second, "班级结业满6个月，2名结业学员待就业跟踪"),
      told(first, "班级结业满3个月，2名结业学员待就业跟踪"),
    ]);
  });
});
