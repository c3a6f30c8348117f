import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseSignCalls as calls } from "@jipei/contract/training/enterprise-sign.ts";
import { signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { anEnterprise, members } from "../../../../test/factories/enterprise.ts";
import { type OpenClass, anOpenClass } from "../../../../test/factories/open-class.ts";
import { lapseSignUps } from "../../roster/roster.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../../test/support/test-app.ts";

/** What becomes of staff who were signed up. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** Three people of an enterprise, sent to a class. */
async function aSentSign(count = 3, open?: OpenClass) {
  const to = open ?? (await anOpenClass(app));
  const enterprise = await anEnterprise(app);
  const people = await members(app, enterprise, count);
  const { id } = await enterprise.admin.call(calls.sign, { classId: to.classId, persons: people } as never);
  const ids = (await read(enterprise.admin, id)).persons.map((one) => one.id);
  return { ...to, enterprise, people, id, ids };
}
const read = (user: TestUser, id: string) => user.call(calls.detail, { id });
const stateOf = async (user: TestUser, id: string) => (await read(user, id)).confirmStatus;
const decide = (admin: TestUser, move: "confirm" | "back" | "invalidate", ids: string) =>
  admin.call(signUpCalls[move], { ids, reason: "材料不全" });

describe("SignUp.confirm of staff", () => {
  it("6.3-4: accepts the sign-up once nobody waits and somebody was accepted, and tells the enterprise", async () => {
    const { admin, classId, enterprise, id, ids } = await aSentSign();
    await decide(admin, "confirm", ids[0] as string);
    assert.equal(await stateOf(enterprise.admin, id), "unConfirm");
    await decide(admin, "back", ids[1] as string);
    assert.equal(await stateOf(enterprise.admin, id), "unConfirm");
    await decide(admin, "confirm", ids[2] as string);
    const row = await read(enterprise.admin, id);
    assert.deepEqual(
      [row.confirmStatus, row.acceptedCount, row.returnedCount, row.confirmUser],
      ["Confirm", 2, 1, admin.actor.userId],
    );
    assert.deepEqual(
      row.persons.map(({ confirmStatus, backReason }) => [confirmStatus, backReason]),
      [
        ["Confirm", null],
        ["back", "材料不全"],
        ["Confirm", null],
      ],
    );
    const roster = await admin.list<any>(studentCalls.list, { classId });
    assert.deepEqual(
      roster.records.map((one: any) => [one.workUnit, one.workUnitCode]),
      Array.from({ length: 2 }, () => [enterprise.name, enterprise.creditCode]),
    );
    const told = await sql<{ textZh: string }>`
      select text_zh from message where target_kind = 'ent' and target = ${enterprise.entId}`.execute(app.db);
    assert.match(told.rows[0]?.textZh ?? "", /通过2人，退回1人/);
  });

  it("6.3-4: stands as its people do, however many decide on them at once", async () => {
    const { admin, enterprise, id, ids } = await aSentSign(6);
    await Promise.all(ids.map((one, n) => decide(admin, n % 2 === 0 ? "confirm" : "back", one)));
    const row = await read(enterprise.admin, id);
    assert.deepEqual([row.confirmStatus, row.acceptedCount, row.returnedCount], ["Confirm", 3, 3]);
    assert.equal(row.auditList.filter(({ toStatus }) => toStatus === "Confirm").length, 1);
  });
});

describe("SignUp.back of staff", () => {
  it("6.3-5: returns the sign-up when all were returned; corrected it is sent again", async () => {
    const { admin, enterprise, people, id, ids } = await aSentSign(2);
    await decide(admin, "back", ids.join(","));
    const back = await read(enterprise.admin, id);
    assert.deepEqual([back.confirmStatus, back.backReason], ["back", "材料不全"]);
    const [first] = people;
    await enterprise.admin.call(calls.submit, { id, persons: [{ ...first, phone: "13911112222" }] } as never);
    const draft = await read(enterprise.admin, id);
    assert.deepEqual(
      [draft.confirmStatus, draft.persons.length, draft.persons[0]?.confirmStatus],
      ["unSubmit", 1, "back"],
    );
    await enterprise.admin.call(calls.sign, { id } as never);
    const again = await read(enterprise.admin, id);
    assert.deepEqual(
      [again.confirmStatus, again.persons[0]?.confirmStatus, again.persons[0]?.phone, again.persons[0]?.isReSign],
      ["unConfirm", "unConfirm", "13911112222", "0"],
    );
  });

  it("leaves a returned person to the enterprise: neither the person nor the institution changes or sends them (NOT_OWNER)", async () => {
    const { admin, people, ids } = await aSentSign(1);
    await decide(admin, "back", ids[0] as string);
    const [person] = people;
    const self = app.as("student", { idNumberHash: app.cipher.hash(person?.idNumber ?? ""), accountId: "1" });
    for (const user of [admin, self]) {
      assert.equal((await user.refused(signUpCalls.remove, { ids: ids[0] as string })).errorCode, "NOT_OWNER");
    }
    const input = { id: ids[0], phone: "13911112222", status: "unConfirm" };
    assert.equal((await admin.refused(signUpCalls.submit, input)).errorCode, "NOT_OWNER");
  });
});

describe("SignUp.invalidate of staff", () => {
  it("6.1-4: a person withdraws alone; with the last one the sign-up is void", async () => {
    const { enterprise, people, id, ids } = await aSentSign(2);
    for (const [n, one] of ids.entries()) {
      const self = app.as("student", { idNumberHash: app.cipher.hash(people[n]?.idNumber ?? "") });
      await self.call(signUpCalls.invalidate, { ids: one });
    }
    assert.equal(await stateOf(enterprise.admin, id), "Invalidate");
  });
});

describe("EnterpriseSign.submit, status Invalidate", () => {
  it("6.3-6: withdraws everybody, those on the roster too, and frees their seats", async () => {
    const { admin, classId, enterprise, id, ids } = await aSentSign(3);
    await decide(admin, "confirm", ids[0] as string);
    const other = await anEnterprise(app);
    const withdrawal = { id, status: "Invalidate" } as never;
    assert.equal((await other.admin.refused(calls.submit, withdrawal)).errorCode, "NOT_OWNER");
    assert.equal((await admin.refused(calls.submit, withdrawal)).errorCode, "ROLE_DENIED");
    await enterprise.admin.call(calls.submit, withdrawal);
    const row = await read(enterprise.admin, id);
    assert.equal(row.confirmStatus, "Invalidate");
    assert.ok(row.persons.every(({ confirmStatus }) => confirmStatus === "Invalidate"));
    assert.equal((await admin.list<any>(studentCalls.list, { classId })).total, 0);
    const again = { ...(withdrawal as object), reason: "再次撤销" };
    assert.equal((await enterprise.admin.refused(calls.submit, again)).errorCode, "STATE_ILLEGAL");
  });

  it("is refused once all is decided (STATE_ILLEGAL)", async () => {
    const { admin, enterprise, id, ids } = await aSentSign(1);
    await decide(admin, "confirm", ids[0] as string);
    assert.equal(
      (await enterprise.admin.refused(calls.submit, { id, status: "Invalidate" })).errorCode,
      "STATE_ILLEGAL",
    );
  });
});

describe("EnterpriseSign.resignup", () => {
  it("6.3-3: makes a new sign-up of the same people beside a returned one, which repeats each person’s", async () => {
    const { admin, enterprise, id, ids } = await aSentSign(2);
    await decide(admin, "back", ids.join(","));
    const again = await enterprise.admin.call(calls.resignup, { originSignId: id, reSignReason: "已补齐材料" });
    const row = await read(enterprise.admin, again.id);
    assert.deepEqual(
      [row.confirmStatus, row.isReSign, row.originSignId, row.reSignReason],
      ["unConfirm", "1", id, "已补齐材料"],
    );
    assert.deepEqual(
      row.persons.map((one) => [one.originSignId, one.reSignKind, one.reSignCount, one.reSignReason]),
      ids.map((one) => [one, "1", 1, "已补齐材料"]),
    );
    assert.equal(await stateOf(enterprise.admin, id), "back", "the origin is kept");
    assert.equal(
      (await enterprise.admin.refused(calls.resignup, { originSignId: id, reSignReason: "再试一次" })).errorCode,
      "SIGN_DUP",
    );
  });

  it("refuses an origin that is neither returned nor withdrawn, one of another enterprise, and a third repetition", async () => {
    const { admin, enterprise, id, ids } = await aSentSign(1);
    const again = (originSignId: string) => ({ originSignId, reSignReason: "请重新审核" });
    assert.equal((await enterprise.admin.refused(calls.resignup, again(id))).errorCode, "STATE_ILLEGAL");
    const other = await anEnterprise(app);
    assert.equal((await other.admin.refused(calls.resignup, again(id))).errorCode, "NOT_OWNER");
    await decide(admin, "back", ids.join(","));
    let last = id;
    for (let n = 0; n < 2; n++) {
      last = (await enterprise.admin.call(calls.resignup, again(last))).id;
      const { persons } = await read(enterprise.admin, last);
      await decide(admin, "back", persons[0]?.id as string);
    }
    const answer = await enterprise.admin.refused(calls.resignup, again(last));
    assert.deepEqual(
      [answer.errorCode, answer.failures.map(({ errorCode }) => errorCode)],
      ["SIGN_PERSON_INVALID", ["RESIGN_LIMIT"]],
    );
  });
});

describe("EnterpriseSign.sign, once more for the same class", () => {
  it("takes further staff after the first were decided on, and the returned ones as repeated", async () => {
    const { admin, classId, enterprise, people, ids } = await aSentSign(2);
    await decide(admin, "confirm", ids[0] as string);
    await decide(admin, "back", ids[1] as string);
    const [further] = await members(app, enterprise, 1);
    const persons = [people[1], further];
    const { id } = await enterprise.admin.call(calls.sign, { classId, persons } as never);
    const row = await read(enterprise.admin, id);
    assert.deepEqual(
      row.persons.map((one) => [one.isReSign, one.originSignId, one.reSignReason]),
      [
        ["1", ids[1], "退回后重新报名"],
        ["0", null, null],
      ],
    );
  });
});

describe("EnterpriseSign.remove", () => {
  it("takes drafts and returned ones with their people, all or none (STATE_ILLEGAL)", async () => {
    const sent = await aSentSign(1);
    const open = await anOpenClass(app);
    const people = await members(app, sent.enterprise, 2);
    const { admin } = sent.enterprise;
    const { id } = await admin.call(calls.submit, { classId: open.classId, persons: people } as never);
    assert.equal((await admin.refused(calls.remove, { ids: `${sent.id},${id}` })).errorCode, "STATE_ILLEGAL");
    assert.equal((await read(admin, id)).signCount, 2);
    await admin.call(calls.remove, { ids: id });
    const left = await sql`select 1 from sign_up where class_id = ${open.classId} and is_deleted = 0`.execute(app.db);
    assert.equal(left.rows.length, 0);
    await admin.call(calls.submit, { classId: open.classId, persons: people } as never);
  });
});

describe("a confirmed class", () => {
  it("5.1-4: ends what nobody decided on; who was accepted stays", async () => {
    const open = await anOpenClass(app);
    const [mixed, waiting] = [await aSentSign(2, open), await aSentSign(1, open)];
    await decide(open.admin, "confirm", mixed.ids[0] as string);
    const { actor } = app.as("clerk");
    await app.db.transaction().execute((tx) => lapseSignUps(tx, actor, open.classId, app));
    assert.equal(await stateOf(mixed.enterprise.admin, mixed.id), "Confirm");
    assert.equal(await stateOf(waiting.enterprise.admin, waiting.id), "Invalidate");
  });
});
