import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { findingCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { aReadyClass } from "../../../test/factories/class.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { commitChecks } from "../../training/classes/commit-checks.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const findings = async (user: TestUser, classId: string) =>
  (await user.call(findingCalls.list, { bizType: "class", bizId_equal: classId, isPaging: "0" } as never)).records;

describe("TrainingClass.commit", () => {
  it("stores what the class was held against, one run for each submission, seen by its own institution", async () => {
    const { base, classId } = await aReadyClass(app, { students: 3, overrides: { planCount: 5 } });
    await sql`update subsidy_standard set is_valid = 'unValid' where course_id = ${base.courseId}`.execute(app.db);
    await base.orgAdmin.call(classCalls.checkCommit, { id: classId });
    assert.deepEqual(await findings(base.orgAdmin, classId), []);

    await base.orgAdmin.call(classCalls.commit, { id: classId });
    const found = await findings(base.orgAdmin, classId);
    assert.deepEqual(
      found.map(({ ruleCode }) => ruleCode).sort(),
      [...commitChecks.map(({ code }) => code), "CD01", "CD02", "CD03"].sort(),
    );
    const { classNo } = await app.as("clerk").call(classCalls.detail, { id: classId });
    const of = (code: string) => found.find(({ ruleCode }) => ruleCode === code);
    assert.deepEqual([of("CC03")?.isPass, of("CC03")?.expectValue, of("CC03")?.actualValue], ["1", "≤ 5", "3"]);
    assert.deepEqual([of("CC03")?.bizNo, of("CC04")?.expectValueEn?.startsWith("≥ 40.0 hours")], [classNo, true]);
    assert.deepEqual([of("CD02")?.isPass, of("CD02")?.severity, of("CD01")?.isPass], ["0", "2", "1"]);

    await app.as("clerk").call(classCalls.back, { id: classId, reason: "请补充" });
    await base.orgAdmin.call(classCalls.commit, { id: classId });
    assert.equal(new Set((await findings(app.as("auditor"), classId)).map(({ runNo }) => runNo)).size, 2);
    assert.deepEqual(await findings((await aReadyClass(app)).base.orgAdmin, classId), []);
  });

  it("stores nothing when it is refused", async () => {
    const { base, classId } = await aReadyClass(app, { overrides: { planCount: 5 } });
    await sql`update training_class set teach_plan_att_id = null where id = ${classId}`.execute(app.db);
    assert.equal((await base.orgAdmin.refused(classCalls.commit, { id: classId })).errorCode, "ATTACH_REQUIRED");
    assert.deepEqual(await findings(app.as("auditor"), classId), []);
  });
});
