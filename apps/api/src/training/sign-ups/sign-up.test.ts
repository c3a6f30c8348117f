import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { signUpAgainCalls, signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { idNumberSum } from "@jipei/contract/core/fields/id-number.ts";
import { sql } from "kysely";
import { type TestPerson, aRoster, aStudentAccount, somebody } from "../../../test/factories/enrolment.ts";
import { anOpenClass } from "../../../test/factories/open-class.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Sign-ups. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const submitted = { status: "unConfirm", personCategory: "03" } as const;
const join = (classId: string) => ({ classId, ...submitted }) as never;

/** A valid number with this birthday. */
function numbered(day: string, female: boolean): { idNumber: string } {
  const body = `329999${day.replaceAll("-", "")}${female ? "002" : "001"}`;
  return { idNumber: body + "10X98765432"[idNumberSum(body) % 11] };
}

describe("SignUp.submit", () => {
  it("6.1-1: takes the identity of the account, whatever is sent", async () => {
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

  it("6.1-1: refuses a class without dates, before, after, or submitted (SIGN_CLOSED)", async () => {
    const person = await aStudentAccount(app);
    for (const overrides of [
      { signStartDate: null, signEndDate: null },
      { signStartDate: addDays(today(), 1) },
      { signEndDate: addDays(today(), -1), signStartDate: null },
      { status: "unConfirm" },
    ]) {
      const { classId, facts } = await anOpenClass(app, overrides);
      assert.equal((await person.user.refused(signUpCalls.submit, join(classId))).errorCode, "SIGN_CLOSED");
      assert.equal((await person.user.list<any>(classCalls.list, { className: facts.className })).total, 0);
    }
  });

  it("6.1-1: takes sign-ups for a class with one day of sign-up, and shows it to whoever looks for one", async () => {
    for (const overrides of [{ signStartDate: null }, { signEndDate: null }]) {
      const person = await aStudentAccount(app);
      const { classId, facts } = await anOpenClass(app, overrides);
      assert.equal((await person.user.list<any>(classCalls.list, { className: facts.className })).total, 1);
      await person.user.call(signUpCalls.submit, join(classId));
    }
  });

  it("6.1-1: refuses a second sign-up, also from eight writers at once (SIGN_DUP, STUDENT_DUP)", async () => {
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

  it("6.1-1: lets exactly 30 of 200 sign-ups for 30 seats in at once (SIGN_FULL)", async () => {
    const { classId } = await anOpenClass(app, { planCount: 30 });
    const people = await Promise.all(Array.from({ length: 200 }, (_, n) => aStudentAccount(app, 50_000 + n)));
    // A machine with much else to do may say so (BUSY), upon which people ask again.
    const signUp = async (person: TestPerson): Promise<unknown> =>
      person.user.call(signUpCalls.submit, join(classId)).catch((error) => {
        if (!String(error).includes("BUSY")) throw error;
        return signUp(person);
      });
    const answers = await Promise.allSettled(people.map(signUp));
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

  it("6.1-1: takes sixteen years on the first day of class, a day less not, and nobody of retirement age (STUDENT_AGE)", async () => {
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

  it("6.1-1: refuses whoever has another class in the same period, without a timetable (STUDENT_CLASH)", async () => {
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

  it("6.1-1: needs the proof of categories 04–10 (ATTACH_REQUIRED)", async () => {
    const { classId } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    for (const personCategory of ["04", "07", "10"])
      assert.equal(
        (await person.user.refused(signUpCalls.submit, { classId, status: "unConfirm", personCategory })).errorCode,
        "ATTACH_REQUIRED",
      );
    await person.user.call(signUpCalls.submit, { classId, status: "unConfirm", personCategory: "11" } as never);
  });

  it("6.1-1: refuses a subsidised class to whoever was subsidised (SUBSIDY_DUP, ANNUAL_LIMIT), not a market class", async () => {
    const person = await aStudentAccount(app);
    const subsidised = await anOpenClass(app);
    const { facts } = subsidised;
    const grant = (occupation: string, level: string, rank: number, line: number) =>
      sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
      values (${person.idNumberHash}, 'training', ${occupation}, ${level}, ${rank}, ${facts.endDate}, true, '01', '[2020-01-01,2020-01-10]', -1, ${-line}, '某校', now())`.execute(
        app.db,
      );
    await grant(facts.occupationCode, "4", 2, 9001);
    const refused = await person.user.refused(signUpCalls.submit, join(subsidised.classId));
    assert.equal(refused.errorCode, "SUBSIDY_DUP");
    const market = await anOpenClass(app, { isSubsidy: "0" });
    await person.user.call(signUpCalls.submit, join(market.classId));
    const busy = await aStudentAccount(app);
    for (const line of [1, 2, 3])
      await sql`insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
      values (${busy.idNumberHash}, 'training', ${`9-99-99-0${line}`}, '4', 2, ${facts.endDate}, true, '01', '[2020-01-01,2020-01-10]', -1, ${-9100 - line}, '某校', now())`.execute(
        app.db,
      );
    assert.equal((await busy.user.refused(signUpCalls.submit, join(subsidised.classId))).errorCode, "ANNUAL_LIMIT");
  });
});

describe("TrainingClass.usedByPerson", () => {
  it("shows as free the seats that neither roster nor waiting sign-ups hold", async () => {
    const { classId, admin } = await anOpenClass(app, { planCount: 5 });
    await aRoster(app, classId, 2);
    const [first, second, reader] = [
      await aStudentAccount(app),
      await aStudentAccount(app),
      await aStudentAccount(app),
    ];
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
});

describe("SignUp.list", () => {
  it("shows people themselves only, the bureau all; the bureau signs nobody up", async () => {
    const { classId } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    await person.user.call(signUpCalls.submit, join(classId));
    const other = await aStudentAccount(app);
    assert.equal((await other.user.list<any>(signUpCalls.list)).total, 0);
    assert.equal((await app.as("clerk").list<any>(signUpCalls.list, { classId })).total, 1);
    assert.equal((await app.as("clerk").refused(signUpCalls.submit, join(classId))).errorCode, "ROLE_DENIED");
  });
});

describe("SignUpAgain.submit after an acceptance", () => {
  it("takes people who left the class since, and refuses those who have not (STATE_ILLEGAL)", async () => {
    const { classId, admin } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    const origin = (await person.user.call(signUpCalls.submit, join(classId))).id;
    await admin.call(signUpCalls.submit, { id: origin, status: "Confirm" } as never);
    const { classId: next } = await anOpenClass(app);
    const again = { originSignId: origin, classId: next, reSignReason: "再来", reSignKind: "2" } as const;
    assert.equal((await person.user.refused(signUpAgainCalls.submit, again)).errorCode, "STATE_ILLEGAL");
    await sql`update student set confirm_status = 'Invalidate' where sign_id = ${origin}`.execute(app.db);
    const { id } = await person.user.call(signUpAgainCalls.submit, again);
    assert.equal((await person.user.call(signUpCalls.detail, { id })).originSignId, origin);
  });
});
