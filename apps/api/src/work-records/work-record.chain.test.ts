import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { sql } from "kysely";
import { type BuiltClaim, aClaim } from "../../test/factories/assessment.ts";
import { anOrganisation } from "../../test/factories/organisation.ts";
import { storePayment } from "../../test/factories/claims/payment.ts";
import { monthly, saveRecord, thisMonth } from "../../test/factories/work-record.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { today } from "../core/foundation/clock.ts";

/** A class of three that began and ended today: all facts of it are of this month. */
const { calls } = workReportKind;
let app: TestApp;
let claim: BuiltClaim;
let admin: TestUser;
before(async () => {
  app = await startTestApp();
  claim = await aClaim(app, { students: 3, scores: [{}, {}, { theoryScore: "10.00" }] });
  admin = claim.base.orgAdmin;
  await sql`update training_class set start_date = ${today()}, end_date = ${today()} where id = ${claim.classId}`.execute(
    app.db,
  );
  await sql`update student set attendance_rate = 79.99 where id = ${claim.studentIds[0]}`.execute(app.db);
  await sql`update student set person_category = '02' where id = ${claim.studentIds[1]}`.execute(app.db);
  await sql`update student set person_category = '01' where id = ${claim.studentIds[2]}`.execute(app.db);
  await sql`update subsidy_application set approved_count = 2, approved_amount = 2000 where id = ${claim.claimId}`.execute(
    app.db,
  );
  await storePayment(app, claim.claimId, "3", "2000.00");
});
after(() => app.close());

const chainOf = (user: TestUser, more: object = {}) => user.call(calls.chain, { ...thisMonth(), ...more } as never);
const expected = {
  classCount: 1,
  trainedCount: 3,
  finishedCount: 2,
  keyGroupCount: 1,
  passCount: 2,
  certCount: 2,
  highSkilledCount: 0,
  subsidyAmount: "2000.00",
};
const all = { ...expected, injuryCount: 0 };
const { workYear, workPeriod } = thisMonth();

describe("WorkReport.chain", () => {
  it("counts the unit and month by the definitions of figures, and names the classes behind", async () => {
    const { figures, classes } = await chainOf(admin);
    assert.deepEqual(figures, all);
    assert.equal(classes.length, 1);
    const {
      classId,
      side: _side,
      classNo: _no,
      className: _name,
      startDate,
      endDate,
      ...ofClass
    } = classes[0] as (typeof classes)[0];
    assert.deepEqual([classId, startDate, endDate], [claim.classId, today(), today()]);
    assert.deepEqual(ofClass, expected);
  });

  it("counts a quarter and a year, and nothing in another month", async () => {
    const quarter = `Q${Math.ceil(Number(workPeriod) / 3)}`;
    for (const period of [quarter, "Y"]) assert.deepEqual((await chainOf(admin, { workPeriod: period })).figures, all);
    const before = await chainOf(admin, { workYear: workYear - 1 });
    assert.deepEqual([before.figures.classCount, before.figures.subsidyAmount, before.classes], [0, "0.00", []]);
  });

  it("shows a unit its own alone, and the bureau all", async () => {
    const { admin: other } = await anOrganisation(app);
    assert.equal((await chainOf(other)).figures.classCount, 0);
    assert.deepEqual((await chainOf(app.as("clerk"))).figures, all);
  });

  it("counts high-skilled people once, however many certificates they have", async () => {
    await sql`update certificate set level = (3 - id % 2)::text, cert_kind = '1', id_number_hash = 'same' where class_id = ${claim.classId}`.execute(
      app.db,
    );
    const { figures } = await chainOf(admin);
    assert.deepEqual([figures.certCount, figures.highSkilledCount], [2, 1]);
  });

  it("stands beside what a record states, for its unit and its reviewer", async () => {
    const { classCount: _, keyGroupCount: _key, ...stated } = expected;
    const id = await saveRecord(admin, monthly({ ...stated, highSkilledCount: 1, status: "firstTrial" }));
    for (const user of [admin, app.as("firstReviewer")]) {
      const { chain } = await user.call(calls.detail, { id });
      assert.deepEqual([chain.figures.finishedCount, chain.classes.length], [2, 1]);
      assert.deepEqual((await user.call(calls.chain, { id } as never)).figures, chain.figures);
    }
  });
});
