import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import { studentAccountCalls } from "@jipei/contract/training/student-account.ts";
import { registrationCalls } from "@jipei/contract/users/registration.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { sm2 } from "sm-crypto-v2";
import { sm2Pairs } from "../core/security/keys.ts";
import { syntheticPerson } from "../../seed/synthetic-person.ts";
import { syntheticCreditCode } from "../../seed/synthetic-unit.ts";
import { realApp, signIn } from "../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { sweepRejected } from "./registration.routes.ts";

/** Guests register for accounts, and an administrator decides. */
let app: TestApp;
let admin: TestUser;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
});
after(() => app.close());
beforeEach(() => app.pool.query("delete from rate_count"));

let made = 0;
const form = (more: object = {}) => ({
  tenantId: "000000",
  name: "李机构",
  account: `guest${++made}x`,
  password: "Register-7qv-26",
  password2: "Register-7qv-26",
  applyKind: "1",
  creditCode: syntheticCreditCode(7001),
  phone: `139${String(made).padStart(8, "0")}`,
  ...more,
});
/** What the administrator reads from a resident identity card. */
const aCard = () => ({ idNumber: syntheticPerson(5_000 + ++made).idNumber, education: "40" });
const accountOf = async (userId: string): Promise<string> =>
  (await app.pool.query("select account_id from app_user where id = $1", [userId])).rows[0].account_id;
const pending = async (account: string) =>
  (await admin.list(registrationCalls.list, { account_equal: account })).records[0];
const role = async (alias: string): Promise<string> =>
  (await app.pool.query("select id from role where role_alias = $1", [alias])).rows[0].id;

async function register(more: object = {}) {
  const input = form(more);
  await app.stranger.call(registrationCalls.register, input as never);
  const row = await pending(input.account);
  assert.ok(row);
  return { ...input, id: row.id };
}

describe("Registration.register", () => {
  it("a guest cannot sign in until User.update approves them with role and department", async () => {
    const http = await realApp(app);
    const encrypted = `04${sm2.doEncrypt("Register-7qv-26", sm2Pairs(app.keys)[0].publicKey, 1)}`;
    const guest = await register({ password: encrypted, password2: encrypted, applyKind: "3", creditCode: null });
    assert.equal(
      (await signIn(http, guest.account, { loginType: "2", password: "Register-7qv-26" })).json().error_description,
      "账号待审核，请耐心等待管理员通过",
    );
    assert.equal(
      (await admin.refused(userCalls.update, { id: guest.id, status: "1", roleId: [] })).errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (await admin.refused(userCalls.update, { id: guest.id, status: "1", roleId: [await role("clerk")] })).errorCode,
      "ROLE_DENIED",
      "a role of another side",
    );
    // Unless another role is chosen, it is the default role of the kind of registration.
    await admin.call(userCalls.update, { id: guest.id, status: "1", ...aCard() } as never);
    assert.equal(
      (await signIn(http, guest.account, { loginType: "2", password: "Register-7qv-26" })).json().authority,
      "student",
    );
    const texts = await app.pool.query(`select template from sms_message where biz_type = 'User' and biz_id = $1`, [
      guest.id,
    ]);
    assert.deepEqual(texts.rows, [{ template: "ACCOUNT_OK" }]);
    const told = await app.pool.query(
      `select 1 from message where target_kind = 'role' and target = 'sysAdmin' and link = '/system/register'`,
    );
    assert.ok((told.rowCount ?? 0) > 0);
    await http.close();
  });

  it("names missing and invalid fields, and refuses a taken account (ACCOUNT_DUP)", async () => {
    for (const [more, field] of [
      [{ tenantId: "" }, "tenantId"],
      [{ tenantId: "000009" }, "tenantId"],
      [{ account: "" }, "account"],
      [{ account: syntheticPerson(812).idNumber }, "account"],
      [{ password: "" }, "password"],
      [{ password2: "Another-7qv-26" }, "password2"],
      [{ password: "short1", password2: "short1" }, "password"],
      [{ creditCode: null }, "creditCode"],
      [{ creditCode: "123" }, "creditCode"],
      [{ phone: "123" }, "phone"],
      [{ applyKind: "9" }, "applyKind"],
    ] as const)
      assert.equal(
        (await app.stranger.refused(registrationCalls.register, form(more))).failures[0]?.field,
        field,
        JSON.stringify(more),
      );
    for (const reserved of ["U010", "s00000123"])
      assert.equal(
        (await app.stranger.refused(registrationCalls.register, form({ account: reserved }))).errorCode,
        "ACCOUNT_DUP",
        reserved,
      );
    assert.match(
      (await app.stranger.refused(registrationCalls.register, form({ password2: "Another-7qv-26" }))).msg,
      /两次密码输入不一致/,
    );
  });

  it("of two concurrent calls for one account one succeeds", async () => {
    const account = `same${++made}`;
    const both = await Promise.allSettled(
      ["13911110001", "13911110002"].map((phone) =>
        app.stranger.call(registrationCalls.register, form({ account, phone }) as never),
      ),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  });

  it("ignores role, department and status, and limits calls from one address (RATE_LIMIT)", async () => {
    const guest = await register({ status: "1", roleId: ["1"], deptId: "1", orgId: "1", audience: "bureau" });
    assert.deepEqual(
      (
        await app.pool.query(
          "select status, dept_id, org_id, audience, (select count(*)::int from user_role where user_id = u.id) as roles from app_user u where id = $1",
          [guest.id],
        )
      ).rows[0],
      { status: "0", dept_id: null, org_id: null, audience: "institution", roles: 0 },
    );
    await app.pool.query("update rate_count set n = 20");
    assert.equal((await app.stranger.refused(registrationCalls.register, form())).errorCode, "RATE_LIMIT");
  });
});

describe("User.update of a student's registration", () => {
  const aStudent = (more: object = {}) => register({ applyKind: "3", creditCode: null, name: "周学员", ...more });
  const approve = (id: string, card: object) => ({ id, status: "1", ...card }) as never;

  it("opens the student account with the user, who then has the student side", async () => {
    const guest = await aStudent();
    const card = aCard();
    await admin.call(userCalls.update, approve(guest.id, card));
    const student = app.as("student", { userId: guest.id, accountId: await accountOf(guest.id) });
    const own = await student.call(studentAccountCalls.getStudentAccountByCurrentUser, {} as never);
    assert.deepEqual([own.name, own.idNumber, own.education, own.phone], ["周学员", card.idNumber, "40", guest.phone]);
  });

  it("needs the ID number and the education (FIELD_INVALID, ID_INVALID), and leaves the registration waiting", async () => {
    const guest = await aStudent();
    for (const [card, code, field] of [
      [{ education: "40" }, "FIELD_INVALID", "idNumber"],
      [{ idNumber: aCard().idNumber }, "FIELD_INVALID", "education"],
      [{ ...aCard(), idNumber: "110101199001011230" }, "ID_INVALID", "idNumber"],
    ] as const) {
      const refused = await admin.refused(userCalls.update, approve(guest.id, card));
      assert.deepEqual([refused.errorCode, refused.failures[0]?.field], [code, field]);
    }
    assert.equal((await pending(guest.account))?.status, "0");
  });

  it("refuses a number that somebody signs in with (ACCOUNT_DUP), and gives an account whose user was removed to the same person alone (ID_MISMATCH)", async () => {
    const card = aCard();
    const first = await aStudent();
    await admin.call(userCalls.update, approve(first.id, card));
    const second = await aStudent();
    const refused = await admin.refused(userCalls.update, approve(second.id, card));
    assert.equal(refused.errorCode, "ACCOUNT_DUP");
    assert.match(refused.msg, /已有学员账号/);
    await app.pool.query("update app_user set is_deleted = 1 where id = $1", [first.id]);
    const other = await aStudent({ name: "吴学员" });
    assert.equal((await admin.refused(userCalls.update, approve(other.id, card))).errorCode, "ID_MISMATCH");
    await admin.call(userCalls.update, approve(second.id, card));
    assert.equal(await accountOf(second.id), await accountOf(first.id));
  });

  it("of two approvals of one number at once one succeeds", async () => {
    const card = aCard();
    const both = [await aStudent(), await aStudent()];
    const results = await Promise.allSettled(both.map(({ id }) => admin.call(userCalls.update, approve(id, card))));
    assert.deepEqual(results.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  });
});

describe("User.update", () => {
  it("needs the department of an enterprise to approve it (FIELD_INVALID)", async () => {
    const { id: deptId } = await admin.call(departmentCalls.submit, {
      orgName: "某某制造有限公司",
      deptCategory: "3",
      creditCode: syntheticCreditCode(7002),
      sort: 1,
    } as never);
    const guest = await register({ applyKind: "2" });
    const refused = await admin.refused(userCalls.update, {
      id: guest.id,
      status: "1",
      roleId: [await role("entAdmin")],
    });
    assert.deepEqual([refused.errorCode, refused.failures[0]?.field], ["FIELD_INVALID", "deptId"]);
    const { id: section } = await admin.call(departmentCalls.submit, {
      orgName: "信访科",
      deptCategory: "1",
      sort: 9,
    } as never);
    const bureau = await admin.refused(userCalls.update, {
      id: guest.id,
      status: "1",
      deptId: section,
      roleId: [await role("entAdmin")],
    });
    assert.deepEqual(
      [bureau.errorCode, bureau.failures[0]?.field],
      ["FIELD_INVALID", "deptId"],
      "a section of the bureau is no enterprise",
    );
    await admin.call(userCalls.update, {
      id: guest.id,
      status: "1",
      deptId,
      roleId: [await role("entAdmin")],
    } as never);
    assert.deepEqual(
      (
        await app.pool.query("select dept_id, ent_id, login_type, audience, status from app_user where id = $1", [
          guest.id,
        ])
      ).rows[0],
      { dept_id: deptId, ent_id: deptId, login_type: "3", audience: "enterprise", status: "1" },
    );
  });

  it("rejects with a reason (REASON_REQUIRED) and an SMS; the account name is free after thirty days", async () => {
    const guest = await register();
    assert.equal((await admin.refused(userCalls.update, { id: guest.id, status: "4" })).errorCode, "REASON_REQUIRED");
    await admin.call(userCalls.update, { id: guest.id, status: "4", reason: "资料不符" } as never);
    assert.equal((await pending(guest.account))?.stateReason, "资料不符");
    assert.equal(
      (await admin.refused(userCalls.update, { id: guest.id, status: "1", roleId: [await role("orgAdmin")] }))
        .errorCode,
      "STATE_ILLEGAL",
    );
    assert.equal(
      (await app.stranger.refused(registrationCalls.register, form({ account: guest.account }))).errorCode,
      "ACCOUNT_DUP",
    );
    await sweepRejected(app);
    assert.ok(await pending(guest.account));
    await app.pool.query(`update app_user set update_time = now() - interval '31 days' where id = $1`, [guest.id]);
    await sweepRejected(app);
    assert.equal(await pending(guest.account), undefined);
    await register({ account: guest.account });
  });
});

describe("Registration.list", () => {
  it("and Registration.detail and User.update refuse actors without the right (ROLE_DENIED)", async () => {
    const guest = await register();
    assert.equal((await app.as("clerk").refused(registrationCalls.list, {})).errorCode, "ROLE_DENIED");
    assert.equal(
      (
        await app
          .as("leader", { permissions: new Set(["user_edit"]) })
          .refused(userCalls.update, { id: guest.id, status: "4", reason: "x" })
      ).errorCode,
      "ROLE_DENIED",
    );
    assert.equal(
      (await app.as("auditor").call(registrationCalls.detail, { id: guest.id })).phone,
      `${guest.phone.slice(0, 3)}****${guest.phone.slice(-4)}`,
    );
  });
});
