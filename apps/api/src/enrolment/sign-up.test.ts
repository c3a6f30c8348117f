import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { classCalls } from "@jipei/contract/classes/training-class.calls.ts";
import { signUpAgainCalls, signUpCalls } from "@jipei/contract/enrolment/sign-up.ts";
import { studentCalls } from "@jipei/contract/enrolment/student.ts";
import { idNumberSum } from "@jipei/contract/core/id-number.ts";
import { sql } from "kysely";
import { aSignUp, aRoster, aStudentAccount, somebody } from "../../test/factories/enrolment.ts";
import { anAttachment } from "../../test/factories/attachment.ts";
import { anOpenClass } from "../../test/factories/open-class.ts";
import { type TestApp, startTestApp } from "../../test/test-app.ts";
import { addDays, today } from "../core/clock.ts";

/** Sign-ups. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const submitted = { status: "unConfirm", personCategory: "03" } as const;
const join = (classId: string) => ({ classId, ...submitted }) as never;

test("6.1-1 a person signs up with the identity of the account, whatever is sent", async () => {
  const { classId, admin } = await anOpenClass(app);
  const person = await aStudentAccount(app);
  const stranger = somebody();
  const { id } = await person.user.call(signUpCalls.submit, {
    classId,
    ...submitted,
    name: stranger.name,
    idNumber: stranger.idNumber,
  } as never);
  const row = await person.user.call(signUpCalls.detail, { id });
  assert.deepEqual(
    [row.name, row.idNumber, row.confirmStatus, row.signSource, row.isReSign],
    [person.name, person.idNumber, "unConfirm", "1", "0"],
  );
  assert.match(row.signNo ?? "", /^BM\d{13}$/);
  assert.equal(
    (await admin.list<any>(signUpCalls.list, { confirmStatus: "unConfirm" })).records[0].idNumber,
    `${person.idNumber.slice(0, 6)}********${person.idNumber.slice(-4)}`,
  );
});

test("6.1-1 SIGN_CLOSED: no dates, before, after, or the class submitted", async () => {
  const person = await aStudentAccount(app);
  for (const overrides of [
    { signStartDate: null, signEndDate: null },
    { signStartDate: addDays(today(), 1) },
    { signEndDate: addDays(today(), -1), signStartDate: null },
    { status: "unConfirm" },
  ]) {
    const { classId } = await anOpenClass(app, overrides);
    assert.equal((await person.user.refused(signUpCalls.submit, join(classId))).errorCode, "SIGN_CLOSED");
  }
});

test("6.1-1 SIGN_DUP and STUDENT_DUP, also from eight writers at once", async () => {
  const { classId } = await anOpenClass(app);
  const person = await aStudentAccount(app);
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, () => person.user.call(signUpCalls.submit, join(classId))),
  );
  assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 1);
  assert.equal((await person.user.refused(signUpCalls.submit, join(classId))).errorCode, "SIGN_DUP");
  const seated = await aStudentAccount(app);
  const other = await anOpenClass(app);
  await aRoster(app, other.classId, 1, { idNumber: seated.idNumber });
  assert.equal((await seated.user.refused(signUpCalls.submit, join(other.classId))).errorCode, "STUDENT_DUP");
});

test("6.1-1 SIGN_FULL: 200 sign-ups for 30 seats at once, exactly 30 get in", async () => {
  const { classId } = await anOpenClass(app, { planCount: 30 });
  const people = [];
  for (let n = 0; n < 200; n++) people.push(await aStudentAccount(app, 50_000 + n));
  const answers = await Promise.allSettled(people.map((person) => person.user.call(signUpCalls.submit, join(classId))));
  assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 30);
  const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [String(answer.reason)] : []));
  assert.ok(
    refused.every((reason) => reason.includes("SIGN_FULL")),
    refused.find((reason) => !reason.includes("SIGN_FULL")),
  );
  const rows = await sql<{
    n: number;
  }>`select count(*)::int as n from sign_up where class_id = ${classId} and confirm_status = 'unConfirm'`.execute(
    app.db,
  );
  assert.equal(rows.rows[0]?.n, 30);
});

test("seats left are those that neither roster nor waiting sign-ups hold", async () => {
  const { classId, admin } = await anOpenClass(app, { planCount: 5 });
  await aRoster(app, classId, 2);
  const [first, second, reader] = [await aStudentAccount(app), await aStudentAccount(app), await aStudentAccount(app)];
  const left = async () =>
    (await reader.user.list<any>(classCalls.usedByPerson, { status: "unCommit", isPaging: "0" })).records.find(
      (row: { id: string }) => row.id === classId,
    )?.freeSeats;
  assert.equal(await left(), 3);
  const { id } = await first.user.call(signUpCalls.submit, join(classId));
  await second.user.call(signUpCalls.submit, join(classId));
  assert.equal(await left(), 1);
  // Accepted, a sign-up has its seat on the roster; returned, it holds none.
  await admin.call(signUpCalls.submit, { id, status: "Confirm" } as never);
  assert.equal(await left(), 1);
  const waiting = await second.user.list<any>(signUpCalls.list);
  await admin.call(signUpCalls.submit, { id: waiting.records[0].id, status: "back", reason: "请补充材料" } as never);
  assert.equal(await left(), 2);
});

test("6.1-1 STUDENT_AGE: sixteen on the first day of class is old enough, a day younger is not; retirement ages", async () => {
  const { classId, admin, facts } = await anOpenClass(app);
  const born = (day: string, female: boolean) => ({ ...somebody(), ...numbered(day, female) });
  const start = facts.startDate;
  const years = (n: number, days = 0) => addDays(`${Number(start.slice(0, 4)) - n}${start.slice(4)}`, days);
  for (const [day, female, fits] of [
    [years(16), false, true],
    [years(16, 1), false, false],
    [years(63), false, false],
    [years(63, 1), false, true],
    [years(58), true, false],
    [years(58, 1), true, true],
  ] as const) {
    const input = { classId, ...born(day, female), personCategory: "03", status: "unConfirm" } as never;
    if (fits) await admin.call(signUpCalls.submit, input);
    else assert.equal((await admin.refused(signUpCalls.submit, input)).errorCode, "STUDENT_AGE");
  }
});

test("6.1-1 STUDENT_CLASH: another class in the same period, without a timetable", async () => {
  const person = await aStudentAccount(app);
  const first = await anOpenClass(app);
  await aRoster(app, first.classId, 1, { idNumber: person.idNumber });
  const second = await anOpenClass(app);
  const refused = await person.user.refused(signUpCalls.submit, join(second.classId));
  assert.equal(refused.errorCode, "STUDENT_CLASH");
  assert.ok(refused.msg.includes(first.facts.className));
  const later = await anOpenClass(app, {
    startDate: addDays(first.facts.endDate, 1),
    endDate: addDays(first.facts.endDate, 20),
  });
  await person.user.call(signUpCalls.submit, join(later.classId));
});

test("6.1-1 ATTACH_REQUIRED for categories 04–10", async () => {
  const { classId } = await anOpenClass(app);
  const person = await aStudentAccount(app);
  for (const personCategory of ["04", "07", "10"])
    assert.equal(
      (await person.user.refused(signUpCalls.submit, { classId, status: "unConfirm", personCategory })).errorCode,
      "ATTACH_REQUIRED",
    );
  await person.user.call(signUpCalls.submit, { classId, status: "unConfirm", personCategory: "11" } as never);
});

test("6.1-1 SUBSIDY_DUP and ANNUAL_LIMIT in a subsidised class, not in a market class", async () => {
  const person = await aStudentAccount(app);
  const subsidised = await anOpenClass(app);
  const { facts } = subsidised;
  const grant = (occupation: string, level: string, rank: number, line: number) =>
    sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, side, apply_id, line_id, unit_name, commit_time)
      values (${person.idNumberHash}, 'training', ${occupation}, ${level}, ${rank}, ${facts.endDate}, true, 'institution', 1, ${line}, '某校', now())`.execute(
      app.db,
    );
  await grant(facts.occupationCode, "4", 2, 9001);
  const refused = await person.user.refused(signUpCalls.submit, join(subsidised.classId));
  assert.equal(refused.errorCode, "SUBSIDY_DUP");
  const market = await anOpenClass(app, { isSubsidy: "0" });
  await person.user.call(signUpCalls.submit, join(market.classId));
  const busy = await aStudentAccount(app);
  for (const line of [1, 2, 3])
    await sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, side, apply_id, line_id, unit_name, commit_time)
      values (${busy.idNumberHash}, 'training', ${`9-99-99-0${line}`}, '4', 2, ${facts.endDate}, true, 'institution', 1, ${9100 + line}, '某校', now())`.execute(
      app.db,
    );
  assert.equal((await busy.user.refused(signUpCalls.submit, join(subsidised.classId))).errorCode, "ANNUAL_LIMIT");
});

test("6.1-2 acceptance seats the person once and tells him; another institution may not", async () => {
  const { classId, admin } = await anOpenClass(app);
  const { id, idNumber, name } = await aSignUp(app, classId);
  assert.equal(
    (await (await anOpenClass(app)).admin.refused(signUpCalls.submit, { id, status: "Confirm" })).errorCode,
    "NOT_OWNER",
  );
  const before = app.sentJobs.length;
  await admin.call(signUpCalls.submit, { id, status: "Confirm" } as never);
  assert.ok(app.sentJobs.length > before);
  const roster = await admin.list<any>(studentCalls.list, { classId, idNumber });
  assert.deepEqual(
    [
      roster.total,
      roster.records[0].name,
      roster.records[0].confirmStatus,
      roster.records[0].rosterSource,
      roster.records[0].signId,
    ],
    [1, name, "unSubmit", "2", id],
  );
  assert.equal((await admin.refused(signUpCalls.submit, { id, status: "Confirm" })).errorCode, "STATE_ILLEGAL");
});

test("6.1-2 the proof of the category goes along to the roster, where the bureau may read it", async () => {
  const { classId, admin } = await anOpenClass(app);
  const person = await aStudentAccount(app);
  const categoryAttId = await anAttachment(app, person.user, "认定表.pdf");
  const { id } = await person.user.call(signUpCalls.submit, {
    classId,
    status: "unConfirm",
    personCategory: "07",
    categoryAttId,
  } as never);
  await admin.call(signUpCalls.confirm, { ids: id } as never);
  const row = (await admin.list<any>(studentCalls.list, { classId })).records[0];
  assert.equal((await app.as("clerk").call(studentCalls.detail, { id: row.id })).categoryAttId, categoryAttId);
  const uses = await sql<{
    bizType: string;
  }>`select biz_type from attachment_use where attachment_id = ${categoryAttId} order by 1`.execute(app.db);
  assert.deepEqual(
    uses.rows.map((use) => use.bizType),
    ["SignUp", "Student"],
  );
  const other = await aStudentAccount(app);
  assert.equal(
    (
      await other.user.refused(signUpCalls.submit, {
        classId,
        status: "unConfirm",
        personCategory: "07",
        categoryAttId,
      })
    ).errorCode,
    "ATTACH_NOT_OWN",
  );
});

test("6.1-2 SIGN_FULL when the roster filled up otherwise", async () => {
  const { classId, admin } = await anOpenClass(app, { planCount: 2 });
  const { id } = await aSignUp(app, classId);
  await aRoster(app, classId, 2, { confirmStatus: "unSubmit" });
  assert.equal((await admin.refused(signUpCalls.submit, { id, status: "Confirm" })).errorCode, "SIGN_FULL");
});

test("6.1-3 return needs a reason; the person corrects and submits again", async () => {
  const { classId, admin } = await anOpenClass(app);
  const person = await aStudentAccount(app);
  const { id } = await person.user.call(signUpCalls.submit, join(classId));
  assert.equal(
    (await admin.refused(signUpCalls.submit, { id, status: "back", reason: " " })).errorCode,
    "REASON_REQUIRED",
  );
  await admin.call(signUpCalls.submit, { id, status: "back", reason: "类别不符" } as never);
  assert.equal((await person.user.call(signUpCalls.detail, { id })).backReason, "类别不符");
  await person.user.call(signUpCalls.submit, { id, status: "unConfirm", personCategory: "12" } as never);
  const row = await person.user.call(signUpCalls.detail, { id });
  assert.deepEqual([row.confirmStatus, row.personCategory], ["unConfirm", "12"]);
});

test("6.1-4 and 6.1-5 withdrawal: own; the institution with a reason; accepted only while the class is a draft", async () => {
  const { classId, admin } = await anOpenClass(app);
  const person = await aStudentAccount(app);
  const { id } = await person.user.call(signUpCalls.submit, join(classId));
  const other = await aStudentAccount(app);
  assert.equal((await other.user.refused(signUpCalls.submit, { id, status: "Invalidate" })).errorCode, "NOT_OWNER");
  assert.equal((await admin.refused(signUpCalls.submit, { id, status: "Invalidate" })).errorCode, "REASON_REQUIRED");
  await admin.call(signUpCalls.submit, { id, status: "Confirm" } as never);
  await sql`update training_class set status = 'unConfirm' where id = ${classId}`.execute(app.db);
  assert.equal((await person.user.refused(signUpCalls.submit, { id, status: "Invalidate" })).errorCode, "CLASS_LOCKED");
  await sql`update training_class set status = 'unCommit' where id = ${classId}`.execute(app.db);
  await person.user.call(signUpCalls.submit, { id, status: "Invalidate" } as never);
  assert.equal((await admin.list<any>(studentCalls.list, { classId })).total, 0);
});

test("6.1-6 only drafts and returned sign-ups are removed", async () => {
  const { classId } = await anOpenClass(app);
  const person = await aStudentAccount(app);
  const { id } = await person.user.call(signUpCalls.submit, { classId, personCategory: "03" } as never);
  assert.equal((await person.user.call(signUpCalls.detail, { id })).confirmStatus, "unSubmit");
  await person.user.call(signUpCalls.remove, { ids: id });
  const again = await person.user.call(signUpCalls.submit, join(classId));
  assert.equal((await person.user.refused(signUpCalls.remove, { ids: again.id })).errorCode, "STATE_ILLEGAL");
});

test("6.2-1 twice again after a return, the third time RESIGN_LIMIT; the origin stays", async () => {
  const { classId, admin } = await anOpenClass(app);
  const person = await aStudentAccount(app);
  let origin = (await person.user.call(signUpCalls.submit, join(classId))).id;
  assert.equal(
    (
      await person.user.refused(signUpAgainCalls.submit, {
        originSignId: origin,
        classId,
        reSignReason: "更正",
        reSignKind: "1",
      })
    ).errorCode,
    "STATE_ILLEGAL",
  );
  for (const count of [1, 2]) {
    await admin.call(signUpCalls.submit, { id: origin, status: "back", reason: "材料不全" } as never);
    const { id } = await person.user.call(signUpAgainCalls.submit, {
      originSignId: origin,
      classId,
      reSignReason: "更正",
      reSignKind: "1",
    } as never);
    const row = await person.user.call(signUpAgainCalls.detail, { id });
    assert.deepEqual(
      [row.reSignCount, row.isReSign, row.confirmStatus, row.originSignId],
      [count, "1", "unConfirm", origin],
    );
    assert.equal((await person.user.call(signUpCalls.detail, { id: origin })).confirmStatus, "back");
    origin = id;
  }
  await admin.call(signUpCalls.submit, { id: origin, status: "back", reason: "材料不全" } as never);
  assert.equal(
    (
      await person.user.refused(signUpAgainCalls.submit, {
        originSignId: origin,
        classId,
        reSignReason: "更正",
        reSignKind: "1",
      })
    ).errorCode,
    "RESIGN_LIMIT",
  );
  assert.equal((await person.user.list<any>(signUpAgainCalls.list)).total, 2);
});

test("roles: a person sees only himself, the bureau sees all and signs nobody up", async () => {
  const { classId } = await anOpenClass(app);
  const person = await aStudentAccount(app);
  await person.user.call(signUpCalls.submit, join(classId));
  const other = await aStudentAccount(app);
  assert.equal((await other.user.list<any>(signUpCalls.list)).total, 0);
  assert.equal((await app.as("clerk").list<any>(signUpCalls.list, { classId })).total, 1);
  assert.equal((await app.as("clerk").refused(signUpCalls.submit, join(classId))).errorCode, "ROLE_DENIED");
});

/** A valid number with this birthday. */
function numbered(day: string, female: boolean): { idNumber: string } {
  const body = `329999${day.replaceAll("-", "")}${female ? "002" : "001"}`;
  return { idNumber: body + "10X98765432"[idNumberSum(body) % 11] };
}
