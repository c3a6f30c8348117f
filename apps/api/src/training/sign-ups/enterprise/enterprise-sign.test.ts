import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseSignCalls as calls } from "@jipei/contract/training/enterprise-sign.ts";
import { extQueryCalls } from "@jipei/contract/external-data/ext-query.ts";
import { signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import { aRoster, aSignUp, aStudentAccount, somebody } from "../../../../test/factories/enrolment.ts";
import { aMember, anEnterprise, members, staffOf } from "../../../../test/factories/enterprise.ts";
import { anOpenClass } from "../../../../test/factories/open-class.ts";
import { type TestApp, startTestApp } from "../../../../test/support/test-app.ts";
import { enterAnswer } from "../../../external-data/local-registers.ts";
import { addDays, today } from "../../../core/foundation/clock.ts";

/** Staff signed up for an institution's class: what is sent, and what is refused. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

type Staff = ReturnType<typeof staffOf>;
const sending = (classId: string, persons: readonly Staff[]) => ({ classId, persons }) as never;
const states = async (classId: string) =>
  (
    await sql<{ confirmStatus: string; n: number }>`
      select confirm_status, count(*)::int as n from sign_up where class_id = ${classId} and is_deleted = 0 group by 1 order by 1`.execute(
      app.db,
    )
  ).rows.map(({ confirmStatus, n }) => [confirmStatus, n]);

describe("EnterpriseSign.submit", () => {
  it("6.3-1: keeps a draft that the institution does not see, and takes the enterprise from the session", async () => {
    const { classId, orgId, admin } = await anOpenClass(app);
    const enterprise = await anEnterprise(app);
    const other = await anEnterprise(app);
    const person = staffOf();
    const { id } = await enterprise.admin.call(calls.submit, {
      ...(sending(classId, [person]) as object),
      entId: other.entId,
    } as never);
    const row = await enterprise.admin.call(calls.detail, { id });
    assert.match(row.entSignNo ?? "", /^QB\d{12}$/);
    assert.deepEqual(
      [row.entId, row.entName, row.orgId, row.confirmStatus, row.signCount],
      [enterprise.entId, enterprise.name, orgId, "unSubmit", 1],
    );
    const [shown] = row.persons;
    assert.deepEqual(
      [shown?.name, shown?.idNumber, shown?.postName, shown?.entryDate, shown?.personCategory, shown?.signSource],
      [person.name, person.idNumber, "电工", "2020-03-01", "01", "3"],
    );
    assert.equal((await admin.list<any>(calls.list)).total, 0);
    assert.equal((await admin.list<any>(signUpCalls.list, { classId })).total, 0);
    assert.equal((await admin.attempt(signUpCalls.detail, { id: shown?.id as string })).errorCode, "NOT_FOUND");
    assert.equal((await other.admin.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
    assert.equal((await app.as("clerk").call(calls.detail, { id })).entName, enterprise.name);
  });

  it("6.3-1: takes a list as all of its people, leaves it alone where none comes, and keeps what is sent back unchanged", async () => {
    const { classId } = await anOpenClass(app);
    const { admin } = await anEnterprise(app);
    const [one, two, three] = [staffOf(), staffOf(), staffOf()];
    const { id } = await admin.call(calls.submit, sending(classId, [one, two]));
    const first = await admin.call(calls.detail, { id });
    await admin.call(calls.submit, first as never);
    const again = await admin.call(calls.detail, { id });
    assert.deepEqual(again.persons, first.persons);
    await admin.call(calls.submit, { id, remark: "下周开班" } as never);
    assert.equal((await admin.call(calls.detail, { id })).signCount, 2);
    await admin.call(calls.submit, { id, persons: [{ ...two, postName: "班长" }, three] } as never);
    const { persons } = await admin.call(calls.detail, { id });
    assert.deepEqual(
      persons.map(({ idNumber, postName }) => [idNumber, postName]),
      [
        [two.idNumber, "班长"],
        [three.idNumber, "电工"],
      ],
    );
  });

  it("refuses a closed class (SIGN_CLOSED), a second open sign-up (SIGN_DUP), another class (FIELD_FROZEN) and people without what is needed", async () => {
    const { classId } = await anOpenClass(app);
    const closed = await anOpenClass(app, { signEndDate: addDays(today(), -1) });
    const { admin } = await anEnterprise(app);
    const refused = async (input: object) => (await admin.refused(calls.submit, input)).errorCode;
    assert.equal(await refused(sending(closed.classId, [])), "SIGN_CLOSED");
    assert.equal(await refused({ persons: [] }), "FIELD_INVALID");
    const { id } = await admin.call(calls.submit, sending(classId, []));
    assert.equal(await refused(sending(classId, [])), "SIGN_DUP");
    assert.equal(await refused({ id, classId: closed.classId }), "FIELD_FROZEN");
    assert.equal(await refused({ id, persons: [{ ...staffOf(), postName: null }] }), "FIELD_INVALID");
    const [twice, wrong] = [staffOf(), staffOf()];
    const answer = await admin.refused(calls.submit, {
      id,
      persons: [twice, { ...twice }, { ...wrong, idNumber: "329999199001010010" }],
    });
    assert.deepEqual(
      [answer.errorCode, answer.failures.map(({ errorCode }) => errorCode)],
      ["SIGN_PERSON_INVALID", ["SIGN_DUP", "ID_INVALID"]],
    );
    assert.ok(answer.failures.every(({ msg }, index) => msg.includes([twice, wrong][index]?.name ?? "")));
    assert.equal((await admin.call(calls.detail, { id })).signCount, 0, "all or nothing");
    const drafts = await Promise.allSettled(
      Array.from({ length: 4 }, async () =>
        (await anEnterprise(app)).admin.call(calls.submit, sending(classId, [twice])),
      ),
    );
    assert.ok(
      drafts.every(({ status }) => status === "fulfilled"),
      "what somebody wrote down is in nobody’s way",
    );
  });
});

describe("EnterpriseSign.sign", () => {
  it("6.3-2: sends everybody at once; the institution decides on each", async () => {
    const { classId, admin } = await anOpenClass(app);
    const enterprise = await anEnterprise(app);
    const people = await members(app, enterprise, 3);
    const { id } = await enterprise.admin.call(calls.sign, sending(classId, people));
    const row = await enterprise.admin.call(calls.detail, { id });
    assert.deepEqual([row.confirmStatus, row.pendingCount], ["unConfirm", 3]);
    assert.ok(row.commitTime);
    assert.deepEqual(
      row.auditList.map(({ action }) => action),
      ["add", "sign"],
    );
    const waiting = await admin.list<any>(signUpCalls.list, { classId, entSignId: id });
    assert.deepEqual(
      waiting.records.map((one: any) => [one.confirmStatus, one.signSource, one.entName, one.isInsured]),
      Array.from({ length: 3 }, () => ["unConfirm", "3", enterprise.name, "1"]),
    );
    assert.equal((await admin.call(calls.detail, { id })).persons.length, 3);
    assert.equal((await (await anOpenClass(app)).admin.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
  });

  it("6.3-2: refuses all where one does not pass, and says of each why", async () => {
    const open = await anOpenClass(app);
    const enterprise = await anEnterprise(app);
    const other = await anEnterprise(app);
    const [fine, stranger, colleague, seated, waiting, busy] = [
      await aMember(app, enterprise),
      staffOf(),
      await aMember(app, other),
      await aMember(app, enterprise),
      await aMember(app, enterprise),
      await aMember(app, enterprise),
    ];
    await aRoster(app, open.classId, 1, { idNumber: seated.idNumber });
    await aSignUp(app, open.classId, { idNumber: waiting.idNumber });
    const elsewhere = await anOpenClass(app);
    await aRoster(app, elsewhere.classId, 1, { idNumber: busy.idNumber });
    const people = [fine, stranger, colleague, seated, waiting, busy];
    const answer = await enterprise.admin.refused(calls.sign, sending(open.classId, people));
    assert.equal(answer.errorCode, "SIGN_PERSON_INVALID");
    assert.deepEqual(
      answer.failures.map(({ errorCode }) => errorCode),
      ["STAFF_NOT_INSURED", "STAFF_NOT_INSURED", "STUDENT_DUP", "SIGN_DUP", "STUDENT_CLASH"],
    );
    assert.deepEqual(
      answer.failures.map(({ msg }, index) => msg.includes(people[index + 1]?.name ?? "?")),
      [true, true, true, true, true],
    );
    assert.match(answer.msg, /^5名人员不符合条件/);
    assert.deepEqual(await states(open.classId), [["unConfirm", 1]], "nobody was signed up, and no draft was left");
    await enterprise.admin.call(calls.sign, sending(open.classId, [fine]));
  });

  it("does not show an enterprise where the people whom it wanted to sign up are insured", async () => {
    const { classId } = await anOpenClass(app);
    const [mine, other] = [await anEnterprise(app), await anEnterprise(app)];
    await mine.admin.refused(calls.sign, sending(classId, [await aMember(app, other)]));
    const asked =
      await sql`select 1 from ext_query where biz_type = 'EnterpriseSign' and operator = ${mine.admin.actor.userId}`.execute(
        app.db,
      );
    assert.equal(asked.rows.length, 1);
    assert.equal((await mine.admin.list<any>(extQueryCalls.list)).total, 0);
  });

  it("6.3-2: leaves to the institution whom the register does not answer for", async () => {
    const { classId } = await anOpenClass(app);
    const enterprise = await anEnterprise(app);
    const person = staffOf();
    await enterAnswer(app.db, app.cipher, "getPersonInsured", person.idNumber, { unavailable: true });
    const { id } = await enterprise.admin.call(calls.sign, sending(classId, [person]));
    assert.equal((await enterprise.admin.call(calls.detail, { id })).persons[0]?.isInsured, "2");
  });

  it("refuses more people than seats (SIGN_FULL), nobody at all, and an enterprise without a credit code (ENT_TOTAL_REQUIRED)", async () => {
    const { classId } = await anOpenClass(app, { planCount: 3 });
    await aRoster(app, classId, 1);
    const enterprise = await anEnterprise(app);
    const people = await members(app, enterprise, 3);
    const refused = async (persons: readonly Staff[]) =>
      (await enterprise.admin.refused(calls.sign, sending(classId, persons))).errorCode;
    assert.equal(await refused(people), "SIGN_FULL");
    assert.equal(await refused([]), "FIELD_INVALID");
    await enterprise.admin.call(calls.sign, sending(classId, people.slice(1)));
    const nameless = await anEnterprise(app);
    await sql`update department set credit_code = null where id = ${nameless.entId}`.execute(app.db);
    const open = await anOpenClass(app);
    assert.equal(
      (await nameless.admin.refused(calls.sign, sending(open.classId, [staffOf()]))).errorCode,
      "ENT_TOTAL_REQUIRED",
    );
  });

  it("gives exactly the seats there are to enterprises and persons who want them at once", async () => {
    const { classId, admin } = await anOpenClass(app, { planCount: 10 });
    const enterprises = await Promise.all(Array.from({ length: 6 }, () => anEnterprise(app)));
    const groups = await Promise.all(enterprises.map((enterprise) => members(app, enterprise, 3)));
    const answers = await Promise.all([
      ...enterprises.map((enterprise, n) =>
        enterprise.admin.attempt(calls.sign, sending(classId, groups[n] as Staff[])),
      ),
      ...Array.from({ length: 6 }, () =>
        admin.attempt(signUpCalls.submit, {
          classId,
          ...somebody(),
          personCategory: "03",
          status: "unConfirm",
        } as never),
      ),
    ]);
    const refused = answers.flatMap(({ errorCode }) => errorCode ?? []);
    assert.deepEqual([...new Set(refused)], ["SIGN_FULL"]);
    const [[state, taken] = ["", 0]] = await states(classId);
    assert.equal(state, "unConfirm");
    const together = answers.slice(0, 6).filter(({ errorCode }) => !errorCode).length;
    const alone = answers.slice(6).filter(({ errorCode }) => !errorCode).length;
    assert.equal(taken, together * 3 + alone);
    // Whoever wants three may have found two left; a single person then takes each of these.
    assert.ok((taken as number) <= 10 && (alone === 6 || taken === 10), JSON.stringify({ taken, together, alone }));
  });

  it("and a person of the staff who signs up alone at the same moment: exactly one is done (SIGN_DUP)", async () => {
    const { classId } = await anOpenClass(app);
    const enterprise = await anEnterprise(app);
    const { user, name, idType, idNumber, sex, birthday, education, phone } = await aStudentAccount(app);
    const person = await aMember(app, enterprise, { name, idType, idNumber, sex, birthday, education, phone });
    const answers = await Promise.all([
      enterprise.admin.attempt(calls.sign, sending(classId, [person])),
      user.attempt(signUpCalls.submit, { classId, personCategory: "03", status: "unConfirm" } as never),
    ]);
    const refused = answers.flatMap(({ errorCode }) => errorCode ?? []);
    assert.ok(
      refused.length === 1 && ["SIGN_DUP", "SIGN_PERSON_INVALID"].includes(refused[0] as string),
      String(refused),
    );
    assert.deepEqual(await states(classId), [["unConfirm", 1]]);
  });
});

describe("EnterpriseSign.getTrainSignClass", () => {
  it("shows the classes that take sign-ups today, with their free seats, and nothing of their people", async () => {
    const { classId, facts } = await anOpenClass(app, { planCount: 5 });
    await aRoster(app, classId, 2);
    const closed = await anOpenClass(app, { signEndDate: addDays(today(), -1) });
    const { admin } = await anEnterprise(app);
    const page = await admin.list<any>(calls.getTrainSignClass, { isPaging: "0" });
    const row = page.records.find(({ id }: { id: string }) => id === classId);
    assert.deepEqual([row.className, row.freeSeats], [facts.className, 3]);
    assert.ok(!page.records.some(({ id }: { id: string }) => id === closed.classId));
  });
});

describe("EnterpriseSign.findStaff", () => {
  it("answers what the enterprise itself entered of somebody, and nothing of others", async () => {
    const { classId } = await anOpenClass(app);
    const [mine, theirs] = [await anEnterprise(app), await anEnterprise(app)];
    const person = staffOf();
    await mine.admin.call(calls.submit, sending(classId, [person]));
    const { found } = await mine.admin.call(calls.findStaff, { idNumber: person.idNumber });
    assert.deepEqual([found?.name, found?.phone, found?.postName], [person.name, person.phone, "电工"]);
    assert.equal((await theirs.admin.call(calls.findStaff, { idNumber: person.idNumber })).found, null);
  });
});
