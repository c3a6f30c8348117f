import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { studentAccountCalls } from "@jipei/contract/training/student-account.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { updatePassword } from "@jipei/contract/users/profile.ts";
import { registrationCalls } from "@jipei/contract/users/registration.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { syntheticCreditCode } from "../../../seed/synthetic-unit.ts";
import { anAccount, password } from "../../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { checkNewPassword, nextPassword, randomPassword } from "../../core/security/password.ts";
import { isGuessable } from "../../core/security/password-strength.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const weak = [
  "password1",
  "admin123",
  "jipei2026a",
  "Jipei@2026",
  "P@ssw0rd",
  "P@ssw0rd1",
  "1qaz2wsx",
  "Aa123456",
  "a123456789",
  "qwe12345",
  "abcdefg1",
  "aaaaaaa1",
  "9876543a",
  "Peixun@123",
  "Summer2026!",
  "renshe2026",
  "5201314a",
];
const strong = ["Sesame-7qv-26", "e2e-Pass-2026", "k7m2pq9xwz", "correcthorse7battery", "very-secret-1"];
const owner = { account: "wangfang", name: "王芳", phone: "13912345678" };

describe("checkNewPassword", () => {
  it("refuses common passwords and those of well-known words, in both languages", () => {
    for (const one of weak)
      assert.throws(
        () => checkNewPassword(one, owner, nextPassword),
        {
          zh: "新密码：密码过于常见，请勿使用常用密码、姓名、电话、日期等易被猜到的内容",
          en: "New password: too easy to guess; avoid common passwords, names, phone numbers and dates",
        },
        one,
      );
    for (const one of strong) checkNewPassword(one, owner, nextPassword);
  });

  it("does not count personal data of the owner as strength", () => {
    for (const one of ["王芳12345a", "a13912345678", "w12345678w"]) {
      assert.throws(() => checkNewPassword(one, owner, nextPassword), /FIELD_INVALID/, one);
    }
    assert.equal(isGuessable("zhufei-qv-7"), false);
    assert.equal(isGuessable("zhufei-qv-7", ["Zhu Fei", "zhufei", "qv"]), false);
    assert.equal(isGuessable("zhufei1990a", ["zhufei"]), true);
    assert.equal(isGuessable("zhufei1990a"), false);
  });
});

describe("randomPassword", () => {
  it("is never refused by checkNewPassword", () => {
    for (let i = 0; i < 200; i++) checkNewPassword(randomPassword(), owner, nextPassword);
  });
});

/** Every call with which a user chooses a password. */
const calls: [name: string, send: (weak: string) => Promise<{ failures: { field?: string; msg: string }[] }>][] = [
  [
    "update-password",
    async (weak) =>
      (await aUser("clerk")).refused(updatePassword, { oldPassword: password, newPassword: weak, newPassword1: weak }),
  ],
  [
    "organisation changePasswords",
    async (weak) =>
      (await aUser("orgAdmin", { orgId: "1" })).refused(organisationCalls.changePasswords, {
        oldPassword: password,
        password: weak,
      }),
  ],
  [
    "student changePasswords",
    async (weak) =>
      (await aUser("student", { accountId: "77" })).refused(studentAccountCalls.changePasswords, {
        oldPassword: password,
        password: weak,
      }),
  ],
  [
    "register-guest",
    (weak) =>
      app.stranger.refused(registrationCalls.register, {
        tenantId: "000000",
        name: "李机构",
        account: "someguest",
        password: weak,
        password2: weak,
        applyKind: "1",
        creditCode: syntheticCreditCode(7001),
        phone: "13900000001",
      } as never),
  ],
  [
    "a new user",
    async (weak) =>
      app.as("sysAdmin").refused(userCalls.submit, {
        account: "newuser9",
        name: "新用户",
        realName: "新用户",
        phone: "13900000002",
        password: weak,
        roleId: [await clerkRole()],
      } as never),
  ],
];
describe("every call that sets a password", () => {
  for (const [name, send] of calls)
    it(`${name} refuses a weak password`, async () => {
      for (const one of ["password1", "admin123", "jipei2026a"]) {
        await app.pool.query("delete from rate_count");
        const { failures } = await send(one);
        assert.match(failures[0]?.msg ?? "", /密码过于常见/, one);
      }
    });
});

const clerkRole = async (): Promise<string> =>
  (await app.pool.query(`select id from role where role_alias = 'clerk'`)).rows[0].id;

async function aUser(role: "clerk" | "orgAdmin" | "student", unit: { orgId?: string; accountId?: string } = {}) {
  const { userId } = await anAccount(app, {
    roles: [role],
    loginType: ({ clerk: "0", orgAdmin: "1", student: "2" } as const)[role],
    ...unit,
  });
  return app.as(role, { userId, ...unit });
}
