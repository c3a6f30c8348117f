import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { investigationCalls as calls } from "@jipei/contract/inspection/investigation.calls.ts";
import { sql } from "kysely";
import { aConfirmedClass, aHeldClass } from "../../test/factories/class.ts";
import { aDrawnInspection, visit } from "../../test/factories/inspection.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";

/** H: whom an inspection asks is drawn by the server; nobody chooses. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

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
  it("lets nobody confirm who was not reached and replaced: else the whole class could be drawn, and asked by choice", async () => {
    const { classId } = await aConfirmedClass(app, { students: 6 });
    const { id, inspector, drawn } = await aDrawnInspection(app, classId);
    const [first, second] = drawn.personList.map((person) => person.id);
    const say = (person: string | undefined, answer: "1" | "2" | "3") => ({
      id: person ?? "",
      way: "2" as const,
      answer,
      remark: "电话",
    });
    await inspector.call(calls.answer, say(first, "3"));
    await inspector.call(calls.answer, say(first, "1"));
    await inspector.call(calls.answer, say(first, "3"));
    await inspector.call(calls.answer, say(second, "3"));
    await inspector.call(calls.draw, { id });
    assert.equal((await inspector.refused(calls.answer, say(first, "1"))).errorCode, "STATE_ILLEGAL");
    await inspector.call(calls.answer, say(first, "2"));
  });

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
