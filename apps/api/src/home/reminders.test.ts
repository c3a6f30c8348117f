import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { competitionRegisterCalls } from "@jipei/contract/competitions/registration.ts";
import { bureauHome } from "@jipei/contract/home/bureau-home.ts";
import { claimCommit } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { jsyxCalls } from "@jipei/contract/talents/jsyx-record.ts";
import { technicianCalls } from "@jipei/contract/talents/technician.ts";
import { sql } from "kysely";
import { aCertifiedClass, aClaim, aTestApplication, fileClaim } from "../../test/factories/assessment.ts";
import { aCompetition, registrationInput } from "../../test/factories/competition.ts";
import { aFiledEnterprise } from "../../test/factories/enterprise-class.ts";
import { anOrganisation } from "../../test/factories/organisation.ts";
import { aStandard } from "../../test/factories/teaching.ts";
import { aSkilledWorker, aStudy } from "../../test/factories/technician.ts";
import { monthly, moveRecord, saveRecord } from "../../test/factories/work-record.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { addMonths, today } from "../core/foundation/clock.ts";
import { remindExams } from "../assessment/reminders.ts";
import { remindOfRegistrations } from "../competitions/reminders.ts";
import { remindSubsidies } from "../subsidies/reminders.ts";
import { remindOfStudies } from "../talents/reminders.ts";
import { remindOfRecords } from "../work-records/reminders.ts";

/** What the day brings, by notice and in the queue of the home page. */
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
    // The assessment is paid beside the training, which is still to be claimed for.
    await aStandard(app, {
      courseId: unclaimed.base.courseId,
      subsidyKind: "05",
      standardAmount: "100.00",
      payTarget: "1",
      effectDate: addMonths(today(), -13),
    } as never);
    await unclaimed.base.orgAdmin.call(claimCommit, { ids: (await fileClaim(app, unclaimed, "05")).claimId });
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

/** How many wait in a queue of the home page, and how many too long; null where it is not shown. */
async function getWaiting(user: TestUser, queue: string) {
  const found = (await user.call(bureauHome, undefined)).waiting.find(({ key }) => key === queue);
  return found ? [found.count, found.overdue] : null;
}

describe("remindOfRecords", () => {
  it("reminds the reviewer whose turn it is, who has the records in the queue until they are reviewed", async () => {
    const { admin } = await anOrganisation(app);
    const [first, second] = [app.as("firstReviewer"), app.as("secondReviewer")];
    await saveRecord(admin, monthly());
    const id = await saveRecord(admin, monthly({ workKind: "4", status: "firstTrial" }));
    assert.deepEqual(await getMessages(remindOfRecords), []);
    assert.deepEqual(await getWaiting(first, "train_work"), [1, 0]);
    await sql`update work_report set commit_time = now() - interval '20 days' where id = ${id}`.execute(app.db);
    assert.deepEqual(await getWaiting(first, "train_work"), [1, 1]);
    assert.equal(await getWaiting(second, "train_work"), null);
    assert.deepEqual(await getMessages(remindOfRecords), [
      ["培训工作待审核已超期", "role", "firstReviewer", "/work/train_work?status=firstTrial"],
    ]);

    await moveRecord(first, id, "reTrial");
    assert.deepEqual(await getMessages(remindOfRecords), []);
    assert.equal(await getWaiting(first, "train_work"), null);
    assert.deepEqual(await getWaiting(second, "train_work"), [1, 0]);
    await sql`update work_report set first_time = now() - interval '20 days' where id = ${id}`.execute(app.db);
    assert.deepEqual(await getMessages(remindOfRecords), [
      ["培训工作待审核已超期", "role", "secondReviewer", "/work/train_work?status=reTrial"],
    ]);
    const both = app.as("secondReviewer", { userId: first.actor.userId });
    assert.equal(await getWaiting(both, "train_work"), null, "nobody reviews twice");
  });
});

describe("remindOfStudies", () => {
  it("reminds of studies that wait too long", async () => {
    const { admin, name } = await aFiledEnterprise(app);
    const worker = await admin.call(technicianCalls.submit, aSkilledWorker({ workUnit: name }));
    const { id } = await admin.call(jsyxCalls.submit, aStudy(worker.id, { status: "firstTrial" }));
    assert.deepEqual(await getMessages(remindOfStudies), []);
    await sql`update jsyx_record set commit_time = now() - interval '20 days' where id = ${id}`.execute(app.db);
    assert.deepEqual(await getWaiting(app.as("firstReviewer"), "jsyx_record"), [1, 1]);
    assert.deepEqual(await getMessages(remindOfStudies), [
      ["技师研修待审核已超期", "role", "firstReviewer", "/talent/jsyx?status=firstTrial"],
    ]);
  });
});

describe("remindOfRegistrations", () => {
  it("reminds of registrations that wait too long, once for each competition", async () => {
    const { admin } = await aFiledEnterprise(app);
    const competitionId = await aCompetition(app);
    for (let n = 0; n < 2; n += 1) await admin.call(competitionRegisterCalls.submit, registrationInput(competitionId));
    assert.deepEqual(await getMessages(remindOfRegistrations), []);
    await sql`update competition_register set commit_time = now() - interval '20 days'`.execute(app.db);
    assert.deepEqual(await getWaiting(app.as("clerk"), "competitionRegister"), [2, 2]);
    assert.deepEqual(await getMessages(remindOfRegistrations), [
      ["竞赛报名待审核已超期", "role", "clerk", "/competition/register?confirmStatus=unConfirm"],
    ]);
  });
});
