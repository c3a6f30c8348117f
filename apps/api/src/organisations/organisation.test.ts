import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { organisationCalls as calls } from "@jipei/contract/organisations/organisation.ts";
import { organisationDocumentCalls } from "@jipei/contract/organisations/organisation-document.ts";
import { sql } from "kysely";
import { addDays, today } from "../core/clock.ts";
import { remindOrganisations } from "./reminders.ts";
import { anAttachment } from "../../test/factories/attachment.ts";
import { aCommittedClass, aHeldClass } from "../../test/factories/class.ts";
import { aClassroom, aHiredTeacher, anOrgCourse, anOrganisation, filing } from "../../test/factories/organisation.ts";
import { aStandard } from "../../test/factories/teaching.ts";
import { anAccount } from "../../test/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/test-app.ts";
import { hashPassword } from "../core/password.ts";

/** Standing of an institution, by the numbers of its moves. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const switchTo = (user: TestUser, id: string, state: string, reason?: string) =>
  user.call(calls.stateSwitching, { ids: id, state, reason: reason ?? null } as never);
const stateOf = async (id: string) => (await clerk.call(calls.detail, { id })).state;

/** An institution that filed itself and waits. */
async function aFiling(overrides: Record<string, unknown> = {}) {
  const applicant = app.as("orgAdmin");
  const { id } = await applicant.call(calls.save, filing(overrides) as never);
  return { id, admin: app.as("orgAdmin", { orgId: id }) };
}

test("an institution has what it needs to teach", async () => {
  const organisation = await anOrganisation(app);
  const { courseId } = await anOrgCourse(app, { orgId: organisation.id });
  assert.equal((await aStandard(app, { courseId })).standardAmount, "1500.00");
  await aHiredTeacher(app, { orgId: organisation.id, courseIds: [courseId] });
  await aClassroom(app, { orgId: organisation.id });
  const own = await organisation.admin.call(calls.usedByOrg, undefined as never);
  assert.equal(own.fulltimeTeacherCount, 1);
  assert.match(own.orgNo ?? "", /^J\d{4}$/);
});

test("3-1: a filing waits for approval; the same credit code or name is refused", async () => {
  const { id } = await aFiling();
  const row = await clerk.call(calls.detail, { id });
  assert.deepEqual([row.state, row.orgNo, row.auditList.length], ["unConfirm", null, 1]);
  const again = { ...filing(), creditCode: row.creditCode };
  assert.equal((await app.as("orgAdmin").refused(calls.save, again)).errorCode, "ORG_DUP");
  assert.equal((await app.as("orgAdmin").refused(calls.save, filing({ orgName: row.orgName }))).errorCode, "ORG_DUP");
  const wrong = await app.as("orgAdmin").refused(calls.save, filing({ creditCode: "91329999MA0TEXT12B" }));
  assert.deepEqual([wrong.errorCode, wrong.msg], ["FIELD_INVALID", "统一社会信用代码校验位错误"]);
});

test("3-1: whoever files an institution goes on signing in by the name he has, and may change it once", async () => {
  const { userId, account } = await anAccount(app, { loginType: "1", roles: ["orgAdmin"] });
  const { id } = await app
    .as("orgAdmin", { userId, account })
    .call(calls.save, filing({ account: "another1" }) as never);
  assert.equal((await clerk.call(calls.detail, { id })).account, account);
  await switchTo(clerk, id, "isUser");
  await app.as("orgAdmin", { userId, account, orgId: id }).call(calls.save, { id, account: `${account}c` } as never);
  assert.equal(
    (await app.db.selectFrom("appUser").select("account").where("id", "=", userId).executeTakeFirstOrThrow())[
      "account"
    ],
    `${account}c`,
  );
});

test("3-1: a private school files its licence with it", async () => {
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

test("3-2: the bureau adds an active institution; account and number are made, the message has no password", async () => {
  const organisation = await anOrganisation(app);
  assert.equal(organisation.state, "isUser");
  const users = await app.db.selectFrom("appUser").selectAll().where("orgId", "=", organisation.id).execute();
  assert.deepEqual(
    users.map((user) => [user["account"], user["loginType"], user["audience"], user["status"]]),
    [[organisation.account, "1", "institution", "1"]],
  );
  const messages = await app.db.selectFrom("smsMessage").selectAll().where("bizId", "=", organisation.id).execute();
  assert.deepEqual(
    messages.map((message) => [
      message["template"],
      app.cipher.decrypt(message["body"]).includes(organisation.orgNo as string),
    ]),
    [["ORG_OK", true]],
  );
  assert.equal(
    (await app.db.selectFrom("smsMessage").selectAll().where("template", "=", "PASSWORD_RESET").execute()).length,
    0,
  );
});

test("3-3: approval needs a complete filing, a large site, a licence in force", async () => {
  const open = await aFiling({ bankAccount: null, bankName: null, bankAccountName: null });
  assert.equal(
    (await clerk.refused(calls.stateSwitching, { ids: open.id, state: "isUser" })).errorCode,
    "BANK_REQUIRED",
  );
  const small = await aFiling({ siteArea: "299.99" });
  assert.match((await clerk.refused(calls.stateSwitching, { ids: small.id, state: "isUser" })).msg, /300/);
  const expired = await aFiling({ licenseExpireDate: "2020-01-01" });
  assert.equal(
    (await clerk.refused(calls.stateSwitching, { ids: expired.id, state: "isUser" })).errorCode,
    "LICENSE_EXPIRED",
  );
  const { id } = await aFiling({ siteArea: "300" });
  await switchTo(clerk, id, "isUser");
  const row = await clerk.call(calls.detail, { id });
  assert.deepEqual([row.state, /^J\d{4}$/.test(row.orgNo ?? "")], ["isUser", true]);
  assert.equal((await clerk.refused(calls.stateSwitching, { ids: id, state: "unConfirm" })).errorCode, "FIELD_INVALID");
});

test("3-4, 3-5: a returned filing is corrected by its institution and waits again", async () => {
  const { id, admin } = await aFiling();
  assert.equal((await admin.refused(calls.save, { id, contact: "李老师" })).errorCode, "STATE_ILLEGAL");
  assert.equal(
    (await clerk.refused(calls.stateSwitching, { ids: id, state: "back", reason: "  " })).errorCode,
    "REASON_REQUIRED",
  );
  assert.equal(
    (await app.as("sysAdmin").refused(calls.stateSwitching, { ids: id, state: "back", reason: "材料不全" })).errorCode,
    "ROLE_DENIED",
  );
  await switchTo(clerk, id, "back", "材料不全");
  const stranger = (await anOrganisation(app)).admin;
  assert.equal((await stranger.refused(calls.save, { id, contact: "李老师" })).errorCode, "NOT_OWNER");
  await admin.call(calls.save, { id, contact: "李老师" } as never);
  const row = await clerk.call(calls.detail, { id });
  assert.deepEqual(
    [row.state, row.contact, row.auditList.map((entry) => entry.action)],
    ["unConfirm", "李老师", ["save", "back", "save", "resubmit"]],
  );
});

test("3-6, 3-7: suspended with a reason, active again unless of grade D", async () => {
  const { id } = await anOrganisation(app);
  await switchTo(clerk, id, "unUser", "年检不合格");
  assert.deepEqual([await stateOf(id), (await clerk.call(calls.detail, { id })).stateReason], ["unUser", "年检不合格"]);
  await clerk.call(calls.save, { id, creditGrade: "D" } as never);
  assert.equal((await clerk.refused(calls.stateSwitching, { ids: id, state: "isUser" })).errorCode, "ORG_GRADE_D");
  await clerk.call(calls.save, { id, creditGrade: "C" } as never);
  await switchTo(clerk, id, "isUser");
  assert.equal(await stateOf(id), "isUser");
});

test("3-8: only a suspended institution without open business is cancelled, and for good", async () => {
  const { id, admin } = await anOrganisation(app);
  const sysAdmin = app.as("sysAdmin");
  assert.equal(
    (await sysAdmin.refused(calls.stateSwitching, { ids: id, state: "Invalidate", reason: "注销" })).errorCode,
    "STATE_ILLEGAL",
  );
  await switchTo(clerk, id, "unUser", "停办");
  assert.equal(
    (await clerk.refused(calls.stateSwitching, { ids: id, state: "Invalidate", reason: "注销" })).errorCode,
    "ROLE_DENIED",
  );
  await switchTo(sysAdmin, id, "Invalidate", "机构申请注销");
  assert.equal(await stateOf(id), "Invalidate");
  assert.equal(
    (await app.db.selectFrom("appUser").select("status").where("orgId", "=", id).executeTakeFirstOrThrow())["status"],
    "2",
  );
  for (const user of [clerk, admin])
    assert.equal((await user.refused(calls.save, { id, contact: "李老师" })).errorCode, "STATE_ILLEGAL");
});

test("3-6, 3-8: suspending gives back what waits; classes still running keep an institution from being cancelled", async () => {
  const waiting = await aCommittedClass(app);
  const { orgId } = waiting.base;
  await switchTo(clerk, orgId, "unUser", "停办");
  const row = await app.db
    .selectFrom("trainingClass")
    .selectAll()
    .where("id", "=", waiting.classId)
    .executeTakeFirstOrThrow();
  assert.deepEqual([row["status"], row["backReason"]], ["unCommit", "停办"]);
  assert.equal(
    (
      await app.db
        .selectFrom("organisationPlan")
        .select("usedHeadcount")
        .where("id", "=", waiting.orgPlanId)
        .executeTakeFirstOrThrow()
    )["usedHeadcount"],
    0,
  );
  const running = await aHeldClass(app);
  await switchTo(clerk, running.base.orgId, "unUser", "停办");
  assert.equal(
    (
      await app
        .as("sysAdmin")
        .refused(calls.stateSwitching, { ids: running.base.orgId, state: "Invalidate", reason: "注销" })
    ).errorCode,
    "ORG_HAS_BUSINESS",
  );
  assert.equal(
    (await running.base.orgAdmin.refused(calls.stateSwitching, { ids: orgId, state: "isUser" })).errorCode,
    "ROLE_DENIED",
  );
});

test("3-9: a change of approved facts waits beside them, the rest applies at once", async () => {
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

test("3-9: a change may be returned, or taken back by filing the old values", async () => {
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
  assert.equal((await admin.refused(calls.save, { id, orgName: taken, bankAccountName: taken })).errorCode, "ORG_DUP");
});

test("3-10: a reset sends a random password to be changed at the next sign-in", async () => {
  const { id } = await anOrganisation(app);
  await clerk.call(calls.resetPassword, { id });
  const user = await app.db.selectFrom("appUser").selectAll().where("orgId", "=", id).executeTakeFirstOrThrow();
  assert.equal(user["mustChange"], 1);
  const message = await app.db
    .selectFrom("smsMessage")
    .selectAll()
    .where("bizId", "=", user["id"])
    .where("template", "=", "PASSWORD_RESET")
    .executeTakeFirstOrThrow();
  assert.match(app.cipher.decrypt(message["body"]), /密码已重置为[a-z2-9]{10}，/);
  assert.equal((await app.as("firstReviewer").refused(calls.resetPassword, { id })).errorCode, "ROLE_DENIED");
});

test("3-11: only a filing without business is removed", async () => {
  const { id, admin } = await aFiling();
  assert.equal((await admin.refused(calls.remove, { ids: id })).errorCode, "ROLE_DENIED");
  await sql`insert into teacher (teacher_no, name, id_type, id_number, id_number_hash, education, phone, phone_hash, title, teach_subject, data_source, is_valid, create_user, update_user) values ('JSX', 'x', '1', 'x', 'x', '20', 'x', 'x', 'x', 'x', '1', 'isValid', 0, 0)`.execute(
    app.db,
  );
  await sql`insert into teacher_hire (teacher_id, org_id, teacher_kind, start_date, end_date, create_user, update_user) select id, ${id}, '1', '2026-01-01', '2027-01-01', 0, 0 from teacher where teacher_no = 'JSX'`.execute(
    app.db,
  );
  const refused = await clerk.refused(calls.remove, { ids: id });
  assert.deepEqual([refused.errorCode, refused.failures.map((failure) => failure.id)], ["ORG_IN_USE", [id]]);
  await sql`update teacher_hire set is_deleted = 1 where org_id = ${id}`.execute(app.db);
  await clerk.call(calls.remove, { ids: id });
  assert.equal((await clerk.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
  const active = await anOrganisation(app);
  assert.equal((await clerk.refused(calls.remove, { ids: active.id })).errorCode, "STATE_ILLEGAL");
});

test("an institution sees itself only; the bureau sees the pending ones first; a student sees what stands on the door", async () => {
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

test("two filings with one credit code at once: one gets in", async () => {
  const twin = filing();
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) =>
      app
        .as("orgAdmin")
        .call(calls.save, {
          ...twin,
          orgName: `${twin["orgName"]}${n}`,
          bankAccountName: `${twin["orgName"]}${n}`,
          account: `${twin["account"]}x${n}`,
        } as never),
    ),
  );
  assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 1);
});

test("the sign-in account of an approved institution changes once, and nobody takes another one’s", async () => {
  const one = await anOrganisation(app);
  const other = await anOrganisation(app);
  const { admin } = await aFiling();
  const waiting = await admin.call(calls.usedByOrg, undefined as never);
  await clerk.call(calls.stateSwitching, { ids: waiting.id, state: "back", reason: "材料不全" } as never);
  assert.equal((await admin.refused(calls.save, { id: waiting.id, account: "early1" })).errorCode, "FIELD_FROZEN");
  for (const taken of [other.account.toUpperCase(), "u010"])
    assert.equal((await one.admin.refused(calls.save, { id: one.id, account: taken })).errorCode, "ACCOUNT_DUP", taken);
  const account = `${one.account.slice(0, 20)}new`;
  await one.admin.call(calls.save, { id: one.id, account } as never);
  const row = await one.admin.call(calls.usedByOrg, undefined as never);
  assert.deepEqual([row.account, row.accountChanged, row.changePending], [account, "1", "0"]);
  const users = await app.db.selectFrom("appUser").select("account").where("orgId", "=", one.id).execute();
  assert.deepEqual(
    users.map((user) => user["account"]),
    [account],
  );
  assert.equal((await one.admin.refused(calls.save, { id: one.id, account: `${account}2` })).errorCode, "FIELD_FROZEN");
  // Sent along unchanged it is no change.
  await one.admin.call(calls.save, { id: one.id, account, contact: "王五" } as never);
});

test("own password: checked, changed with the old one, by the rules", async () => {
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
    (await admin.refused(calls.changePasswords, { oldPassword: "wrong1234", password: "Newpass-7qv-123" })).failures[0]
      ?.field,
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

test("thirty days before, and once, an institution hears of a licence, a hire or a document that expires", async () => {
  const day = addDays(today(), 30);
  const { id, admin } = await anOrganisation(app, { licenseExpireDate: day });
  const hired = await aHiredTeacher(app, { orgId: id, endDate: day });
  await admin.call(organisationDocumentCalls.submit, {
    attachmentEntityList: [{ attachType: "05", attId: await anAttachment(app, admin, "消防.pdf"), expireDate: day }],
    delList: [],
  } as never);
  await app.db.transaction().execute(remindOrganisations);
  const told = await app.db
    .selectFrom("message")
    .selectAll()
    .where("targetKind", "=", "org")
    .where("target", "=", id)
    .where("titleZh", "like", "%30天后%")
    .orderBy("id")
    .execute();
  assert.deepEqual(
    told.map((row) => row["textZh"]),
    [(await clerk.call(calls.detail, { id })).orgName, hired.name, "消防.pdf"],
  );
});
