import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { claimCommit } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { aCertifiedClass, aClaim, aTestApplication } from "../../test/factories/assessment.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { addMonths, today } from "../core/foundation/clock.ts";
import { remindExams } from "../assessment/reminders.ts";
import { remindSubsidies } from "./reminders.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

async function getMessages(remind: typeof remindSubsidies) {
  await sql`delete from message`.execute(app.db);
  await app.db.transaction().execute(remind);
  return (
    await app.db.selectFrom("message").select(["titleZh", "targetKind", "target", "link"]).orderBy("id").execute()
  ).map((row) => [row.titleZh, row.targetKind, row.target, row.link]);
}

describe("remindSubsidies", () => {
  it("reminds of ending publicity, late reviews and unclaimed certificates, of nothing else", async () => {
    const late = await aClaim(app);
    await late.base.orgAdmin.call(claimCommit, { ids: late.claimId });
    assert.deepEqual(await getMessages(remindSubsidies), []);
    await sql`update subsidy_application set commit_time = now() - interval '20 days' where id = ${late.claimId}`.execute(
      app.db,
    );
    const unclaimed = await aCertifiedClass(app);
    await sql`update certificate set issue_date = ${addMonths(today(), -11)} where class_id in (${unclaimed.classId}, ${late.classId})`.execute(
      app.db,
    );
    assert.deepEqual(await getMessages(remindSubsidies), [
      ["补贴申请待审核已超期", "role", "firstReviewer", `/subsidy/org/${late.claimId}`],
      ["3本证书尚未申领补贴，一个月后到期", "org", unclaimed.base.orgId, "/my/subsidy/new"],
    ]);
    await sql`update certificate set issue_date = ${today()}`.execute(app.db);
    await sql`update subsidy_application set status = 'compile', pay_status = '1', publicity_start = current_date - 4, publicity_end = ${today()} where id = ${late.claimId}`.execute(
      app.db,
    );
    assert.deepEqual(await getMessages(remindSubsidies), [
      ["补贴公示今日结束", "role", "finance", `/subsidy/org/${late.claimId}`],
    ]);
  });
});

describe("remindExams", () => {
  it("reminds of test applications that wait too long", async () => {
    const { applyId: testApplyId } = await aTestApplication(app);
    assert.deepEqual(await getMessages(remindExams), []);
    await sql`update test_application set commit_time = now() - interval '20 days', confirm_type = 'unConfirm' where id = ${testApplyId}`.execute(
      app.db,
    );
    assert.deepEqual(await getMessages(remindExams), [
      ["考核申请待审核已超期", "role", "clerk", `/test/org/${testApplyId}`],
      ["考核申请待审核已超期", "role", "firstReviewer", `/test/org/${testApplyId}`],
    ]);
  });
});
