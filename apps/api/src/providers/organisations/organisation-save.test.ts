import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { organisationCalls as calls } from "@jipei/contract/providers/organisation.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import {
  aClassroom,
  aHiredTeacher,
  anOrgCourse,
  anOrganisation,
  filing,
} from "../../../test/factories/organisation.ts";
import { aStandard } from "../../../test/factories/teaching.ts";
import { anAccount } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { hashPassword } from "../../core/security/password.ts";

/** Institutions: filing, changes, sign-in account. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const switchTo = (user: TestUser, id: string, state: string, reason?: string) =>
  user.call(calls.stateSwitching, { ids: id, state, reason: reason ?? null } as never);

/** An institution that filed itself and waits. */
async function aFiling(overrides: Record<string, unknown> = {}) {
  const applicant = app.as("orgAdmin");
  const { id } = await applicant.call(calls.save, filing(overrides) as never);
  return { id, admin: app.as("orgAdmin", { orgId: id }) };
}

describe("the factories", () => {
  it("give an institution what it needs to teach", async () => {
    const organisation = await anOrganisation(app);
    const { courseId } = await anOrgCourse(app, { orgId: organisation.id });
    assert.equal((await aStandard(app, { courseId })).standardAmount, "1500.00");
    await aHiredTeacher(app, { orgId: organisation.id, courseIds: [courseId] });
    await aClassroom(app, { orgId: organisation.id });
    const own = await organisation.admin.call(calls.usedByOrg, undefined as never);
    assert.equal(own.fulltimeTeacherCount, 1);
    assert.match(own.orgNo ?? "", /^J\d{4}$/);
  });
});

describe("Organisation.save", () => {
  it("3-1: lets a filing wait for approval, and refuses the same credit code or name (ORG_DUP)", async () => {
    const { id } = await aFiling();
    const row = await clerk.call(calls.detail, { id });
    assert.deepEqual([row.state, row.orgNo, row.auditList.length], ["unConfirm", null, 1]);
    const again = { ...filing(), creditCode: row.creditCode };
    assert.equal((await app.as("orgAdmin").refused(calls.save, again)).errorCode, "ORG_DUP");
    assert.equal((await app.as("orgAdmin").refused(calls.save, filing({ orgName: row.orgName }))).errorCode, "ORG_DUP");
    const wrong = await app.as("orgAdmin").refused(calls.save, filing({ creditCode: "91329999MA0TEXT12B" }));
    assert.deepEqual([wrong.errorCode, wrong.msg], ["FIELD_INVALID", "统一社会信用代码校验位错误"]);
  });

  it("3-1: lets whoever files an institution go on signing in by their name, and change it once", async () => {
    const { userId, account } = await anAccount(app, { loginType: "1", roles: ["orgAdmin"] });
    const { id } = await app
      .as("orgAdmin", { userId, account })
      .call(calls.save, filing({ account: "another1" }) as never);
    assert.equal((await clerk.call(calls.detail, { id })).account, account);
    await switchTo(clerk, id, "isUser");
    await app.as("orgAdmin", { userId, account, orgId: id }).call(calls.save, { id, account: `${account}c` } as never);
    assert.equal(
      (await app.db.selectFrom("appUser").select("account").where("id", "=", userId).executeTakeFirstOrThrow()).account,
      `${account}c`,
    );
  });

  it("3-1: needs the licence of a private school (ATTACH_REQUIRED)", async () => {
    const applicant = app.as("orgAdmin");
    const school = filing({
      orgType: "1",
      licenseNo: "人社民3204814000001",
      licenseStartDate: "2024-01-01",
      licenseExpireDate: "2030-12-31",
    });
    assert.equal((await applicant.refused(calls.save, school)).errorCode, "ATTACH_REQUIRED");
    const { id } = await applicant.call(calls.save, {
      ...school,
      licenseFiles: [await anAttachment(app, applicant, "办学许可证.pdf")],
    } as never);
    assert.deepEqual(
      (await clerk.call(calls.detail, { id })).documentList.map((row) => [row.attachType, row.fileName]),
      [["01", "办学许可证.pdf"]],
    );
  });

  it("3-2: adds an active institution for the bureau, makes account and number, and sends no password", async () => {
    const organisation = await anOrganisation(app);
    assert.equal(organisation.state, "isUser");
    const users = await app.db.selectFrom("appUser").selectAll().where("orgId", "=", organisation.id).execute();
    assert.deepEqual(
      users.map((user) => [user.account, user.loginType, user.audience, user.status]),
      [[organisation.account, "1", "institution", "1"]],
    );
    const messages = await app.db.selectFrom("smsMessage").selectAll().where("bizId", "=", organisation.id).execute();
    assert.deepEqual(
      messages.map((message) => [
        message.template,
        app.cipher.decrypt(message.body as string).includes(organisation.orgNo as string),
      ]),
      [["ORG_OK", true]],
    );
    assert.equal(
      (await app.db.selectFrom("smsMessage").selectAll().where("template", "=", "PASSWORD_RESET").execute()).length,
      0,
    );
  });

  it("3-9: lets a change of approved facts wait beside them, and applies the rest at once", async () => {
    const organisation = await anOrganisation(app);
    const { id, admin } = organisation;
    await admin.call(calls.save, {
      id,
      orgName: "新名职业培训学校",
      bankAccountName: "新名职业培训学校",
      bankAccount: "6222999988887777",
      contact: "李老师",
    } as never);
    const waiting = await clerk.call(calls.detail, { id });
    assert.deepEqual(
      [waiting.state, waiting.changePending, waiting.orgName, waiting.contact],
      ["isUser", "1", organisation.orgName, "李老师"],
    );
    assert.deepEqual(waiting.pendingChange, {
      orgName: "新名职业培训学校",
      bankAccountName: "新名职业培训学校",
      bankAccount: "6222********7777",
    });
    const stored = await app.db
      .selectFrom("organisation")
      .select("pendingChange")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(stored).includes("6222999988887777"), "bank data stay encrypted while they wait");
    await switchTo(clerk, id, "isUser");
    const after = await admin.call(calls.usedByOrg, undefined as never);
    assert.deepEqual(
      [after.orgName, after.bankAccount, after.changePending, after.pendingChange],
      ["新名职业培训学校", "6222999988887777", "0", null],
    );
    assert.equal(
      (await app.as("clerk").refused(calls.stateSwitching, { ids: id, state: "isUser" })).errorCode,
      "STATE_ILLEGAL",
    );
    await admin.call(calls.save, { id, siteArea: "120" } as never);
    assert.match((await app.as("clerk").refused(calls.stateSwitching, { ids: id, state: "isUser" })).msg, /300/);
  });

  it("3-9: a change is returned, or taken back by filing the old values", async () => {
    const { id, admin, orgName } = await anOrganisation(app);
    await admin.call(calls.save, { id, orgName: `${orgName}甲`, bankAccountName: `${orgName}甲` } as never);
    await switchTo(clerk, id, "back", "名称未核准");
    const returned = await admin.call(calls.usedByOrg, undefined as never);
    assert.deepEqual(
      [returned.state, returned.changePending, returned.backReason, returned.orgName],
      ["isUser", "0", "名称未核准", orgName],
    );
    await admin.call(calls.save, { id, trainScope: "无所不包" } as never);
    await admin.call(calls.save, { id, trainScope: returned.trainScope } as never);
    assert.equal((await admin.call(calls.usedByOrg, undefined as never)).changePending, "0");
    await admin.call(calls.save, { id, bankName: "工商银行" } as never);
    await admin.call(calls.save, { id, contact: "赵老师" } as never);
    await admin.call(calls.save, { id, trainScope: "电工" } as never);
    assert.deepEqual((await admin.call(calls.usedByOrg, undefined as never)).pendingChange, {
      bankName: "工商银行",
      trainScope: "电工",
    });
    await admin.call(calls.save, { id, bankName: "中国银行" } as never);
    assert.deepEqual((await admin.call(calls.usedByOrg, undefined as never)).pendingChange, { trainScope: "电工" });
    const taken = (await anOrganisation(app)).orgName;
    assert.equal(
      (await admin.refused(calls.save, { id, orgName: taken, bankAccountName: taken })).errorCode,
      "ORG_DUP",
    );
  });

  it("takes one of two filings with one credit code at once", async () => {
    const duplicate = filing();
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) =>
        app.as("orgAdmin").call(calls.save, {
          ...duplicate,
          orgName: `${duplicate.orgName}${n}`,
          bankAccountName: `${duplicate.orgName}${n}`,
          account: `${duplicate.account}x${n}`,
        } as never),
      ),
    );
    assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 1);
  });

  it("changes the sign-in account of an approved institution once (FIELD_FROZEN), never to that of another (ACCOUNT_DUP)", async () => {
    const one = await anOrganisation(app);
    const other = await anOrganisation(app);
    const { admin } = await aFiling();
    const waiting = await admin.call(calls.usedByOrg, undefined as never);
    await clerk.call(calls.stateSwitching, { ids: waiting.id, state: "back", reason: "材料不全" } as never);
    assert.equal((await admin.refused(calls.save, { id: waiting.id, account: "early1" })).errorCode, "FIELD_FROZEN");
    for (const taken of [other.account.toUpperCase(), "u010"])
      assert.equal(
        (await one.admin.refused(calls.save, { id: one.id, account: taken })).errorCode,
        "ACCOUNT_DUP",
        taken,
      );
    const account = `${one.account.slice(0, 20)}new`;
    await one.admin.call(calls.save, { id: one.id, account } as never);
    const row = await one.admin.call(calls.usedByOrg, undefined as never);
    assert.deepEqual([row.account, row.accountChanged, row.changePending], [account, "1", "0"]);
    const users = await app.db.selectFrom("appUser").select("account").where("orgId", "=", one.id).execute();
    assert.deepEqual(
      users.map((user) => user.account),
      [account],
    );
    assert.equal(
      (await one.admin.refused(calls.save, { id: one.id, account: `${account}2` })).errorCode,
      "FIELD_FROZEN",
    );
    // Sent along unchanged it is no change.
    await one.admin.call(calls.save, { id: one.id, account, contact: "王五" } as never);
  });
});

describe("Organisation.list", () => {
  it("shows an institution itself only, the bureau the pending ones first, a student what stands on the door", async () => {
    const contactPhone = "13800001234";
    const one = await anOrganisation(app, { contactPhone });
    const other = await anOrganisation(app);
    assert.equal((await one.admin.refused(calls.detail, { id: other.id })).errorCode, "NOT_FOUND");
    assert.deepEqual(
      (await one.admin.list<any>(calls.list, {})).records.map((row: any) => row.id),
      [one.id],
    );
    await aFiling();
    assert.equal((await clerk.list<any>(calls.usedByManage, {})).records[0].state, "unConfirm");
    const seen = (await app.as("student").list<any>(calls.list, { orgName: one.orgName })).records[0];
    assert.deepEqual([seen.orgName, seen.legalPhone, seen.bankAccount, seen.account], [one.orgName, null, null, null]);
    assert.equal((await one.admin.call(calls.idOfCurrentUser, undefined as never)) as unknown, one.id);
    assert.equal(
      (await clerk.list<any>(calls.list, { contactPhone, regionCode_likeright: "3204" })).records[0].contactPhone,
      "138****1234",
    );
  });
});

describe("Organisation.changePasswords", () => {
  it("checks the own password, and changes it with the old one, by the rules", async () => {
    const organisation = await anOrganisation(app);
    const { id: userId } = await app.db
      .selectFrom("appUser")
      .select("id")
      .where("orgId", "=", organisation.id)
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable("appUser")
      .set({ passwordHash: await hashPassword("Oldpass-7qv-123") })
      .where("id", "=", userId)
      .execute();
    const admin = app.as("orgAdmin", { orgId: organisation.id, userId });
    assert.equal((await admin.call(calls.validPasswords, { password: "Oldpass-7qv-123" })) as unknown, true);
    assert.equal((await admin.call(calls.validPasswords, { password: "Oldpass-7qv-124" })) as unknown, false);
    assert.equal(
      (await admin.refused(calls.changePasswords, { oldPassword: "wrong1234", password: "Newpass-7qv-123" }))
        .failures[0]?.field,
      "oldPassword",
    );
    assert.equal(
      (await admin.refused(calls.changePasswords, { oldPassword: "Oldpass-7qv-123", password: "short1" })).failures[0]
        ?.field,
      "password",
    );
    await admin.call(calls.changePasswords, { oldPassword: "Oldpass-7qv-123", password: "Newpass-7qv-123" });
    assert.equal((await admin.call(calls.validPasswords, { password: "Newpass-7qv-123" })) as unknown, true);
    for (let n = 0; n < 4; n++) await admin.call(calls.validPasswords, { password: `Guess${n}guess` });
    assert.equal((await admin.refused(calls.validPasswords, { password: "Newpass-7qv-123" })).errorCode, "RATE_LIMIT");
  });
});
