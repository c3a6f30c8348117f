import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { popover } from "@jipei/contract/notices/popover.ts";
import { workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { sql } from "kysely";
import { anOrganisation } from "../../test/factories/organisation.ts";
import {
  aCompletedRecord,
  anEnterprise,
  counts,
  monthly,
  moveRecord,
  saveRecord,
} from "../../test/factories/work-record.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

const { calls } = workReportKind;
let app: TestApp;
let institution: TestUser;
let other: TestUser;
let first: TestUser;
let second: TestUser;
before(async () => {
  app = await startTestApp();
  institution = (await anOrganisation(app)).admin;
  other = (await anOrganisation(app)).admin;
  first = app.as("firstReviewer");
  second = app.as("secondReviewer");
});
after(() => app.close());

/** Each test reports another year, so that none meets the records of the others. */
let year = counts.workYear;
const nextReport = (more: object = {}) => monthly({ workYear: --year, ...more });
const read = (user: TestUser, id: string) => user.call(calls.detail, { id });
const refusal = async (user: TestUser, values: object) => (await user.refused(calls.submit, values)).errorCode;

describe("WorkReport.submit", () => {
  it("takes the unit from the session; the bureau itself reports as none", async () => {
    const id = await saveRecord(institution, nextReport({ unitId: "1", unitName: "别的单位", status: "unSubmit" }));
    const row = await read(institution, id);
    assert.deepEqual([row.unitId, row.status], [institution.actor.orgId, "unSubmit"]);
    assert.match(String(row.unitName), /机构|学校/);
    const own = await read(first, await saveRecord(app.as("clerk"), nextReport()));
    assert.deepEqual([own.unitId, own.unitName], [null, "人力资源和社会保障局"]);
  });

  it("takes an enterprise by its record, and refuses one that has none (ENT_TOTAL_REQUIRED)", async () => {
    const enterprise = await anEnterprise(app);
    const row = await read(enterprise, await saveRecord(enterprise, nextReport()));
    assert.match(String(row.unitName), /填报机械有限公司/);
    assert.equal(await refusal(await anEnterprise(app, false), nextReport()), "ENT_TOTAL_REQUIRED");
    assert.equal(await refusal(app.as("entAdmin"), nextReport()), "NOT_OWNER");
  });

  it("refuses a second record of a period (WORK_DUP), also by two at once, and of the bureau", async () => {
    const report = nextReport();
    const both = await Promise.all(
      [institution, institution].map((user) => user.attempt(calls.submit, report as never)),
    );
    assert.deepEqual(both.map(({ errorCode }) => errorCode).toSorted(), [null, "WORK_DUP"].toSorted());
    assert.equal(await refusal(institution, report), "WORK_DUP");
    await saveRecord(other, report);
    await saveRecord(institution, { ...report, workKind: "4" });
    await saveRecord(app.as("clerk"), report);
    assert.equal(await refusal(app.as("clerk"), report), "WORK_DUP");
    const id = await saveRecord(institution, nextReport());
    assert.equal(await refusal(institution, { id, workYear: report.workYear }), "WORK_DUP");
  });

  it("refuses a period that has not begun, and a kind of report that does not fit it (FIELD_INVALID)", async () => {
    assert.equal(await refusal(institution, monthly({ workYear: counts.workYear + 1 })), "FIELD_INVALID");
    assert.equal(await refusal(institution, nextReport({ workPeriod: "Q1" })), "FIELD_INVALID");
    assert.equal(await refusal(institution, nextReport({ workKind: "2" })), "FIELD_INVALID");
    await saveRecord(institution, nextReport({ workKind: "3", workPeriod: "Y" }));
    await saveRecord(institution, nextReport({ workKind: "2", workPeriod: "Q4" }));
  });

  it("refuses another unit's records in every way (NOT_FOUND, NOT_OWNER)", async () => {
    const id = await saveRecord(institution, nextReport());
    const enterprise = await anEnterprise(app);
    for (const user of [other, enterprise]) {
      assert.equal((await user.list<any>(calls.list, { workYear: String(year) })).total, 0);
      assert.equal((await user.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
      assert.equal((await user.refused(calls.chain, { id })).errorCode, "NOT_FOUND");
      assert.equal(await refusal(user, { id, content: "改" }), "NOT_OWNER");
      assert.equal(await refusal(user, { id, status: "firstTrial" }), "NOT_OWNER");
      assert.equal((await user.refused(calls.remove, { ids: id })).errorCode, "NOT_OWNER");
    }
    const clerk = app.as("clerk");
    assert.equal((await clerk.list<any>(calls.list, { workYear: String(year) })).total, 1);
    assert.equal(await refusal(clerk, { id, content: "改" }), "NOT_OWNER", "a unit's record is written by the unit");
    assert.equal((await clerk.refused(calls.remove, { ids: id })).errorCode, "NOT_OWNER");
    await saveRecord(institution, { id, status: "firstTrial" });
  });
});

describe("WorkReport.submit with a state", () => {
  it("submits what it saves, and leads through both reviews to the end", async () => {
    const id = await saveRecord(institution, nextReport({ content: "开展培训", status: "firstTrial" }));
    assert.equal((await moveRecord(first, id, "reTrial")).errorCode, null);
    assert.equal((await moveRecord(second, id, "compile")).errorCode, null);
    const row = await read(institution, id);
    assert.equal(row.status, "compile");
    assert.deepEqual(
      [row.commitUser, row.firstUser, row.reUser],
      [institution, first, second].map(({ actor }) => actor.userId),
    );
    assert.deepEqual(
      row.auditList.map(({ action }) => action),
      ["add", "commit", "firstCommit", "reCommit"],
    );
  });

  it("refuses counts that do not add up (WORK_COUNTS), in the database too", async () => {
    const wrong = [
      { finishedCount: 5, passCount: 6 },
      { finishedCount: 5, passCount: 3, certCount: 4 },
      { finishedCount: 16, passCount: 3, plannedCount: 10 },
    ];
    for (const figures of wrong) {
      const id = await saveRecord(institution, nextReport({ ...figures, differReason: "线下补录" }));
      assert.equal((await moveRecord(institution, id, "firstTrial")).errorCode, "WORK_COUNTS");
      await assert.rejects(
        sql`update work_report set status = 'firstTrial' where id = ${id}`.execute(app.db),
        /work_record_counts/,
      );
    }
    const right = nextReport({ finishedCount: 15, passCount: 15, plannedCount: 10, differReason: "线下补录" });
    await saveRecord(institution, { ...right, status: "firstTrial" });
  });

  it("asks for a reason where figures differ from what the system counts (FIELD_INVALID)", async () => {
    const id = await saveRecord(institution, nextReport({ finishedCount: 5 }));
    const refused = await institution.refused(calls.submit, { id, status: "firstTrial" });
    assert.deepEqual([refused.errorCode, refused.failures[0]?.field], ["FIELD_INVALID", "differReason"]);
    await saveRecord(institution, { id, differReason: "含线下班", status: "firstTrial" });
  });

  it("refuses whoever wrote it (SELF_REVIEW) and the first reviewer as second (SAME_REVIEWER), in the database too", async () => {
    const both = app.as(["firstReviewer", "secondReviewer", "clerk"]);
    const own = await saveRecord(both, nextReport({ status: "firstTrial" }));
    assert.equal((await moveRecord(both, own, "reTrial")).errorCode, "SELF_REVIEW");
    const clerk = app.as("clerk");
    const edited = await saveRecord(clerk, nextReport());
    await saveRecord(first, { id: edited, content: "补充" });
    await saveRecord(clerk, { id: edited, status: "firstTrial" });
    assert.equal((await moveRecord(first, edited, "reTrial")).errorCode, "SELF_REVIEW");
    assert.equal((await moveRecord(both, edited, "reTrial")).errorCode, null);
    assert.equal((await moveRecord(both, edited, "compile")).errorCode, "SAME_REVIEWER");
    await assert.rejects(
      sql`update work_report set re_user = first_user where id = ${edited}`.execute(app.db),
      /work_record_reviewers/,
    );
  });

  it("sends back with a reason (REASON_REQUIRED), from either review and from the end, and begins anew", async () => {
    const id = await saveRecord(institution, nextReport({ status: "firstTrial" }));
    assert.equal((await moveRecord(first, id, "back")).errorCode, "REASON_REQUIRED");
    assert.equal((await moveRecord(second, id, "back", { reason: "越级" })).errorCode, "ROLE_DENIED");
    assert.equal((await moveRecord(first, id, "back", { backReason: "请核对人数" })).errorCode, null);
    const returned = await read(institution, id);
    assert.deepEqual([returned.status, returned.backReason], ["back", "请核对人数"]);
    const mail = await institution.call(popover, undefined as never);
    assert.match(JSON.stringify(mail), /请核对人数/);
    await saveRecord(institution, { id, status: "unSubmit", content: "已核对" });
    assert.equal((await read(institution, id)).status, "back", "saving alone submits nothing");
    for (const again of ["reTrial", "compile"]) {
      await saveRecord(institution, { id, status: "firstTrial" });
      await moveRecord(first, id, "reTrial");
      if (again === "compile") await moveRecord(second, id, "compile");
      assert.equal((await moveRecord(second, id, "back", { reason: "再核" })).errorCode, null, again);
    }
    const row = await read(institution, id);
    assert.deepEqual([row.status, row.backReason], ["back", "再核"]);
  });

  it("refuses what a record under review or at its end does not allow (STATE_ILLEGAL, ROLE_DENIED)", async () => {
    const id = await saveRecord(institution, nextReport({ status: "firstTrial" }));
    assert.equal(await refusal(institution, { id, content: "改" }), "STATE_ILLEGAL");
    assert.equal((await institution.refused(calls.remove, { ids: id })).errorCode, "STATE_ILLEGAL");
    assert.equal((await moveRecord(second, id, "compile")).errorCode, "STATE_ILLEGAL");
    assert.equal((await moveRecord(institution, id, "reTrial")).errorCode, "ROLE_DENIED");
    assert.equal((await moveRecord(app.as("leader"), id, "reTrial")).errorCode, "ROLE_DENIED");
    assert.equal((await moveRecord(first, id, "reTrial", { version: 0 })).errorCode, "VERSION_CONFLICT");
    assert.equal(
      await refusal(first, { ...nextReport(), status: "reTrial" }),
      "STATE_ILLEGAL",
      "there is nothing to review",
    );
  });
});

describe("WorkReport.remove", () => {
  it("removes drafts and returned records of the own unit; the period is free again", async () => {
    const report = nextReport();
    const id = await saveRecord(institution, { ...report, status: "firstTrial" });
    await moveRecord(first, id, "back", { reason: "重报" });
    await institution.call(calls.remove, { ids: id });
    await saveRecord(institution, report);
  });
});

describe("WorkReport.export", () => {
  it("has the records that the list has", async () => {
    const report = nextReport({ workKind: "4" });
    await aCompletedRecord(app, institution, report);
    const url = `${calls.export.path}?workYear=${year}`;
    for (const [user, size] of [
      [institution, 1],
      [other, 0],
    ] as const) {
      const answer = await app.http.inject({ method: "GET", url, headers: { token: user.token } });
      assert.equal(answer.statusCode, 200);
      assert.equal((await user.list<any>(calls.list, { workYear: String(year) })).total, size);
    }
  });
});
