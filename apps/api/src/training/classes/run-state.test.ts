import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { classCalls as calls } from "@jipei/contract/training/training-class.calls.ts";
import { classRun } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import { storePayment } from "../../../test/factories/claims/payment.ts";
import { type BuiltClass, aClass, aConfirmedClass, aHeldClass, shiftClass } from "../../../test/factories/class.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, addMonths, today } from "../../core/foundation/clock.ts";
import { restateByDay } from "./run-state.ts";

/** The running state: a column that every change keeps what it would be if it were worked out anew. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const states = Object.keys(classRun.codes);

/** The state as the detail says it, after checking that it is the derived one, that the list says the same and that the filter of this state alone finds the class. */
async function findState({ classId }: BuiltClass): Promise<string | null> {
  const clerk = app.as("clerk");
  assert.deepEqual(await getStale(), []);
  const { runState, className } = await clerk.call(calls.detail, { id: classId });
  for (const state of states) {
    const found = (await clerk.list<any>(calls.list, { className: className as string, runState: state })).records.map(
      (row: any) => [row.id, row.runState],
    );
    assert.deepEqual(
      found,
      state === runState ? [[classId, runState]] : [],
      `filter ${state} of a class that is ${runState}`,
    );
  }
  return runState;
}

/** Classes whose column is not what is worked out anew. */
const getStale = async () =>
  (
    await sql`select id, run_state, derived_run_state(id) as derived from training_class where run_state <> derived_run_state(id)`.execute(
      app.db,
    )
  ).rows;

const apply = (built: BuiltClass, confirmType: string) =>
  sql<{
    id: string;
  }>`insert into test_application (class_id, confirm_type, test_kind, test_mode, wish_test_date, test_place, subjects, create_user, update_user) values (${built.classId}, ${confirmType}, '1', '1', ${today()}, 'x', '{1}', 1, 1) returning id`
    .execute(app.db)
    .then(({ rows }) => rows[0]?.id as string);
const grade = (built: BuiltClass, applyId: string, place: number, result: string, status: string) =>
  sql`insert into grade (class_id, student_id, test_apply_id, result, grade_status, is_absent, is_cheat, create_user, update_user) values (${built.classId}, ${built.studentIds[place]}, ${applyId}, ${result}, ${status}, '0', '0', 1, 1)`.execute(
    app.db,
  );
const certify = (built: BuiltClass, place: number, issueDate = today()) =>
  sql`insert into certificate (class_id, student_id, is_valid, issue_date, create_user, update_user) values (${built.classId}, ${built.studentIds[place]}, 'isValid', ${issueDate}, 1, 1)`.execute(
    app.db,
  );

describe("runState", () => {
  it("goes draft → notStarted → running → ended", async () => {
    assert.equal(await findState(await aClass(app)), "draft");
    const discarded = await aClass(app);
    await sql`update training_class set status = 'deleted' where id = ${discarded.classId}`.execute(app.db);
    assert.equal(await findState(discarded), "draft", "given up before its confirmation");
    const built = await aConfirmedClass(app);
    assert.equal(await findState(built), "notStarted");
    await shiftClass(app, built, -15);
    assert.equal(await findState(built), "running");
    await sql`update lesson set is_held = '1' where class_id = ${built.classId}`.execute(app.db);
    assert.equal(await findState(built), "ended", "all lessons held");
    await shiftClass(app, built, 30);
    assert.equal(await findState(built), "ended", "all lessons held before the first day");
    await shiftClass(app, built, -30);
    await sql`update lesson set is_held = '0' where class_id = ${built.classId}`.execute(app.db);
    await shiftClass(app, built, -30);
    assert.equal(await findState(built), "ended", "last day past");
  });

  it("goes ended → testing → graded → certified → closed", async () => {
    const built = await aHeldClass(app, { students: 2 });
    const applyId = await apply(built, "unConfirm");
    assert.equal(await findState(built), "testing");
    await sql`update test_application set confirm_type = 'Confirm' where id = ${applyId}`.execute(app.db);
    await grade(built, applyId, 0, "1", "2");
    await grade(built, applyId, 1, "2", "1");
    assert.equal(await findState(built), "testing", "a grade is not published");
    await sql`update grade set grade_status = '2' where test_apply_id = ${applyId}`.execute(app.db);
    assert.equal(await findState(built), "graded");
    await sql`update grade set result = '1' where test_apply_id = ${applyId}`.execute(app.db);
    await certify(built, 0);
    assert.equal(await findState(built), "graded", "a certificate is missing");
    await certify(built, 1);
    assert.equal(await findState(built), "certified");
    const claim = (
      await sql<{
        id: string;
      }>`insert into subsidy_application (class_id, org_id, subsidy_kind, status, pay_status, create_user, update_user) values (${built.classId}, ${built.base.orgId}, '01', 'compile', '1', 1, 1) returning id`.execute(
        app.db,
      )
    ).rows[0]?.id;
    for (const studentId of built.studentIds)
      await sql`insert into subsidy_line (apply_id, org_id, student_id, apply_amount, detail_status, create_user, update_user) values (${claim}, ${built.base.orgId}, ${studentId}, 100, '1', 1, 1)`.execute(
        app.db,
      );
    assert.equal(await findState(built), "certified", "not paid yet");
    await storePayment(app, claim ?? "", "3", "200.00");
    assert.equal(await findState(built), "closed");
    await sql`delete from subsidy_line where apply_id = ${claim} and student_id = ${built.studentIds[1]}`.execute(
      app.db,
    );
    assert.equal(await findState(built), "certified", "somebody may still be claimed for");
    await sql`update certificate set issue_date = ${addMonths(today(), -13)} where class_id = ${built.classId}`.execute(
      app.db,
    );
    assert.equal(await findState(built), "closed", "the deadline has passed for all");
  });

  for (const kind of ["05", "10"])
    it(`stays certified where a claim of kind ${kind}, beside the training, is all that is paid`, async () => {
      const built = await aHeldClass(app, { students: 1 });
      const applyId = await apply(built, "Confirm");
      await grade(built, applyId, 0, "1", "2");
      await certify(built, 0);
      const { rows } = await sql<{ id: string }>`
        insert into subsidy_application (class_id, org_id, subsidy_kind, status, pay_status, create_user, update_user) values (${built.classId}, ${built.base.orgId}, ${kind}, 'compile', '1', 1, 1) returning id`.execute(
        app.db,
      );
      const claim = rows[0]?.id ?? "";
      await sql`insert into subsidy_line (apply_id, org_id, student_id, apply_amount, detail_status, create_user, update_user) values (${claim}, ${built.base.orgId}, ${built.studentIds[0]}, 100, '1', 1, 1)`.execute(
        app.db,
      );
      await storePayment(app, claim, "3", "100.00");
      assert.equal(await findState(built), "certified");
    });

  it("closes a class without subsidy with its certificates", async () => {
    const built = await aHeldClass(app, { students: 1, overrides: { isSubsidy: "0" } });
    const applyId = await apply(built, "Confirm");
    await grade(built, applyId, 0, "1", "2");
    await certify(built, 0);
    assert.equal(await findState(built), "closed");
  });

  it("is terminated for a class that the bureau ended after its confirmation", async () => {
    const built = await aConfirmedClass(app);
    await app.as("clerk").call(calls.switchStatus, { ids: built.classId, status: "deleted", reason: "停办" } as any);
    assert.equal(await findState(built), "terminated");
  });
});

describe("classes.runState", () => {
  it("moves classes whose day has come, and no others", async () => {
    const days = [-30, -10, 10];
    const built: string[] = [];
    for (const by of days) {
      const one = await aConfirmedClass(app);
      await shiftClass(app, one, by);
      built.push(one.classId);
    }
    const read = async () =>
      (
        await sql<{
          runState: string;
        }>`select run_state from training_class where id = any(${built}::bigint[]) order by id`.execute(app.db)
      ).rows.map(({ runState }) => runState);
    const derived = await read();
    // As if these days had come while nobody changed the classes.
    await sql`update training_class set run_state = 'notStarted' where id = any(${built}::bigint[])`.execute(app.db);
    await restateByDay(app);
    assert.deepEqual(await read(), derived);
    assert.deepEqual(await getStale(), []);
  });

  it("closes certified classes whose deadline has passed", async () => {
    const built = await aHeldClass(app, { students: 1 });
    const applyId = await apply(built, "Confirm");
    await grade(built, applyId, 0, "1", "2");
    await certify(built, 0, addDays(addMonths(today(), -12), -1));
    assert.equal(await findState(built), "closed");
    await sql`update training_class set run_state = 'certified' where id = ${built.classId}`.execute(app.db);
    await restateByDay(app);
    assert.equal(await findState(built), "closed");
  });

  it("is right after two have published the last grades of a class at the same time", async () => {
    const built = await aHeldClass(app, { students: 2 });
    const applyId = await apply(built, "Confirm");
    await grade(built, applyId, 0, "1", "1");
    await grade(built, applyId, 1, "1", "1");
    const publish = (place: number) =>
      app.db.transaction().execute(async (tx) => {
        await sql`update grade set grade_status = '2' where test_apply_id = ${applyId} and student_id = ${built.studentIds[place]}`.execute(
          tx,
        );
        await sleep(50);
      });
    await Promise.all([publish(0), publish(1)]);
    assert.equal(await findState(built), "graded");
  });
});

describe("TrainingClass.usedByOrgSubsidy", () => {
  it("lists classes that may be claimed for", async () => {
    const built = await aHeldClass(app, { students: 1 });
    const applyId = await apply(built, "Confirm");
    await grade(built, applyId, 0, "1", "2");
    await certify(built, 0);
    const names = async () =>
      (await built.base.orgAdmin.list<any>(calls.usedByOrgSubsidy, {})).records.map((row: any) => row.id);
    const draft = (kind: string) =>
      sql`insert into subsidy_application (class_id, org_id, subsidy_kind, status, create_user, update_user) values (${built.classId}, ${built.base.orgId}, ${kind}, 'unSubmit', 1, 1)`.execute(
        app.db,
      );
    assert.deepEqual(await names(), [built.classId]);
    await draft("10");
    assert.deepEqual(await names(), [built.classId], "the training can still be claimed for");
    await draft("01");
    assert.deepEqual(await names(), []);
  });
});
