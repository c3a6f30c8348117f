import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { organisationCalls as calls } from "@jipei/contract/providers/organisation.ts";
import { claimCommit, claimDetail, financeResult } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { aClaim } from "../../../test/factories/assessment.ts";
import { aCompletedClaim, pay } from "../../../test/factories/claims/claim-review.ts";
import { anOrganisation, filing, storeAccount } from "../../../test/factories/organisation.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { moveClock } from "../../core/foundation/clock.ts";

/** E: one clerk alone set the account that money goes to. */
let app: TestApp;
let clerk: TestUser;
let second: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  second = app.as("clerk");
});
after(() => app.close());
afterEach(() => moveClock(0));
/** Days from approval until after the publicity. */
const past = 16;
const stolen = "6222999988887777";

const save = (user: TestUser, input: object) => user.call(calls.save, input as never);
const approve = (user: TestUser, id: string, version?: number) =>
  user.call(calls.stateSwitching, { ids: id, state: "isUser", version });
const refusedTo = async (user: TestUser, id: string, more: object = {}) =>
  (await user.refused(calls.stateSwitching, { ids: id, state: "isUser", ...more })).errorCode;
const open = (id: string) => clerk.call(calls.detail, { id });
const own = (admin: TestUser) => admin.call(calls.usedByOrg, undefined as never);
const sql = (text: string) => app.pool.query(text);

describe("Organisation.save by the bureau", () => {
  it("E: lets the account wait for a second person, and applies the rest at once; the filer does not approve it (SELF_REVIEW)", async () => {
    const { id, admin, bankAccount } = await anOrganisation(app);
    await save(clerk, { id, bankName: "工商银行", bankAccount: stolen, contact: "李老师" });
    const waiting = await open(id);
    assert.deepEqual(
      [waiting.contact, waiting.bankName, waiting.bankAccount, waiting.changePending, waiting.filerNames],
      ["李老师", "中国银行", bankAccount, "1", [clerk.actor.name]],
    );
    assert.deepEqual(waiting.pendingChange, { bankName: "工商银行", bankAccount: "6222********7777" });
    assert.equal(await refusedTo(clerk, id), "SELF_REVIEW");
    await approve(second, id);
    const after = await own(admin);
    assert.deepEqual([after.bankName, after.bankAccount, after.changePending], ["工商银行", stolen, "0"]);
    const accounts = (await open(id)).accountList;
    assert.deepEqual(
      accounts.map((one) => [one.bankAccount, one.filerNames, one.approverName]),
      [
        ["6222********7777", [clerk.actor.name], second.actor.name],
        [bankAccount, accounts[1]?.filerNames, accounts[1]?.approverName],
      ],
    );
    const { rows } = await sql(
      `select before, after from audit_record where biz_type = 'Organisation' and biz_id = '${id}' and action = 'approveAccount' order by id desc limit 1`,
    );
    assert.deepEqual(
      [rows[0].before.bankAccount, rows[0].after.bankAccount, rows[0].after.bankName],
      [bankAccount, "6222********7777", "工商银行"],
    );
  });

  it("E: lets the name wait too, for the account is in it; a value set back waits no longer", async () => {
    const { id, orgName } = await anOrganisation(app);
    const renamed = `${orgName}甲`;
    assert.equal((await clerk.refused(calls.save, { id, orgName: renamed })).errorCode, "FIELD_INVALID");
    await save(clerk, { id, orgName: renamed, bankAccountName: renamed });
    assert.equal((await open(id)).orgName, orgName);
    await save(clerk, { id, orgName, bankAccountName: orgName });
    const back = await open(id);
    assert.deepEqual([back.changePending, back.pendingChange, back.pendingFilers], ["0", null, null]);
  });

  it("E: records an institution with its account waiting; nothing is claimed for it until somebody else approves (BANK_REQUIRED)", async () => {
    const { id } = await clerk.call(calls.save, filing({ bankAccount: stolen }) as never);
    const recorded = await open(id);
    assert.deepEqual(
      [recorded.state, recorded.bankAccount, recorded.changePending, recorded.pendingChange?.bankAccount],
      ["isUser", null, "1", "6222********7777"],
    );
    assert.equal(await refusedTo(clerk, id), "SELF_REVIEW");
    await approve(app.as("sysAdmin"), id);
    assert.equal((await open(id)).bankAccount, "6222********7777");
  });

  it("E: of a change that several wrote none approves, an institution's user among them, whatever role they hold by then", async () => {
    const { id, admin } = await anOrganisation(app);
    await save(admin, { id, bankName: "工商银行" });
    await save(clerk, { id, bankAccount: stolen });
    const promoted = app.as("clerk", { userId: admin.actor.userId });
    for (const filer of [clerk, promoted]) assert.equal(await refusedTo(filer, id), "SELF_REVIEW");
    await approve(second, id);
    assert.equal((await own(admin)).bankAccount, stolen);
  });

  it("changes the account of a suspended institution only after it has resumed", async () => {
    const { id, admin } = await anOrganisation(app);
    await clerk.call(calls.stateSwitching, { ids: id, state: "unUser", reason: "年检不合格" });
    await save(clerk, { id, bankAccount: stolen });
    const suspended = await open(id);
    assert.deepEqual([suspended.state, suspended.changePending], ["unUser", "1"]);
    await approve(second, id);
    assert.deepEqual([(await open(id)).state, (await open(id)).changePending], ["isUser", "1"]);
    await approve(second, id);
    assert.equal((await own(admin)).bankAccount, stolen);
  });
});

describe("Organisation.stateSwitching of an account", () => {
  it("E: a filing is not approved by who wrote any of its account (SELF_REVIEW); other corrections do not count", async () => {
    const { id } = await app.as("orgAdmin").call(calls.save, filing() as never);
    await save(second, { id, contact: "李老师" });
    await save(clerk, { id, bankAccount: stolen });
    assert.equal(await refusedTo(clerk, id), "SELF_REVIEW");
    await approve(second, id);
    assert.deepEqual((await open(id)).accountList[0]?.approverName, second.actor.name);
  });

  it("approves what was looked at: what was filed since is a VERSION_CONFLICT", async () => {
    const { id, admin } = await anOrganisation(app);
    await save(admin, { id, bankAccount: "6222000011112222" });
    const { version } = await open(id);
    await save(clerk, { id, bankAccount: stolen });
    assert.equal(await refusedTo(second, id, { version }), "VERSION_CONFLICT");
  });

  it("takes one of two approvals at once", async () => {
    const { id } = await anOrganisation(app);
    await save(clerk, { id, bankAccount: stolen });
    const users = [second, app.as("clerk"), app.as("sysAdmin"), app.as("clerk")];
    const answers = await Promise.allSettled(users.map((user) => approve(user, id)));
    assert.equal(answers.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal((await open(id)).accountList.length, 2);
  });
});

describe("financeResult", () => {
  it("E: one clerk changes the account, and it is not paid; two people do, and the next claim goes there", async () => {
    const claim = await aCompletedClaim(app);
    const finance = app.as("finance");
    const ours = "6222999988880001";
    await save(clerk, { id: claim.base.orgId, bankAccount: ours });
    assert.equal(await refusedTo(clerk, claim.base.orgId), "SELF_REVIEW");
    moveClock(past);
    // What waits holds up nobody's payment: the approved account is in force.
    const sent = await pay(finance, claim.applyNo);
    assert.notEqual(sent.payeeAccount, ours);
    await pay(finance, claim.applyNo, { result: "failed", failReason: "户名不符" });
    assert.equal((await finance.refused(financeResult, { businessNo: claim.applyNo })).errorCode, "BANK_REQUIRED");
    await approve(second, claim.base.orgId);
    assert.equal((await pay(finance, claim.applyNo)).payeeAccount, ours);
  });

  it("E: sends nothing to an account that was never approved (BANK_REQUIRED); nor does the database", async () => {
    const claim = await aCompletedClaim(app);
    const forged = `update subsidy_application set bank_account = '${app.cipher.encrypt(stolen)}', bank_account_hash = '${app.cipher.hash(stolen)}' where id = ${claim.claimId}`;
    await sql(forged);
    moveClock(past);
    const refused = await app.as("finance").refused(financeResult, { businessNo: claim.applyNo });
    assert.deepEqual([refused.errorCode, /未经审核/.test(refused.msg)], ["BANK_REQUIRED", true]);
    await assert.rejects(
      sql(`insert into payment_entry (apply_id, org_id, bank_name, bank_account_hash, bank_account_name, command, payment_key, amount, pay_date, create_user, update_user)
        select id, org_id, bank_name, bank_account_hash, bank_account_name, 'send', 'x', approved_amount, current_date, 1, 1 from subsidy_application where id = ${claim.claimId}`),
      /the account was not approved/,
    );
  });

  it("G: who filed or approved the account does not pay it (SELF_REVIEW); nor does the database", async () => {
    const claim = await aCompletedClaim(app);
    const { orgId } = claim.base;
    const [filer, approver] = [app.as("clerk"), app.as("clerk")];
    await save(filer, { id: orgId, bankAccount: stolen });
    await approve(approver, orgId);
    // Another change by others does not hide it.
    await save(clerk, { id: orgId, bankAccount: "6222000011112222" });
    await approve(second, orgId);
    moveClock(past);
    for (const { actor } of [filer, approver]) {
      const payer = app.as("finance", { userId: actor.userId });
      const refused = await payer.refused(financeResult, { businessNo: claim.applyNo });
      assert.deepEqual(
        [refused.errorCode, refused.msg],
        ["SELF_REVIEW", "您已在本补贴申请中提出或审核收款账户，不能再办理拨付"],
      );
      await assert.rejects(
        sql(`insert into audit_record (biz_type, biz_id, action, operator_id, operator_name, operator_role, client_ip)
          values ('SubsidyApplication', '${claim.claimId}', 'send', '${actor.userId}', 'x', 'finance', '127.0.0.1')`),
        /has set the account/,
      );
    }
    await pay(app.as("finance"), claim.applyNo);
  });

  it("is paid by who approved an account more than a year ago", async () => {
    const early = app.as("clerk");
    const claim = await aCompletedClaim(app);
    await save(clerk, { id: claim.base.orgId, bankAccount: stolen });
    moveClock(-370);
    await approve(early, claim.base.orgId);
    moveClock(past);
    assert.equal((await pay(app.as("finance", { userId: early.actor.userId }), claim.applyNo)).payStatus, "2");
  });
});

describe("claimCommit", () => {
  it("waits for the account that the bureau recorded alone (BANK_REQUIRED)", async () => {
    const { base, claimId } = await aClaim(app);
    await sql(
      `update organisation set bank_name = null, bank_account = null, bank_account_hash = null, bank_account_name = null where id = ${base.orgId}`,
    );
    const { orgName } = await open(base.orgId);
    await save(clerk, { id: base.orgId, bankName: "工商银行", bankAccount: stolen, bankAccountName: orgName });
    assert.match((await base.orgAdmin.refused(claimCommit, { ids: claimId })).msg, /待人社局审核/);
    await approve(second, base.orgId);
    await base.orgAdmin.call(claimCommit, { ids: claimId });
    assert.equal((await app.as("finance").call(claimDetail, { id: claimId })).bankAccount, stolen);
  });
});

describe("the account of an institution in the database", () => {
  const refuses = (text: string, name: RegExp) => assert.rejects(sql(text), name, text);

  it("E: is refused unless two people stand for it, whatever writes it", async () => {
    const { id } = await anOrganisation(app);
    const [number, hash] = [app.cipher.encrypt(stolen), app.cipher.hash(stolen)];
    const alone = /nobody changes the account of a payee alone/;
    const where = `where id = ${id}`;
    await refuses(`update organisation set bank_account = '${number}', bank_account_hash = '${hash}' ${where}`, alone);
    await refuses(`update organisation set bank_account = '${number}' ${where}`, alone);
    await refuses(`update organisation set bank_name = '别的银行' ${where}`, alone);
    await refuses(`update organisation set bank_account_name = '别人' ${where}`, alone);
    await refuses(`update organisation set org_name = '别人' ${where}`, alone);
    await sql(`update organisation set bank_name = null ${where}`);
    await refuses(`update organisation set bank_name = '别的银行' ${where}`, alone);
    const record = (filers: string, approver: number) =>
      `insert into payee_account (unit_kind, unit_id, bank_name, bank_account, bank_account_hash, bank_account_name, filers, approve_user, approve_time)
       values ('Organisation', ${id}, '别的银行', '${number}', '${hash}', '别人', '${filers}', ${approver}, now())`;
    await refuses(record("{7,8}", 8), /payee_account_two_persons/);
    await refuses(record("{}", 8), /payee_account_two_persons/);
  });

  it("stays in the record of approved accounts, but for a change of the field key", async () => {
    const { id } = await anOrganisation(app);
    await storeAccount(app, id, { bankAccount: stolen });
    const where = `where unit_kind = 'Organisation' and unit_id = ${id}`;
    await refuses(`update payee_account set approve_user = 99 ${where}`, /stays in the record/);
    await refuses(`update payee_account set bank_account = 'x' ${where}`, /stays in the record/);
    await refuses(`delete from payee_account ${where}`, /stays in the record/);
    const anew = (table: string, what: string) =>
      `begin; set local jipei.reencrypting = 'on'; update ${table} set bank_account = 'v2.x'${what}`;
    await sql(
      `${anew("payee_account", "")} ${where}; update organisation set bank_account = 'v2.x' where id = ${id}; rollback`,
    );
    await refuses(`${anew("payee_account", ", approve_user = 99")} ${where}; commit`, /stays in the record/);
    await refuses(`${anew("organisation", ", bank_name = 'x'")} where id = ${id}; commit`, /alone/);
  });
});
