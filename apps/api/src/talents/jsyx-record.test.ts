import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { buffer } from "node:stream/consumers";
import type { ImportResult } from "@jipei/contract/core/import.ts";
import { jsyxCalls as calls } from "@jipei/contract/talents/jsyx-record.ts";
import { technicianCalls } from "@jipei/contract/talents/technician.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import { somebody } from "../../test/factories/enrolment.ts";
import { type StaffEnterprise, aFiledEnterprise } from "../../test/factories/enterprise-class.ts";
import { aStudy } from "../../test/factories/technician.ts";
import { aTrainingBase } from "../../test/factories/training-base.ts";
import { sendWorkbook } from "../../test/support/send-workbook.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";

/** Studies of skilled workers: reported by units, reviewed by two people. */
let app: TestApp;
let enterprise: StaffEnterprise;
let stranger: StaffEnterprise;
let institution: TestUser;
const person = somebody();
let technicianId: string;
before(async () => {
  app = await startTestApp();
  enterprise = await aFiledEnterprise(app);
  stranger = await aFiledEnterprise(app);
  institution = (await aTrainingBase(app)).orgAdmin;
  ({ id: technicianId } = await enterprise.admin.call(technicianCalls.submit, {
    ...person,
    workUnit: enterprise.name,
    occupationName: "数控车工",
    level: "1",
    certNo: "S000032000001261000001",
    issueDate: addDays(today(), -400),
    isValid: "isValid",
  } as never));
});
after(() => app.close());

const report = async (by: TestUser = enterprise.admin, overrides: object = {}) =>
  (await by.call(calls.submit, aStudy(technicianId, overrides))).id;
const to = (by: TestUser, id: string, status: string, reason?: string) =>
  by.call(calls.submit, { id, status, reason } as never);
const refusedTo = async (by: TestUser, id: string, status: string, reason?: string) =>
  (await by.refused(calls.submit, { id, status, reason } as never)).errorCode;

describe("JsyxRecord.submit", () => {
  it("17-1 … 17-4: is reported, returned with a reason (REASON_REQUIRED), corrected, and passed by two people", async () => {
    const [first, second] = [app.as("firstReviewer"), app.as("secondReviewer")];
    const id = await report();
    await to(enterprise.admin, id, "firstTrial");
    assert.equal(await refusedTo(first, id, "back"), "REASON_REQUIRED");
    await to(first, id, "back", "请补充证明");
    const returned = await enterprise.admin.call(calls.detail, { id });
    assert.deepEqual([returned.backReason, returned.backNode], ["请补充证明", "first"]);
    await enterprise.admin.call(calls.submit, { id, achievement: "已补充", status: "firstTrial" } as never);
    await to(first, id, "reTrial");
    assert.equal(await refusedTo(enterprise.admin, id, "firstTrial"), "STATE_ILLEGAL");
    await to(second, id, "compile");
    const row = await app.as("clerk").call(calls.detail, { id });
    assert.deepEqual(
      [row.status, row.unitName, row.name, row.firstUser, row.reUser],
      ["compile", enterprise.name, person.name, first.actor.userId, second.actor.userId],
    );
    assert.deepEqual(
      row.auditList.map(({ action }) => action),
      ["add", "commit", "return", "edit", "commit", "firstCommit", "reCommit"],
    );
  });

  it("17-3, 17-4: is passed by nobody twice (SAME_REVIEWER), and by nobody who wrote it (SELF_REVIEW)", async () => {
    const id = await report();
    await to(enterprise.admin, id, "firstTrial");
    const both = app.as("firstReviewer", {
      roles: ["firstReviewer", "secondReviewer"],
      permissions: app.as("sysAdmin").actor.permissions,
    });
    const all = new Set([...app.as("firstReviewer").actor.permissions, ...app.as("secondReviewer").actor.permissions]);
    const reviewer = app.as("firstReviewer", { userId: both.actor.userId, permissions: all });
    await to(reviewer, id, "reTrial");
    assert.equal(await refusedTo(reviewer, id, "compile"), "SAME_REVIEWER");
    const writer = app.as("firstReviewer", { userId: enterprise.admin.actor.userId });
    const other = await report();
    await to(enterprise.admin, other, "firstTrial");
    assert.equal(await refusedTo(writer, other, "reTrial"), "SELF_REVIEW");
  });

  it("refuses a submission of what somebody else has changed meanwhile (VERSION_CONFLICT), with and without a change of its own", async () => {
    const id = await report();
    const { version } = await enterprise.admin.call(calls.detail, { id });
    await enterprise.admin.call(calls.submit, { id, version, holdOrg: "市技师学院" } as never);
    for (const own of [{}, { achievement: "已补充" }]) {
      const late = { id, version, status: "firstTrial", ...own } as never;
      assert.equal((await enterprise.admin.refused(calls.submit, late)).errorCode, "VERSION_CONFLICT");
    }
    await enterprise.admin.call(calls.submit, { id, version: (version ?? 0) + 1, status: "firstTrial" } as never);
  });

  it("refuses days out of order, another year, and too few hours for a study that was passed (FIELD_INVALID)", async () => {
    for (const [field, wrong] of Object.entries({
      endDate: { endDate: addDays(today(), -21) },
      year: { year: 2001 },
      studyHours: { studyHours: "39.5" },
      technicianId: { technicianId: "999999" },
    }))
      assert.equal(
        (await enterprise.admin.refused(calls.submit, aStudy(technicianId, wrong))).failures[0]?.field,
        field,
      );
    await report(enterprise.admin, { studyHours: "8.0", result: "2" });
  });

  it("refuses the same study of a person twice (DUPLICATE), staff of another enterprise (NOT_OWNER), and their records (NOT_FOUND)", async () => {
    const id = await report(enterprise.admin, { projectName: "同一研修" });
    const again = await enterprise.admin.refused(calls.submit, aStudy(technicianId, { projectName: "同一研修" }));
    assert.equal(again.errorCode, "DUPLICATE");
    assert.equal((await stranger.admin.refused(calls.submit, aStudy(technicianId))).errorCode, "NOT_OWNER");
    assert.equal((await stranger.admin.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
  });

  it("is reported by institutions too, seen by the enterprise and the person once it is completed", async () => {
    const id = await report(institution);
    const self = app.as("student", { idNumberHash: app.cipher.hash(person.idNumber) });
    for (const reader of [enterprise.admin, self])
      assert.equal((await reader.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
    await to(institution, id, "firstTrial");
    await to(app.as("firstReviewer"), id, "reTrial");
    await to(app.as("secondReviewer"), id, "compile");
    for (const reader of [enterprise.admin, self]) assert.equal((await reader.call(calls.detail, { id })).id, id);
    assert.equal((await enterprise.admin.refused(calls.submit, { id, holdOrg: "x" } as never)).errorCode, "NOT_OWNER");
  });
});

describe("what reviewers say of a study", () => {
  it("is kept with it and in its history, by either name, until it is submitted anew; a filer says nothing of the kind", async () => {
    const [first, second] = [app.as("firstReviewer"), app.as("secondReviewer")];
    const id = await report(enterprise.admin, { firstOpinion: "自评优秀" });
    await to(enterprise.admin, id, "firstTrial");
    assert.equal((await first.call(calls.detail, { id })).firstOpinion, null);
    await first.call(calls.submit, { id, status: "reTrial", firstOpinion: "证明齐全" } as never);
    await second.call(calls.submit, { id, status: "compile", opinion: "同意" } as never);
    const passed = await enterprise.admin.call(calls.detail, { id });
    assert.deepEqual([passed.firstOpinion, passed.reOpinion, passed.backNode], ["证明齐全", "同意", null]);
    assert.deepEqual(
      passed.auditList.map(({ opinion }) => opinion),
      [null, null, "证明齐全", "同意"],
    );
    await to(second, id, "back", "金额有误");
    assert.equal((await enterprise.admin.call(calls.detail, { id })).backNode, "re");
    await to(enterprise.admin, id, "firstTrial");
    const again = await enterprise.admin.call(calls.detail, { id });
    assert.deepEqual([again.firstOpinion, again.reOpinion, again.backReason, again.backNode], [null, null, null, null]);
  });
});

describe("JsyxRecord.importCommit", () => {
  it("names the skilled worker by name and ID number, for a unit that does not see the register, and nobody by the name alone", async () => {
    const columns = {
      年度: "2026",
      研修项目: "导入研修",
      承办单位: "省技师学院",
      开始日期: "2026-01-05",
      结束日期: "2026-01-09",
      研修课时: "48",
      研修结果: "合格",
    };
    const send = async (worker: string) => {
      const [headers, row] = [
        ["技能人才", ...Object.keys(columns)],
        [worker, ...Object.values(columns)],
      ];
      const sheet = {
        name: "导入",
        columns: headers.map((header) => ({ header, width: 12, format: "text" as const })),
        rows: [row],
      };
      const file = await buffer(writeWorkbook({ sheet }));
      return sendWorkbook<ImportResult>(app.http, institution.token, calls.import.commit.path, file);
    };
    assert.equal((await send(person.name)).errorCode, "IMPORT_BAD");
    const { data } = await send(`${person.name} ${person.idNumber}`);
    assert.equal(data.inserted, 1);
    const { records } = await institution.call(calls.list, { projectName: "导入研修" } as never);
    assert.deepEqual(
      records.map((row) => [row.technicianId, row.status]),
      [[technicianId, "unSubmit"]],
    );
  });
});

describe("JsyxRecord.remove", () => {
  it("17-7: removes drafts alone (STATE_ILLEGAL); a skilled worker with studies stays (DEPENDENCY_IN_USE)", async () => {
    const id = await report();
    await to(enterprise.admin, id, "firstTrial");
    assert.equal((await enterprise.admin.refused(calls.remove, { ids: id })).errorCode, "STATE_ILLEGAL");
    const draft = await report();
    await enterprise.admin.call(calls.remove, { ids: draft });
    assert.equal(
      (await app.as("clerk").refused(technicianCalls.remove, { ids: technicianId })).errorCode,
      "DEPENDENCY_IN_USE",
    );
  });
});
