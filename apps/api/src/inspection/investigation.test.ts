import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { investigationCalls as calls } from "@jipei/contract/inspection/investigation.calls.ts";
import { bureauHome } from "@jipei/contract/home/bureau-home.ts";
import { popover } from "@jipei/contract/notices/popover.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import { aConfirmedClass } from "../../test/factories/class.ts";
import { anApprovedStaffClass } from "../../test/factories/enterprise-class.ts";
import { aDrawnInspection, aFilledInspection, aVerifiedInspection, visit } from "../../test/factories/inspection.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";

/** H: inspections were recorded nowhere, so that nothing ever failed one. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const aClassNo = async (classId: string): Promise<string> => {
  const { rows } = await sql<{ classNo: string }>`select class_no from training_class where id = ${classId}`.execute(
    app.db,
  );
  return rows[0]?.classNo ?? "";
};
const classShows = async (classId: string) => {
  const { inspectResult, inspectCount, isRectified } = await app.as("clerk").call(classCalls.detail, { id: classId });
  return [inspectResult, inspectCount, isRectified];
};

describe("Investigation.save", () => {
  it("saves, fills in and verifies by the state it names, and refuses a class that is not there (CLASS_NOT_FOUND)", async () => {
    const { classId } = await aConfirmedClass(app, { students: 4 });
    const classNo = await aClassNo(classId);
    const clerk = app.as("clerk");
    const { classId: _, ...dto } = visit(classId);
    const missing = await clerk.refused(calls.save, { classNo: "X0000", investigationDTO: dto });
    assert.deepEqual([missing.status, missing.errorCode], [404, "CLASS_NOT_FOUND"]);
    const { id } = await clerk.call(calls.save, { classNo, investigationDTO: dto });
    const drawn = await clerk.call(calls.draw, { id });
    for (const person of drawn.personList) await clerk.call(calls.answer, { id: person.id, way: "1", answer: "1" });
    await clerk.call(calls.save, { classNo, investigationDTO: { id, fillStatus: "1", content: "全部属实" } });
    await app.as("firstReviewer").call(calls.save, { classNo, investigationDTO: { id, fillStatus: "2" } });
    const [row] = await app.as("auditor").call(calls.ofClass, { classNo });
    assert.deepEqual(
      [row?.id, row?.fillStatus, row?.content, row?.checkCount, row?.entId],
      [id, "2", "全部属实", 3, null],
    );
  });

  it("bears the name of whoever changed it last, not of who sent it back as it was answered", async () => {
    const { classId } = await aConfirmedClass(app, { students: 3 });
    const [clerk, other] = [app.as("clerk", { name: "甲" }), app.as("clerk", { name: "乙" })];
    const { id } = await clerk.call(calls.submit, visit(classId));
    const shown = async () => clerk.call(calls.detail, { id });
    await other.call(calls.submit, { ...(await shown()), personList: undefined } as never);
    assert.equal((await shown()).investigator, "甲");
    await other.call(calls.submit, { id, content: "再次到场" });
    assert.equal((await shown()).investigator, "乙");
  });

  it("goes no further than the state that comes next (STATE_ILLEGAL)", async () => {
    const { classId } = await aConfirmedClass(app, { students: 3 });
    const { id, inspector } = await aFilledInspection(app, classId, "1");
    const dto = { id, content: "改写" };
    assert.equal((await inspector.refused(calls.save, { investigationDTO: dto })).errorCode, "STATE_ILLEGAL");
    const fresh = await app.as("clerk").refused(calls.save, {
      investigationDTO: { ...visit((await aConfirmedClass(app, { students: 3 })).classId), fillStatus: "2" },
    });
    assert.equal(fresh.errorCode, "STATE_ILLEGAL");
  });

  it("takes no future day, and no other class once saved (FIELD_INVALID, FIELD_FROZEN)", async () => {
    const { classId } = await aConfirmedClass(app, { students: 3 });
    const other = await aConfirmedClass(app, { students: 3 });
    const clerk = app.as("clerk");
    const future = visit(classId, { investigateDate: addDays(today(), 1) });
    assert.equal((await clerk.refused(calls.submit, future)).errorCode, "FIELD_INVALID");
    const { id } = await clerk.call(calls.submit, visit(classId));
    assert.equal((await clerk.refused(calls.submit, { id, classId: other.classId })).errorCode, "FIELD_FROZEN");
  });

  it("refuses a survey of a class without an enterprise, and takes one of a class trained to order", async () => {
    const { classId } = await aConfirmedClass(app, { students: 3 });
    const survey = { classId, investigateKind: "2" as const, investigateDate: today(), investigator: "王五" };
    const clerk = app.as("clerk");
    assert.equal((await clerk.refused(calls.submit, survey)).errorCode, "FIELD_INVALID");
    const { rows } = await sql<{ id: string }>`select id from department order by id limit 1`.execute(app.db);
    const entId = rows[0]?.id ?? "";
    await sql`update training_class set partner_ent_id = ${entId} where id = ${classId}`.execute(app.db);
    const enterprise = app.as("entAdmin", { entId });
    assert.equal((await enterprise.refused(calls.submit, visit(classId))).errorCode, "NOT_OWNER");
    assert.equal((await app.as("entAdmin", { entId: "999999" }).refused(calls.submit, survey)).errorCode, "NOT_OWNER");
    const { id } = await enterprise.call(calls.submit, survey);
    const lacking = await enterprise.refused(calls.fill, { ids: id });
    assert.deepEqual(
      [lacking.errorCode, lacking.failures.map(({ field }) => field)],
      ["FIELD_INVALID", ["satisfaction", "content"]],
    );
    await enterprise.call(calls.save, { investigationDTO: { id, satisfaction: 4, content: "满意", fillStatus: "1" } });
    await app.as("clerk").call(calls.verify, { ids: id });
    assert.deepEqual(await classShows(classId), ["0", 0, null]);
  });
});

describe("Investigation.verify of a class of an enterprise", () => {
  it("tells the enterprise, with the page of its class", async () => {
    const { classId, enterprise } = await anApprovedStaffClass(app);
    const { id } = await aVerifiedInspection(app, classId, "1");
    const { messages } = await enterprise.admin.call(popover, undefined);
    assert.ok(
      messages.entries.some(
        ({ titleZh, path }) => titleZh === "班级抽查合格" && path === `/enterprise/class/${classId}`,
      ),
    );
    assert.equal((await app.as("auditor").call(calls.detail, { id })).side, "2");
  });
});

describe("Investigation.save by an enterprise", () => {
  const survey = {
    investigateKind: "2" as const,
    investigateDate: today(),
    investigator: "李师傅",
    satisfaction: 5,
    content: "学员能独立操作",
  };

  it("surveys the own class, and keeps what the phone says of time and place", async () => {
    const { classId, enterprise } = await anApprovedStaffClass(app);
    const place = { siteTime: "2026-11-20 09:30:00", siteLatitude: "30.123456", siteLongitude: "120.654321" };
    const { id } = await enterprise.admin.call(calls.save, {
      classNo: await aClassNo(classId),
      investigationDTO: { ...survey, ...place, siteAccuracy: 12, fillStatus: "1" },
    });
    const row = await enterprise.admin.call(calls.detail, { id });
    const { siteTime, siteLatitude, siteLongitude, siteAccuracy } = row;
    assert.deepEqual({ siteTime, siteLatitude, siteLongitude }, place);
    assert.deepEqual([siteAccuracy, row.entId, row.fillStatus], [12, enterprise.entId, "1"]);
  });

  it("refuses the class of another enterprise (NOT_OWNER), and half a place (FIELD_INVALID)", async () => {
    const { classId } = await anApprovedStaffClass(app);
    const other = await anApprovedStaffClass(app);
    const [theirs, own] = [await aClassNo(classId), await aClassNo(other.classId)];
    const { admin } = other.enterprise;
    const refused = await admin.refused(calls.save, { classNo: theirs, investigationDTO: survey });
    assert.equal(refused.errorCode, "NOT_OWNER");
    const half = await admin.refused(calls.save, {
      classNo: own,
      investigationDTO: { ...survey, siteLatitude: "30.1" },
    });
    assert.deepEqual([half.errorCode, half.failures[0]?.field], ["FIELD_INVALID", "siteLongitude"]);
  });
});

describe("Investigation.fill", () => {
  it("refuses fewer answers than a tenth of the students (CHECK_COUNT)", async () => {
    const { classId } = await aConfirmedClass(app, { students: 5 });
    const { id, inspector, drawn } = await aDrawnInspection(app, classId);
    const [first, second, third] = drawn.personList;
    for (const person of [first, second])
      await inspector.call(calls.answer, { id: person?.id ?? "", way: "1", answer: "1" });
    await inspector.call(calls.answer, { id: third?.id ?? "", way: "2", answer: "3" });
    const refusal = await inspector.refused(calls.fill, { ids: id });
    assert.deepEqual([refusal.errorCode, refusal.msg], ["CHECK_COUNT", "抽查人数不少于3"]);
    const { personList } = await inspector.call(calls.draw, { id });
    await inspector.call(calls.answer, { id: personList[3]?.id ?? "", way: "1", answer: "1" });
    await inspector.call(calls.fill, { ids: id });
  });

  it("counts everybody where the whole class was tried, for a class that is not real alone", async () => {
    const { classId } = await aConfirmedClass(app, { students: 4 });
    const { id, inspector } = await aDrawnInspection(app, classId, { isReal: "0" });
    for (let round = 0; round < 4; round++) {
      const { personList } = await inspector.call(calls.draw, { id });
      for (const person of personList.filter(({ answer }) => answer === null))
        await inspector.call(calls.answer, { id: person.id, way: "2", answer: "3" });
    }
    await inspector.call(calls.submit, { id, isReal: "1" });
    assert.equal((await inspector.refused(calls.fill, { ids: id })).errorCode, "CHECK_COUNT");
    await inspector.call(calls.submit, { id, isReal: "0" });
    await inspector.call(calls.fill, { ids: id });
    assert.equal((await inspector.call(calls.detail, { id })).checkCount, 4);
  });
});

describe("Investigation.verify", () => {
  it("refuses whoever filled it in, drew the sample or recorded an answer (SELF_REVIEW), in the database too", async () => {
    const { classId } = await aConfirmedClass(app, { students: 3 });
    const { id, inspector, drawn } = await aDrawnInspection(app, classId);
    const colleague = app.as("firstReviewer");
    for (const [place, { id: person }] of drawn.personList.entries())
      await (place === 0 ? colleague : inspector).call(calls.answer, { id: person, way: "3", answer: "1" });
    await inspector.call(calls.fill, { ids: id });
    for (const user of [inspector, colleague]) {
      assert.equal((await user.refused(calls.verify, { ids: id })).errorCode, "SELF_REVIEW");
      const verify = sql`update investigation set fill_status = '2', verify_user = ${user.actor.userId}, verify_time = now() where id = ${id}`;
      await assert.rejects(verify.execute(app.db), /investigation_two_persons|has worked on/);
    }
    await app.as("firstReviewer").call(calls.verify, { ids: id });
    await assert.rejects(
      sql`update investigation set is_real = '0' where id = ${id}`.execute(app.db),
      /stay as they are/,
    );
    await assert.rejects(
      sql`update inspected_person set answer = '2' where investigation_id = ${id}`.execute(app.db),
      /drawn, not chosen/,
    );
  });

  it("waits in the queue of everybody who may verify it, but for who filled it in", async () => {
    const { classId } = await aConfirmedClass(app, { students: 3 });
    const queued = async (user: TestUser) =>
      (await user.call(bureauHome, undefined)).waiting.find(({ key }) => key === "investigation")?.count ?? 0;
    const other = app.as("firstReviewer");
    const before_ = await queued(other);
    const { inspector, id } = await aFilledInspection(app, classId, "1");
    assert.equal((await queued(other)) - before_, 1);
    const ofInspector = await queued(inspector);
    await other.call(calls.verify, { ids: id });
    assert.deepEqual([await queued(other), await queued(inspector)], [before_, ofInspector]);
  });

  it("fails the class, tells the institution, and a later good one rectifies it", async () => {
    const { classId, base } = await aConfirmedClass(app, { students: 3 });
    const before_ = await app.as("clerk").call(classCalls.detail, { id: classId });
    await aVerifiedInspection(app, classId, "0", { investigateDate: addDays(today(), -2) });
    assert.deepEqual(await classShows(classId), ["2", 1, "0"]);
    const failed = await app.as("clerk").call(classCalls.detail, { id: classId });
    assert.ok((failed.version ?? 0) > (before_.version ?? 0));
    assert.ok(failed.auditList.some(({ action }) => action === "inspect"));
    const { rows } = await sql<{ titleZh: string }>`
      select title_zh from message where target_kind = 'org' and target = ${base.orgId} order by id desc limit 1`.execute(
      app.db,
    );
    assert.equal(rows[0]?.titleZh, "班级抽查不合格");
    // An older good visit that is verified late rectifies nothing.
    await aVerifiedInspection(app, classId, "1", { investigateDate: addDays(today(), -3) });
    assert.deepEqual(await classShows(classId), ["2", 2, "0"]);
    await aVerifiedInspection(app, classId, "1");
    assert.deepEqual(await classShows(classId), ["1", 3, "1"]);
  });
});

describe("Investigation.back", () => {
  it("returns what is filled in with a reason, to be filled in again", async () => {
    const { classId } = await aConfirmedClass(app, { students: 3 });
    const { id, inspector } = await aFilledInspection(app, classId, "1");
    const clerk = app.as("clerk");
    assert.equal((await clerk.refused(calls.back, { ids: id })).errorCode, "REASON_REQUIRED");
    await clerk.call(calls.save, { investigationDTO: { id, fillStatus: "0", reason: "缺少照片" } });
    const returned = await inspector.call(calls.detail, { id });
    assert.deepEqual([returned.fillStatus, returned.backReason], ["0", "缺少照片"]);
    assert.equal((await inspector.refused(calls.remove, { ids: id })).errorCode, "STATE_ILLEGAL");
    await inspector.call(calls.fill, { ids: id });
  });
});
