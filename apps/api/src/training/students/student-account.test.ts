import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { studentAccountCalls as calls, verificationHeader } from "@jipei/contract/training/student-account.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { loginCode } from "@jipei/contract/auth/auth.ts";
import { sql } from "kysely";
import { noEvidence, extractNumbers } from "../../../test/crawl/crawl-rebuild.ts";
import { aRosterRow, household, somebody } from "../../../test/factories/enrolment.ts";
import { anOpenClass } from "../../../test/factories/open-class.ts";
import { realApp, signIn, whoAmI } from "../../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { mask } from "../../core/security/mask.ts";
import { enterAnswer } from "../../external-data/local-registers.ts";

/** Registration, passwords and accounts of persons. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const password = "Abcd-7qv-26";

/** A public call with a verification code. */
async function post(call: Call, payload: object, code = ""): Promise<any> {
  // Each from an address of its own, so that the limits of one test do not reach the next.
  const response = await app.http.inject({
    method: "POST",
    url: call.path,
    headers: { [verificationHeader]: code },
    payload,
    remoteAddress: `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  });
  return response.json();
}

/** The code that the last message to this number carries. */
async function codeSentTo(phone: string): Promise<string> {
  const row = await app.db
    .selectFrom("smsMessage")
    .select("body")
    .where("phoneNumberHash", "=", app.cipher.hash(phone))
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return /验证码(\d{6})/.exec(app.cipher.decrypt(row.body as string))?.[1] ?? "";
}

async function registered() {
  const person = somebody();
  await post(calls.sendMessageRegist, { telephone: person.phone });
  const answer = await post(calls.submit, { ...person, password }, await codeSentTo(person.phone));
  assert.equal(answer.code, 200, JSON.stringify(answer));
  return { person, id: answer.data.id as string };
}

/** A code asked for after the gap between two. */
async function anotherCode(phone: string): Promise<string> {
  await sql`update verification_code set create_time = create_time - interval '2 minutes'`.execute(app.db);
  await post(calls.sendMessageRegist, { telephone: phone });
  return codeSentTo(phone);
}

describe("StudentAccount.submit", () => {
  it("registers with the code, verified by the register; number and phone once only", async () => {
    const { person, id } = await registered();
    const row = await app.as("clerk").call(calls.detail, { id });
    assert.deepEqual(
      [row.name, row.idNumber, row.isRealName, row.isValid, row.sex],
      [person.name, person.idNumber, "1", "isValid", person.sex],
    );
    const user = await app.db
      .selectFrom("appUser")
      .select(["loginType", "accountId", "idNumberHash", "account"])
      .where("accountId", "=", id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([user.loginType, user.idNumberHash], ["2", app.cipher.hash(person.idNumber)]);
    assert.ok(!String(user.account).includes(person.idNumber));
    assert.equal(
      (await post(calls.submit, { ...person, password }, await anotherCode(person.phone))).errorCode,
      "ACCOUNT_DUP",
    );
  });

  it("gives a stranger the same answer whether there is an account or not", async () => {
    const { person } = await registered();
    const other = somebody();
    const answers = (call: Call, ...inputs: object[]) =>
      Promise.all(
        inputs.map(async (input) => {
          const { data: _evidence, ...answer } = await post(call, input);
          return answer;
        }),
      );
    const alike = ([one, two]: unknown[]) => assert.deepEqual(one, two);
    alike(
      await answers(calls.validUser, ...[person, other].map(({ name, idNumber }) => ({ name, idType: "1", idNumber }))),
    );
    alike(
      await answers(calls.submit, ...[person, other].map((who) => ({ ...who, phone: somebody().phone, password }))),
    );
    await sql`update verification_code set create_time = create_time - interval '2 minutes'`.execute(app.db);
    for (const call of [calls.sendMessage, loginCode])
      alike(await answers(call, { telephone: person.phone }, { telephone: other.phone }));
  });

  it("refuses a wrong, missing or used code, and a weak password", async () => {
    const person = somebody();
    await post(calls.sendMessageRegist, { telephone: person.phone });
    const code = await codeSentTo(person.phone);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    assert.equal((await post(calls.submit, { ...person, password })).errorCode, "CODE_INVALID");
    assert.equal((await post(calls.submit, { ...person, password }, wrong)).errorCode, "CODE_INVALID");
    assert.equal((await post(calls.submit, { ...person, password: "jipei2026a" }, code)).errorCode, "FIELD_INVALID");
    assert.equal((await post(calls.submit, { ...person, password }, code)).code, 200);
    assert.equal(
      (await post(calls.submit, { ...somebody(), phone: person.phone, password }, code)).errorCode,
      "CODE_INVALID",
    );
    assert.equal((await post(calls.sendMessageRegist, { telephone: person.phone })).errorCode, "SMS_LIMIT");
  });

  it("refuses when the register says no (ID_MISMATCH), and stays unverified when it is silent", async () => {
    const liar = somebody();
    await enterAnswer(app.db, app.cipher, "getPersonInfo", liar.idNumber, { match: "0", isAlive: "1" });
    assert.equal(
      (await post(calls.validUser, { name: liar.name, idType: "1", idNumber: liar.idNumber })).errorCode,
      "ID_MISMATCH",
    );
    const silent = somebody();
    await enterAnswer(app.db, app.cipher, "getPersonInfo", silent.idNumber, { unavailable: true });
    assert.equal(
      (await post(calls.validUser, { name: silent.name, idType: "1", idNumber: silent.idNumber })).errorCode,
      "EXT_UNAVAILABLE",
    );
    await post(calls.sendMessageRegist, { telephone: silent.phone });
    const { data } = await post(calls.submit, { ...silent, password }, await codeSentTo(silent.phone));
    assert.equal((await app.as("clerk").call(calls.detail, { id: data.id })).isRealName, "0");
  });

  it("lets people change a few own fields, and the bureau switch the account with a reason", async () => {
    const { person, id } = await registered();
    const student = app.as("student", { accountId: id, idNumberHash: app.cipher.hash(person.idNumber) });
    await student.call(calls.submit, {
      id,
      email: "zhang@example.cn",
      name: "别人",
      idNumber: somebody().idNumber,
    } as never);
    const own = await student.call(calls.getStudentAccountByCurrentUser, undefined);
    assert.deepEqual([own.email, own.name, own.idNumber], ["zhang@example.cn", person.name, person.idNumber]);
    assert.equal(
      (await app.as("student", { accountId: "1" }).refused(calls.submit, { id, email: "x@example.cn" })).errorCode,
      "NOT_OWNER",
    );
    const clerk = app.as("clerk");
    assert.equal((await clerk.refused(calls.submit, { id, isValid: "unValid" })).errorCode, "REASON_REQUIRED");
    await clerk.call(calls.submit, { id, isValid: "unValid", reason: "本人申请" } as never);
    assert.equal(
      (await app.db.selectFrom("appUser").select("status").where("accountId", "=", id).executeTakeFirstOrThrow())
        .status,
      "2",
    );
  });

  it("links the roster rows of a corrected ID number to the account, and those of the wrong number no longer", async () => {
    const { person, id } = await registered();
    const right = somebody();
    const ofWrong = await aRosterRow(app, (await anOpenClass(app)).classId, { ...person, accountId: id });
    const ofRight = await aRosterRow(app, (await anOpenClass(app)).classId, right);
    const linked = async () =>
      (await sql<{ id: string }>`select id from student where account_id = ${id} order by id`.execute(app.db)).rows.map(
        (row) => row.id,
      );
    assert.deepEqual(await linked(), [ofWrong.id]);
    await app.as("clerk").call(calls.submit, { id, idNumber: right.idNumber } as never);
    assert.deepEqual(await linked(), [ofRight.id]);
  });

  it("takes a corrected ID number and phone to the sign-in; the bureau opens accounts with a password by message", async () => {
    const { id } = await registered();
    const right = somebody();
    await app
      .as("clerk")
      .call(calls.submit, { id, name: right.name, idNumber: right.idNumber, phone: right.phone } as never);
    const user = await app.db
      .selectFrom("appUser")
      .select(["idNumberHash", "phoneHash", "realName"])
      .where("accountId", "=", id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [user.idNumberHash, user.phoneHash, user.realName],
      [app.cipher.hash(right.idNumber), app.cipher.hash(right.phone), right.name],
    );
    assert.equal((await app.as("clerk").call(calls.detail, { id })).isRealName, "0");
    const newcomer = somebody();
    assert.equal((await app.as("clerk").refused(calls.submit, newcomer)).errorCode, "ROLE_DENIED");
    assert.equal(
      (await app.as("sysAdmin").refused(calls.submit, { ...newcomer, phone: null })).errorCode,
      "FIELD_INVALID",
    );
    const opened = await app.as("sysAdmin").call(calls.submit, newcomer as never);
    const made = await app.db
      .selectFrom("appUser")
      .select("mustChange")
      .where("accountId", "=", opened.id)
      .executeTakeFirstOrThrow();
    assert.equal(made.mustChange, 1);
    assert.equal(
      (await app.as("sysAdmin").refused(calls.submit, { ...somebody(), phone: newcomer.phone })).errorCode,
      "ACCOUNT_DUP",
    );
  });
});

describe("StudentAccount.validUser", () => {
  it("does not let a masked number be found by trying names against the numbers it can be", async () => {
    const person = somebody();
    const ask = async (idNumber: string) => {
      const answer = await post(calls.validUser, { name: person.name, idType: "1", idNumber });
      return answer.errorCode ?? answer.data.isRealName;
    };
    const masked = {
      ...noEvidence(),
      masks: new Set([mask("idNumber", person.idNumber) as string]),
      years: new Set([person.birthday.slice(0, 4)]),
    };
    const wrong = [...extractNumbers(masked)].filter((one) => one !== person.idNumber).slice(0, 5);
    for (const number of wrong)
      await enterAnswer(app.db, app.cipher, "getPersonInfo", number, { match: "0", isAlive: "1" });
    const answers: string[] = [];
    for (const number of [...wrong, person.idNumber]) answers.push(await ask(number));
    assert.deepEqual(
      answers,
      ["ID_MISMATCH", "ID_MISMATCH", "ID_MISMATCH", "0", "0", "0"],
      "the right one is not told from the wrong ones",
    );
  });

  it("refuses too many calls of one address (RATE_LIMIT)", async () => {
    const ask = () =>
      app.http.inject({
        method: "POST",
        url: calls.validUser.path,
        payload: { name: "某某", idType: "1", idNumber: somebody().idNumber },
        remoteAddress: "192.0.2.77",
      });
    const codes = [];
    for (let i = 0; i < 22; i++) codes.push((await ask()).statusCode);
    assert.deepEqual([codes[19], codes[20], codes[21]], [200, 429, 429]);
  });
});

describe("Student.studentRegister", () => {
  it("7-2: registers into an open class with account and roster row; not into a closed or full one", async () => {
    const person = somebody();
    const { classId } = await anOpenClass(app, { planCount: 1 });
    const closed = await anOpenClass(app, { status: "unConfirm" });
    await post(calls.sendMessageRegist, { telephone: person.phone });
    const code = await codeSentTo(person.phone);
    assert.equal(
      (await post(studentCalls.studentRegister, { ...person, ...household, classId: closed.classId, password }, code))
        .errorCode,
      "SIGN_CLOSED",
    );
    const answer = await post(studentCalls.studentRegister, { ...person, ...household, classId, password }, code);
    assert.equal(answer.code, 200, JSON.stringify(answer));
    const row = await app.as("clerk").call(studentCalls.detail, { id: answer.data.id });
    assert.deepEqual([row.confirmStatus, row.rosterSource, row.name], ["unSubmit", "4", person.name]);
    assert.ok(row.accountId);
    assert.equal((await app.as("clerk").list<any>(studentCalls.getTrainStudentRegister, { classId })).total, 1);
    const late = somebody();
    await post(calls.sendMessageRegist, { telephone: late.phone });
    assert.equal(
      (
        await post(
          studentCalls.studentRegister,
          { ...late, ...household, classId, password },
          await codeSentTo(late.phone),
        )
      ).errorCode,
      "SIGN_FULL",
    );
    assert.equal(
      (
        await app.db
          .selectFrom("studentAccount")
          .select("id")
          .where("idNumberHash", "=", app.cipher.hash(late.idNumber))
          .execute()
      ).length,
      0,
    );
  });
});

describe("Student.studentRegister without the code", () => {
  it("answers CODE_INVALID alike, whether the number is on the roster, in another class of these days, or unknown", async () => {
    const { classId } = await anOpenClass(app);
    const elsewhere = await anOpenClass(app);
    const here = await aRosterRow(app, classId);
    const there = await aRosterRow(app, elsewhere.classId);
    for (const known of [here, there, null]) {
      const person = { ...somebody(), ...(known && { name: known.name, idNumber: known.idNumber }) };
      const { errorCode } = await post(
        studentCalls.studentRegister,
        { ...person, ...household, classId, password },
        "000000",
      );
      assert.equal(errorCode, "CODE_INVALID");
    }
  });
});

describe("StudentAccount.changePasswords", () => {
  it("changes the password with the old one, or by code; unknown numbers look the same", async () => {
    const { person, id } = await registered();
    const user = await app.db.selectFrom("appUser").select("id").where("accountId", "=", id).executeTakeFirstOrThrow();
    const student = app.as("student", { userId: user.id, accountId: id });
    assert.equal(await student.call(calls.validPasswords, { password }), true);
    assert.equal(await student.call(calls.validPasswords, { password: "Wrong123" }), false);
    assert.equal(
      (await student.refused(calls.changePasswords, { oldPassword: "Wrong123", password: "Neu-7qv-26" })).msg,
      "原密码：原密码不正确",
    );
    assert.equal(
      (await student.refused(calls.changePasswords, { oldPassword: password, password: "short1" })).failures[0]?.field,
      "password",
    );
    await student.call(calls.changePasswords, { oldPassword: password, password: "Neu-7qv-26" });
    await sql`update verification_code set create_time = now() - interval '2 hours'`.execute(app.db);
    assert.equal((await post(calls.sendMessage, { telephone: "13999999999" })).code, 200);
    assert.equal((await post(calls.sendMessage, { telephone: person.phone })).code, 200);
    const code = await codeSentTo(person.phone);
    assert.equal(
      (await post(calls.changePasswordByTelephone, { telephone: person.phone, password: "Drei-7qv-26" }, "000000"))
        .errorCode,
      "CODE_INVALID",
    );
    assert.equal(
      (await post(calls.changePasswordByTelephone, { telephone: person.phone, password: "Drei-7qv-26" }, code)).code,
      200,
    );
    assert.equal(await student.call(calls.validPasswords, { password: "Drei-7qv-26" }), true);
  });
});

describe("StudentAccount.remove", () => {
  it("refuses an account with a roster row (ACCOUNT_IN_USE)", async () => {
    const { person, id } = await registered();
    const { classId, admin } = await anOpenClass(app);
    await admin.call(studentCalls.save, { ...person, ...household, classId } as never);
    assert.equal((await app.as("sysAdmin").refused(calls.remove, { ids: id })).errorCode, "ACCOUNT_IN_USE");
  });

  it("takes its user along, who has acted by then: sessions end, and the owner may register again", async () => {
    const http = await realApp(app);
    const { person, id } = await registered();
    const user = await app.db
      .selectFrom("appUser")
      .select(["id", "account"])
      .where("accountId", "=", id)
      .executeTakeFirstOrThrow();
    const token = (await signIn(http, user.account, { loginType: "2", password })).json().access_token;
    const student = app.as("student", { userId: user.id, accountId: id });
    await student.call(calls.submit, { id, email: "li@example.cn" } as never);
    await app.as("sysAdmin").call(calls.remove, { ids: id });
    assert.equal((await whoAmI(http, token)).statusCode, 401);
    await http.close();
    const again = await post(calls.submit, { ...person, password }, await anotherCode(person.phone));
    assert.equal(again.code, 200, JSON.stringify(again));
  });
});
