import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { investigationCalls as calls } from "@jipei/contract/inspection/investigation.calls.ts";
import { bureauHome } from "@jipei/contract/home/home.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import { aConfirmedClass, aHeldClass } from "../../test/factories/class.ts";
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

describe("Investigation.draw", () => {
  it("draws a tenth, at least three, by a seed that anybody can repeat it with", async () => {
    const { classId, studentIds } = await aConfirmedClass(app, { students: 12 });
    const { id, drawn } = await aDrawnInspection(app, classId);
    assert.deepEqual([drawn.personList.length, drawn.leastChecked, drawn.studentCount], [3, 3, 12]);
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${studentIds}::bigint[]) as s (id)
      order by encode(sha256(convert_to(${drawn.drawSeed} || ':' || id, 'UTF8')), 'hex') limit 3`.execute(app.db);
    assert.deepEqual(
      drawn.personList.map(({ studentId }) => studentId),
      rows.map((row) => row.id),
    );
    assert.ok(drawn.auditList.some(({ action }) => action === "drawSample"));
    const again = await app.as("clerk").call(calls.draw, { id });
    assert.deepEqual(
      again.personList.map(({ id: person }) => person),
      drawn.personList.map(({ id: person }) => person),
    );
  });

  it("draws one more for each who was not reached, and nobody else", async () => {
    const { classId } = await aConfirmedClass(app, { students: 5 });
    const { id, inspector, drawn } = await aDrawnInspection(app, classId);
    const [first] = drawn.personList;
    await inspector.call(calls.answer, { id: first?.id ?? "", way: "2", answer: "3" });
    const more = await inspector.call(calls.draw, { id });
    assert.equal(more.personList.length, 4);
  });

  it("cannot be chosen, repeated or taken back: a drawn inspection stays, and a class has one at a time", async () => {
    const { classId, studentIds } = await aConfirmedClass(app, { students: 8 });
    const { id, inspector, drawn } = await aDrawnInspection(app, classId);
    assert.equal((await inspector.refused(calls.remove, { ids: id })).errorCode, "STATE_ILLEGAL");
    const second = visit(classId, { investigateDate: addDays(today(), -1) });
    assert.equal((await inspector.refused(calls.submit, second)).errorCode, "DUPLICATE");
    const left = studentIds.filter((one) => !drawn.personList.some(({ studentId }) => studentId === one));
    const { rows } = await sql<{ id: string }>`select id from unnest(${left}::bigint[]) as s (id)
      order by draw_key(${drawn.drawSeed}, id) desc limit 1`.execute(app.db);
    const choose = sql`insert into inspected_person (investigation_id, place, student_id, name, create_user, update_user) values (${id}, 4, ${rows[0]?.id}, 'x', 1, 1)`;
    await assert.rejects(choose.execute(app.db), /drawn, not chosen/);
    await assert.rejects(
      sql`update inspected_person set student_id = ${rows[0]?.id} where investigation_id = ${id} and place = 1`.execute(
        app.db,
      ),
      /drawn, not chosen/,
    );
    await assert.rejects(
      sql`delete from inspected_person where investigation_id = ${id}`.execute(app.db),
      /drawn, not chosen/,
    );
    await assert.rejects(
      sql`update investigation set draw_seed = 'mine' where id = ${id}`.execute(app.db),
      /stay as they are/,
    );
  });

  it("draws once where two ask at the same time", async () => {
    const { classId } = await aConfirmedClass(app, { students: 9 });
    const inspector = app.as("clerk");
    const { id } = await inspector.call(calls.submit, visit(classId));
    const others = [app.as("clerk"), app.as("firstReviewer"), app.as("clerk")];
    await Promise.allSettled([inspector, ...others].map((user) => user.call(calls.draw, { id })));
    assert.equal((await inspector.call(calls.detail, { id })).personList.length, 3);
  });

  it("keeps whom it drew when the institution takes them off its roster", async () => {
    const { classId } = await aConfirmedClass(app, { students: 6 });
    const { id, inspector, drawn } = await aDrawnInspection(app, classId);
    const [gone] = drawn.personList;
    await sql`update student set confirm_status = 'Invalidate' where id = ${gone?.studentId}`.execute(app.db);
    const { personList } = await inspector.call(calls.draw, { id });
    assert.deepEqual(
      personList.map(({ studentId }) => studentId),
      drawn.personList.map(({ studentId }) => studentId),
    );
    await inspector.call(calls.answer, { id: gone?.id ?? "", way: "2", answer: "2", remark: "从未报名" });
  });

  it("shows the bureau alone whom it drew, beside what the institution says of them, phones masked as elsewhere", async () => {
    const { classId, base } = await aHeldClass(app, { students: 3 });
    const { id, inspector } = await aDrawnInspection(app, classId);
    const seenBy = async (user: typeof inspector) => (await user.call(calls.detail, { id })).personList[0];
    const toClerk = await seenBy(inspector);
    const toReviewer = await seenBy(app.as("firstReviewer"));
    assert.match(toClerk?.phone ?? "", /^1\d{10}$/);
    assert.equal(toClerk?.attendanceRate, "100.00");
    assert.match(toReviewer?.phone ?? "", /\*/);
    assert.equal((await base.orgAdmin.refused(calls.detail, { id })).errorCode, "ROLE_DENIED");
  });
});

describe("Investigation.answer", () => {
  it("keeps what was recorded before in the history, and wants a denial explained (FIELD_INVALID)", async () => {
    const { classId } = await aConfirmedClass(app, { students: 3 });
    const { inspector, drawn, id } = await aDrawnInspection(app, classId);
    const person = drawn.personList[0]?.id ?? "";
    const denial = { id: person, way: "1" as const, answer: "2" as const };
    assert.equal((await inspector.refused(calls.answer, denial)).errorCode, "FIELD_INVALID");
    await inspector.call(calls.answer, { ...denial, remark: "从未上课" });
    const after_ = await inspector.call(calls.answer, { id: person, way: "1", answer: "1" });
    assert.equal(after_.personList[0]?.answer, "1");
    const { rows } = await sql<{ before: { answer: string } }>`
      select before from audit_record where biz_type = 'Investigation' and biz_id = ${id} and action = 'answer' order by id desc limit 1`.execute(
      app.db,
    );
    assert.equal(rows[0]?.before.answer, "2");
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

  it("counts everybody where the whole class was tried: nobody can be reached in a class that never was", async () => {
    const { classId } = await aConfirmedClass(app, { students: 4 });
    const { id, inspector } = await aDrawnInspection(app, classId, { isReal: "0" });
    for (let round = 0; round < 4; round++) {
      const { personList } = await inspector.call(calls.draw, { id });
      for (const person of personList.filter(({ answer }) => answer === null))
        await inspector.call(calls.answer, { id: person.id, way: "2", answer: "3" });
    }
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
