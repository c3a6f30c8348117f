import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { organisationCalls as calls } from "@jipei/contract/providers/organisation.ts";
import { organisationDocumentCalls } from "@jipei/contract/providers/organisation-document.ts";
import { sql } from "kysely";
import { addDays, today } from "../../core/foundation/clock.ts";
import { remindOrganisations } from "../reminders.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { aCommittedClass, aHeldClass } from "../../../test/factories/class.ts";
import { aHiredTeacher, anOrganisation, filing } from "../../../test/factories/organisation.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Institutions: moves and reminders. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const switchTo = (user: TestUser, id: string, state: string, reason?: string) =>
  user.call(calls.stateSwitching, { ids: id, state, reason: reason ?? null } as never);
const findState = async (id: string) => (await clerk.call(calls.detail, { id })).state;

/** An institution that filed itself and waits. */
async function aFiling(overrides: Record<string, unknown> = {}) {
  const applicant = app.as("orgAdmin");
  const { id } = await applicant.call(calls.save, filing(overrides) as never);
  return { id, admin: app.as("orgAdmin", { orgId: id }) };
}

describe("Organisation.stateSwitching", () => {
  it("3-3: approves a complete filing with a large site and a licence in force", async () => {
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
    assert.equal(
      (await clerk.refused(calls.stateSwitching, { ids: id, state: "unConfirm" })).errorCode,
      "FIELD_INVALID",
    );
  });

  it("3-4, 3-5: a returned filing is corrected by its institution and waits again", async () => {
    const { id, admin } = await aFiling();
    assert.equal((await admin.refused(calls.save, { id, contact: "李老师" })).errorCode, "STATE_ILLEGAL");
    assert.equal(
      (await clerk.refused(calls.stateSwitching, { ids: id, state: "back", reason: "  " })).errorCode,
      "REASON_REQUIRED",
    );
    assert.equal(
      (await app.as("sysAdmin").refused(calls.stateSwitching, { ids: id, state: "back", reason: "材料不全" }))
        .errorCode,
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

  it("3-6, 3-7: suspends with a reason, and resumes unless the grade is D (ORG_GRADE_D)", async () => {
    const { id } = await anOrganisation(app);
    await switchTo(clerk, id, "unUser", "年检不合格");
    assert.deepEqual(
      [await findState(id), (await clerk.call(calls.detail, { id })).stateReason],
      ["unUser", "年检不合格"],
    );
    await clerk.call(calls.save, { id, creditGrade: "D" } as never);
    assert.equal((await clerk.refused(calls.stateSwitching, { ids: id, state: "isUser" })).errorCode, "ORG_GRADE_D");
    await clerk.call(calls.save, { id, creditGrade: "C" } as never);
    await switchTo(clerk, id, "isUser");
    assert.equal(await findState(id), "isUser");
  });

  it("3-8: cancels a suspended institution without open business, for good", async () => {
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
    assert.equal(await findState(id), "Invalidate");
    assert.equal(
      (await app.db.selectFrom("appUser").select("status").where("orgId", "=", id).executeTakeFirstOrThrow()).status,
      "2",
    );
    for (const user of [clerk, admin])
      assert.equal((await user.refused(calls.save, { id, contact: "李老师" })).errorCode, "STATE_ILLEGAL");
  });

  it("3-6, 3-8: suspending returns the classes that wait; running ones keep an institution from being cancelled (ORG_HAS_BUSINESS)", async () => {
    const waiting = await aCommittedClass(app);
    const { orgId } = waiting.base;
    await switchTo(clerk, orgId, "unUser", "停办");
    const row = await app.db
      .selectFrom("trainingClass")
      .selectAll()
      .where("id", "=", waiting.classId)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.status, row.backReason], ["unCommit", "停办"]);
    assert.equal(
      (
        await app.db
          .selectFrom("organisationPlan")
          .select("usedHeadcount")
          .where("id", "=", waiting.orgPlanId)
          .executeTakeFirstOrThrow()
      ).usedHeadcount,
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
});

describe("Organisation.resetPassword", () => {
  it("3-10: sends a random password, to be changed at the next sign-in", async () => {
    const { id } = await anOrganisation(app);
    await clerk.call(calls.resetPassword, { id });
    const user = await app.db.selectFrom("appUser").selectAll().where("orgId", "=", id).executeTakeFirstOrThrow();
    assert.equal(user.mustChange, 1);
    const message = await app.db
      .selectFrom("smsMessage")
      .selectAll()
      .where("bizId", "=", user.id)
      .where("template", "=", "PASSWORD_RESET")
      .executeTakeFirstOrThrow();
    assert.match(app.cipher.decrypt(message.body as string), /密码已重置为[a-z2-9]{10}，/);
    assert.equal((await app.as("firstReviewer").refused(calls.resetPassword, { id })).errorCode, "ROLE_DENIED");
  });
});

describe("Organisation.remove", () => {
  it("3-11: removes a filing without business only", async () => {
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
});

describe("remindOrganisations", () => {
  it("notifies an institution once, thirty days before a licence, a hire or a document expires", async () => {
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
      told.map((row) => row.textZh),
      [(await clerk.call(calls.detail, { id })).orgName, hired.name, "消防.pdf"],
    );
  });
});
