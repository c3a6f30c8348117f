import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { popover } from "@jipei/contract/notices/popover.ts";
import { filingProgress, filingReminder, filingTotals } from "@jipei/contract/work-records/filing-progress.ts";
import { workMonthCalls as calls } from "@jipei/contract/work-records/work-month.ts";
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

let app: TestApp;
let institution: TestUser;
let clerk: TestUser;
let second: TestUser;
before(async () => {
  app = await startTestApp();
  institution = (await anOrganisation(app)).admin;
  clerk = app.as("clerk");
  second = app.as("secondReviewer");
});
after(() => app.close());

/** Each test closes months of another year. */
let year = counts.workYear;
const march = () => ({ workYear: --year, workMonth: "03" as const });
const reportOf = (more: object = {}) => monthly({ workYear: year, workPeriod: "03", ...more });
const monthId = async () =>
  (await clerk.list<any>(calls.list, { workYear: String(year), workMonth: "03" })).records[0]?.id as string;

describe("WorkMonth.close", () => {
  it("holds every record that ends in the month: nothing is added, changed, moved or removed (WORK_CLOSED)", async () => {
    const month = march();
    const done = await aCompletedRecord(app, institution, reportOf());
    const draft = await saveRecord(institution, reportOf({ workKind: "4" }));
    const quarter = await saveRecord(institution, reportOf({ workKind: "2", workPeriod: "Q1" }));
    const april = await saveRecord(institution, reportOf({ workPeriod: "04" }));
    await clerk.call(calls.close, month);
    const refused = async (user: TestUser, values: object) =>
      (await user.refused(workReportKind.calls.submit, values)).errorCode;
    const { admin: other } = await anOrganisation(app);
    assert.equal(await refused(other, reportOf()), "WORK_CLOSED");
    assert.equal(await refused(institution, { id: draft, content: "改" }), "WORK_CLOSED");
    assert.equal(await refused(institution, { id: quarter, status: "firstTrial" }), "WORK_CLOSED");
    assert.equal(await refused(institution, { id: april, workPeriod: "03" }), "WORK_CLOSED");
    assert.equal((await institution.refused(workReportKind.calls.remove, { ids: draft })).errorCode, "WORK_CLOSED");
    assert.equal((await moveRecord(second, done, "back", { reason: "重报" })).errorCode, "WORK_CLOSED");
    await saveRecord(institution, { id: april, content: "四月仍可填报" });
    await assert.rejects(
      sql`update work_report set content = '改' where id = ${draft}`.execute(app.db),
      /month is closed/,
    );
  });

  it("waits for whoever is writing a record of the month, and they for it", async () => {
    const month = march();
    const both = await Promise.all([
      institution.attempt(workReportKind.calls.submit, reportOf() as never),
      clerk.attempt(calls.close, month),
    ]);
    assert.equal(both[1].errorCode, null);
    assert.ok([null, "WORK_CLOSED"].includes(both[0].errorCode), String(both[0].errorCode));
  });

  it("refuses a month that is not over (STATE_ILLEGAL), one of which a record waits (WORK_WAITING), and a second time", async () => {
    const { workYear, workPeriod } = counts;
    const now = { workYear, workMonth: workPeriod as "03" };
    assert.equal((await clerk.refused(calls.close, now)).errorCode, "STATE_ILLEGAL");
    const month = march();
    const id = await saveRecord(institution, reportOf({ workKind: "2", workPeriod: "Q1", status: "firstTrial" }));
    assert.equal((await clerk.refused(calls.close, month)).errorCode, "WORK_WAITING");
    await moveRecord(app.as("firstReviewer"), id, "back", { reason: "重报" });
    await clerk.call(calls.close, month);
    assert.equal((await second.refused(calls.close, month)).errorCode, "STATE_ILLEGAL");
    for (const role of ["firstReviewer", "leader", "orgAdmin"] as const)
      assert.equal((await app.as(role).refused(calls.close, month)).errorCode, "ROLE_DENIED", role);
  });
});

describe("WorkMonth.reopen", () => {
  it("is for the second reviewer alone (ROLE_DENIED), with a reason (REASON_REQUIRED)", async () => {
    await clerk.call(calls.close, march());
    const id = await monthId();
    assert.equal((await clerk.refused(calls.reopen, { ids: id, reason: "补报" })).errorCode, "ROLE_DENIED");
    assert.equal((await second.refused(calls.reopen, { ids: id })).errorCode, "REASON_REQUIRED");
    await second.call(calls.reopen, { ids: id, reason: "补报一份" });
    const [row] = (await clerk.list<any>(calls.list, { workYear: String(year) })).records;
    assert.deepEqual([row.state, row.reopenReason], ["open", "补报一份"]);
    await saveRecord(institution, reportOf());
  });
});

describe("FilingProgress", () => {
  it("shows how far each active unit has come, and reminds those that have submitted nothing, once a day", async () => {
    --year;
    const asked = { kind: "train_work", workYear: year, workPeriod: "03" } as const;
    const enterprise = await anEnterprise(app);
    const { admin: other } = await anOrganisation(app);
    await aCompletedRecord(app, institution, reportOf());
    await saveRecord(other, reportOf());
    const units = await clerk.call(filingProgress, asked);
    const stateOf = (id: string | null) => units.find(({ unitId }) => unitId === id)?.state;
    assert.deepEqual([stateOf(institution.actor.orgId), stateOf(other.actor.orgId)], ["done", "draft"]);
    const ent = units.find(({ side, state }) => side === "2" && state === "none");
    assert.ok(ent, "the enterprise has filed nothing");
    const unitIds = units.map(({ unitId }) => unitId);
    const { reminded } = await clerk.call(filingReminder, { ...asked, unitIds });
    assert.equal(reminded, units.filter(({ state }) => state !== "done").length);
    assert.equal((await clerk.call(filingReminder, { ...asked, unitIds })).reminded, 0, "once a day");
    for (const user of [other, enterprise])
      assert.match(JSON.stringify(await user.call(popover, undefined as never)), /工作台账尚未填报/);
    assert.doesNotMatch(JSON.stringify(await institution.call(popover, undefined as never)), /工作台账尚未填报/);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from sms_message where template = 'WORK_DUE'`.execute(app.db);
    assert.equal(rows[0]?.n, reminded);
    assert.ok((await clerk.call(filingProgress, asked)).some(({ remindTime }) => remindTime));
    const projects = await clerk.call(filingProgress, { ...asked, kind: "train_project" });
    assert.ok(
      projects.every(({ side }) => side === "1"),
      "enterprises report no projects",
    );
  });

  it("adds up the completed records of a year, months and years apart", async () => {
    --year;
    const differReason = "线下";
    await aCompletedRecord(
      app,
      institution,
      reportOf({ finishedCount: 10, passCount: 9, certCount: 8, subsidyAmount: "100.50", differReason }),
    );
    await aCompletedRecord(
      app,
      institution,
      reportOf({ workKind: "3", workPeriod: "Y", finishedCount: 99, differReason }),
    );
    await saveRecord(
      institution,
      reportOf({ workPeriod: "04", finishedCount: 50, differReason, status: "firstTrial" }),
    );
    const totals = await app.as("leader").call(filingTotals, { workYear: year });
    assert.deepEqual(
      totals
        .map(({ kind, span, unitCount, recordCount, finishedCount, certCount, subsidyAmount }) => [
          kind,
          span,
          unitCount,
          recordCount,
          finishedCount,
          certCount,
          subsidyAmount,
        ])
        .toSorted(),
      [
        ["train_work", "M", 1, 1, 10, 8, "100.50"],
        ["train_work", "Y", 1, 1, 99, 0, "0.00"],
      ],
    );
  });

  it("shows a bureau user of some regions the units there", async () => {
    const units = await app
      .as("clerk", { regions: ["999999"] })
      .call(filingProgress, { kind: "train_work", workYear: year, workPeriod: "03" });
    assert.deepEqual(units, []);
  });

  it("adds up for a bureau user of some regions what the units there reported", async () => {
    const elsewhere = await app.as("leader", { regions: ["999999"] }).call(filingTotals, { workYear: year });
    assert.deepEqual(elsewhere, []);
  });
});
