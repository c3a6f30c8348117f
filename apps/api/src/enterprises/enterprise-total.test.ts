import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  type EnterpriseTotalRow,
  enterpriseTotalCalls as calls,
} from "@jipei/contract/enterprises/enterprise-total.ts";
import { bureauHome } from "@jipei/contract/home/bureau-home.ts";
import { enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { sql } from "kysely";
import { today } from "../core/foundation/clock.ts";
import { owesWages } from "./enterprises.queries.ts";
import { enterAnswer } from "../external-data/local-registers.ts";
import { aHeldStaffClass } from "../../test/factories/enterprise-assessment.ts";
import { type TestEnterprise, anEnterprise } from "../../test/factories/enterprise.ts";
import { setPolicyParameter } from "../../test/factories/policy.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const aRecord = ({ name, creditCode }: TestEnterprise, more: object = {}) =>
  ({
    entName: name,
    creditCode,
    year: 2026,
    regionCode: "320481",
    industryCode: "C3311",
    entScale: "3",
    isHighRisk: "0",
    address: "工业路1号",
    legalPerson: "赵一",
    contact: "钱二",
    contactPhone: "13912345678",
    employeeCount: 120,
    skilledCount: 40,
    highSkilledCount: 10,
    ...more,
  }) as never;
const account = ({ name }: TestEnterprise, bankAccount = "6222020000000001") => ({
  bankName: "中国工商银行",
  bankAccount,
  bankAccountName: name,
});
const save = async (enterprise: TestEnterprise, more: object = {}) =>
  (await enterprise.admin.call(calls.submit, aRecord(enterprise, more))).id;
const read = (user: TestUser, id: string) => user.call(calls.detail, { id }) as Promise<any>;

describe("EnterpriseTotal.submit", () => {
  it("takes the enterprise from the session, numbers its unit once, and asks the registers", async () => {
    const enterprise = await anEnterprise(app);
    const other = await anEnterprise(app);
    const id = await save(enterprise, { entId: other.entId });
    const row = await read(enterprise.admin, id);
    assert.equal(row.entId, enterprise.entId);
    assert.match(row.entNo, /^E\d{5}$/);
    assert.equal(row.accountState, "0");
    const next = await read(enterprise.admin, await save(enterprise, { year: 2027 }));
    assert.deepEqual([next.entNo, next.unitId], [row.entNo, row.unitId], "one number over the years");
    const kinds = await sql<{ kind: string }>`
      select query_kind as kind from ext_query where biz_type = 'EnterpriseTotal' order by id limit 2`.execute(app.db);
    assert.deepEqual(
      kinds.rows.map(({ kind }) => kind),
      ["getUnitInfo", "getBackPay"],
    );
  });

  it("takes over how many staff are insured and whether wages are owed; what a register does not answer stays", async () => {
    const enterprise = await anEnterprise(app);
    const answer = (kind: "getUnitInfo" | "getBackPay", data: Record<string, unknown>) =>
      enterAnswer(app.db, app.cipher, kind, enterprise.creditCode, data);
    await answer("getUnitInfo", { insuredCount: 98 });
    await answer("getBackPay", { isArrears: "1" });
    const id = await save(enterprise);
    const row = await read(enterprise.admin, id);
    assert.deepEqual([row.insuredCount, row.isBlack], [98, "1"]);
    assert.ok(row.unitEvidenceId && row.arrearsEvidenceId && row.registerTime);
    assert.equal((await clerk.list<any>(calls.list, { isBlack: "1", entName: enterprise.name })).total, 1);
    await answer("getUnitInfo", { unavailable: true });
    await answer("getBackPay", { isArrears: "0" });
    const asked = await enterprise.admin.call(calls.refresh, { id });
    assert.deepEqual([asked.insuredCount, asked.isBlack], [98, "0"]);
  });

  it("asks again on the next save while one of the registers has not answered yet", async () => {
    const enterprise = await anEnterprise(app);
    await enterAnswer(app.db, app.cipher, "getBackPay", enterprise.creditCode, { unavailable: true });
    const id = await save(enterprise);
    const silent = await read(enterprise.admin, id);
    assert.deepEqual([silent.isBlack, silent.registerTime === null], [null, false], "one of them answered");
    await enterAnswer(app.db, app.cipher, "getBackPay", enterprise.creditCode, { isArrears: "1" });
    await enterprise.admin.call(calls.submit, { id, version: silent.version, address: "工业路2号" } as never);
    assert.equal((await read(enterprise.admin, id)).isBlack, "1");
  });

  it("leaves the unit and its account as the newest record says when one of an earlier year is filed or changed", async () => {
    const enterprise = await anEnterprise(app);
    const id = await save(enterprise, account(enterprise));
    await clerk.call(calls.approveAccount, { ids: id });
    const unit = async () =>
      (
        await sql`select org_name, address, bank_account_name from organisation where dept_id = ${enterprise.entId}`.execute(
          app.db,
        )
      ).rows[0];
    const before = await unit();
    const earlier = await save(enterprise, { year: 2025, entName: `${enterprise.name}（旧名）`, address: "旧址1号" });
    assert.deepEqual(await unit(), before);
    const { version, unitId } = await read(enterprise.admin, earlier);
    assert.equal(unitId, (await read(enterprise.admin, id)).unitId);
    await enterprise.admin.call(calls.submit, { id: earlier, version, address: "旧址2号" } as never);
    assert.deepEqual(await unit(), before);
  });

  it("refuses a year after the next (FIELD_INVALID)", async () => {
    const enterprise = await anEnterprise(app);
    const next = Number(today().slice(0, 4)) + 1;
    const refused = await enterprise.admin.refused(calls.submit, aRecord(enterprise, { year: next + 1 }));
    assert.deepEqual([refused.errorCode, refused.failures[0]?.field], ["FIELD_INVALID", "year"]);
    await save(enterprise, { year: next });
  });

  it("refuses a second record of a year (DUPLICATE), another year or enterprise for a record (FIELD_FROZEN), and figures that contradict each other", async () => {
    const enterprise = await anEnterprise(app);
    const id = await save(enterprise);
    const refused = async (more: object) =>
      (await enterprise.admin.refused(calls.submit, aRecord(enterprise, more))).errorCode;
    assert.equal(await refused({}), "DUPLICATE");
    assert.equal(await refused({ id, year: 2025 }), "FIELD_FROZEN");
    assert.equal(await refused({ year: 2025, skilledCount: 121 }), "FIELD_INVALID");
    assert.equal(await refused({ year: 2025, highSkilledCount: 41 }), "FIELD_INVALID");
    assert.equal(await refused({ year: 2025, industryCode: "制造业" }), "FIELD_INVALID");
    assert.equal(await refused({ year: 2025, ...account(enterprise), bankAccountName: "他人" }), "FIELD_INVALID");
    assert.equal(
      await refused({ year: 2025, creditCode: (await anEnterprise(app)).creditCode }),
      "FIELD_INVALID",
      "the credit code of another unit",
    );
  });

  it("refuses two first records at the same moment but for one", async () => {
    const enterprise = await anEnterprise(app);
    const answers = await Promise.all(
      [2026, 2026, 2027].map((year) => enterprise.admin.attempt(calls.submit, aRecord(enterprise, { year }))),
    );
    const units = await sql`select from organisation where dept_id = ${enterprise.entId}`.execute(app.db);
    assert.equal(units.rows.length, 1);
    assert.equal(answers.filter(({ status }) => status === 200).length <= 2, true);
  });

  it("is for the bureau too, which names the enterprise; departments that are none are refused", async () => {
    const enterprise = await anEnterprise(app);
    assert.equal((await clerk.refused(calls.submit, aRecord(enterprise))).errorCode, "FIELD_INVALID");
    const { rows } = await sql<{ id: string }>`select id from department where dept_category = '1' limit 1`.execute(
      app.db,
    );
    assert.equal(
      (await clerk.refused(calls.submit, aRecord(enterprise, { entId: rows[0]?.id }))).errorCode,
      "FIELD_INVALID",
    );
    const { id } = await clerk.call(calls.submit, aRecord(enterprise, { entId: enterprise.entId }));
    assert.equal((await read(enterprise.admin, id)).entName, enterprise.name);
  });
});

describe("owesWages", () => {
  const say = (enterprise: TestEnterprise, isArrears: string) =>
    enterAnswer(app.db, app.cipher, "getBackPay", enterprise.creditCode, { isArrears });

  it("believes what the register said last, for whichever year it was asked", async () => {
    const enterprise = await anEnterprise(app);
    const id = await save(enterprise);
    const next = await save(enterprise, { year: 2027 });
    const { unitId } = await read(enterprise.admin, id);
    assert.equal(await owesWages(app.db, unitId), false);
    await say(enterprise, "1");
    await enterprise.admin.call(calls.refresh, { id });
    assert.equal(await owesWages(app.db, unitId), true, "owed since, by the record of this year");
    await say(enterprise, "0");
    await enterprise.admin.call(calls.refresh, { id: next });
    assert.equal(await owesWages(app.db, unitId), false, "paid since, by the record of the next year");
  });

  it("does not forget what is owed over a newer record for which the register was silent", async () => {
    const enterprise = await anEnterprise(app);
    await say(enterprise, "1");
    const { unitId } = await read(enterprise.admin, await save(enterprise));
    const next = await save(enterprise, { year: 2027 });
    await sql`update enterprise_total set is_black = null, arrears_evidence_id = null where id = ${next}`.execute(
      app.db,
    );
    assert.equal(await owesWages(app.db, unitId), true);
  });
});

describe("EnterpriseTotal.approveAccount", () => {
  const state = async (id: string) => (await read(clerk, id)).accountState;
  const unitAccount = async (id: string) =>
    (
      await sql<{ holder: string | null }>`
        select o.bank_account_name as holder from organisation o join enterprise_total t on t.unit_id = o.id where t.id = ${id}`.execute(
        app.db,
      )
    ).rows[0]?.holder;

  it("puts an account in force that somebody else filed; nobody approves their own (SELF_REVIEW)", async () => {
    const enterprise = await anEnterprise(app);
    const id = await save(enterprise, account(enterprise));
    assert.deepEqual([await state(id), await unitAccount(id)], ["2", null]);
    const { version } = await read(clerk, id);
    await clerk.call(calls.submit, { id, version, ...account(enterprise, "6222020000000002") } as never);
    assert.equal(
      (await clerk.refused(calls.approveAccount, { ids: id })).errorCode,
      "SELF_REVIEW",
      "wrote a part of it",
    );
    await app.as("clerk").call(calls.approveAccount, { ids: id });
    assert.deepEqual([await state(id), await unitAccount(id)], ["1", enterprise.name]);
    const shown = await read(clerk, id);
    assert.equal(shown.accountList.length, 1);
    assert.match(shown.accountList[0].bankAccount, /\*/, "masked for the bureau");
    assert.deepEqual(
      shown.auditList.map(({ action }: { action: string }) => action),
      ["add", "fileAccount", "edit", "fileAccount", "approveAccount"],
      "its history",
    );
    const next = await save(enterprise, { ...account(enterprise, "6222020000000002"), year: 2027 });
    assert.equal(await state(next), "1", "the same account in the next year");
  });

  it("is refused for an account that was returned until it is filed again (STATE_ILLEGAL), and for enterprises (ROLE_DENIED)", async () => {
    const enterprise = await anEnterprise(app);
    const id = await save(enterprise, account(enterprise));
    assert.equal((await enterprise.admin.refused(calls.approveAccount, { ids: id })).errorCode, "ROLE_DENIED");
    assert.equal((await clerk.refused(calls.returnAccount, { ids: id })).errorCode, "REASON_REQUIRED");
    await clerk.call(calls.returnAccount, { ids: id, reason: "户名不清" });
    assert.deepEqual([await state(id), (await read(enterprise.admin, id)).accountReason], ["3", "户名不清"]);
    assert.equal((await clerk.refused(calls.approveAccount, { ids: id })).errorCode, "STATE_ILLEGAL");
    const { version } = await read(enterprise.admin, id);
    await enterprise.admin.call(calls.submit, { id, version, ...account(enterprise, "6222020000000003") } as never);
    assert.equal(await state(id), "2");
  });

  it("never puts the account of an earlier year in the place of a later one (STATE_ILLEGAL)", async () => {
    const enterprise = await anEnterprise(app);
    const earlier = await save(enterprise, { year: 2025, ...account(enterprise) });
    const id = await save(enterprise, account(enterprise, "6222020000000002"));
    assert.equal((await clerk.refused(calls.approveAccount, { ids: earlier })).errorCode, "STATE_ILLEGAL");
    await clerk.call(calls.approveAccount, { ids: id });
    assert.equal((await clerk.refused(calls.approveAccount, { ids: earlier })).errorCode, "STATE_ILLEGAL");
    // Changed afterwards, it waits for nobody.
    const { version } = await read(enterprise.admin, earlier);
    const changed = { id: earlier, version, ...account(enterprise, "6222020000000003") };
    await enterprise.admin.call(calls.submit, changed as never);
    assert.deepEqual([await state(earlier), await state(id)], ["0", "1"]);
    assert.equal((await read(clerk, id)).accountList.length, 1);
  });

  it("puts the account of an earlier year in force where the later record names none", async () => {
    const enterprise = await anEnterprise(app);
    const id = await save(enterprise, { year: 2025, ...account(enterprise) });
    await save(enterprise);
    await clerk.call(calls.approveAccount, { ids: id });
    assert.deepEqual([await state(id), await unitAccount(id)], ["1", enterprise.name]);
  });

  it("leaves an enterprise without an account that is renamed, until one in the new name is approved", async () => {
    const enterprise = await anEnterprise(app);
    const id = await save(enterprise, account(enterprise));
    await clerk.call(calls.approveAccount, { ids: id });
    const renamed = { ...enterprise, name: `${enterprise.name}（更名）` };
    const { version } = await read(enterprise.admin, id);
    await enterprise.admin.call(calls.submit, { id, version, entName: renamed.name, ...account(renamed) } as never);
    assert.deepEqual([await state(id), await unitAccount(id)], ["2", null]);
    await clerk.call(calls.approveAccount, { ids: id });
    assert.equal(await unitAccount(id), renamed.name);
  });

  it("is held by the database: no account that nobody approved", async () => {
    const enterprise = await anEnterprise(app);
    const id = await save(enterprise, account(enterprise));
    await assert.rejects(
      sql`update organisation o set bank_name = 'x', bank_account = 'y', bank_account_hash = 'z', bank_account_name = o.org_name from enterprise_total t where t.unit_id = o.id and t.id = ${id}`.execute(
        app.db,
      ),
      { constraint: "payee_account_approved" },
    );
  });
});

describe("EnterpriseTotal.list", () => {
  it("shows an enterprise its own records only, and institutions none", async () => {
    const [mine, theirs] = [await anEnterprise(app), await anEnterprise(app)];
    await save(mine);
    const foreign = await save(theirs);
    const { records } = await mine.admin.list<{ records: EnterpriseTotalRow[] }>(calls.list);
    assert.deepEqual(
      records.map(({ entName }) => entName),
      [mine.name],
    );
    assert.equal((await mine.admin.refused(calls.detail, { id: foreign })).errorCode, "NOT_FOUND");
    const { version } = await read(theirs.admin, foreign);
    assert.equal(
      (await mine.admin.refused(calls.submit, { id: foreign, version, address: "别处" })).errorCode,
      "NOT_OWNER",
    );
    assert.equal((await app.as("orgAdmin", { orgId: "1" }).refused(calls.list, {})).errorCode, "ROLE_DENIED");
  });

  it("is no list of institutions: their list shows no enterprise, and one may be both", async () => {
    const enterprise = await anEnterprise(app);
    await save(enterprise);
    const listed = await clerk.list<any>(organisationCalls.usedByManage, { creditCode: enterprise.creditCode });
    assert.equal(listed.total, 0);
    const open = await app.as("student").list<any>(organisationCalls.list, { orgName: enterprise.name });
    assert.equal(open.total, 0);
  });
});

describe("EnterpriseTotal.total", () => {
  it("sums what the filters leave", async () => {
    const enterprise = await anEnterprise(app);
    await save(enterprise, { year: 2024, planTrainCount: 30 });
    const totals = await clerk.list<any>(calls.total, { year: "2024" });
    assert.deepEqual(
      [totals.entCount, totals.employeeCount, totals.planTrainCount, totals.trainedCount, totals.subsidyAmount],
      [1, 120, 30, 0, "0.00"],
    );
  });
});

describe("EnterpriseTotal.detail", () => {
  it("counts as trained whoever attended as much as the parameter asks for", async () => {
    const { enterprise, classId } = await aHeldStaffClass(app, { missed: [0, 3] });
    await sql`update enterprise_total t set year = extract(year from c.end_date) from training_class c where c.id = ${classId} and t.ent_id = ${enterprise.entId}`.execute(
      app.db,
    );
    const trained = async () =>
      (await enterprise.admin.list<{ records: EnterpriseTotalRow[] }>(calls.list)).records[0]?.trainedCount;
    assert.equal(await trained(), 1);
    await setPolicyParameter(app, "attendance.min", "70");
    assert.equal(await trained(), 2);
    await setPolicyParameter(app, "attendance.min", "80");
  });
});

describe("EnterpriseTotal.remove", () => {
  it("removes a record by the administrator of the system", async () => {
    const enterprise = await anEnterprise(app);
    const id = await save(enterprise, { year: 2023 });
    assert.equal((await enterprise.admin.refused(calls.remove, { ids: id })).errorCode, "ROLE_DENIED");
    await app.as("sysAdmin").call(calls.remove, { ids: id });
    assert.equal((await clerk.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
  });
});

describe("Home.bureau and Home.enterprise", () => {
  it("count the accounts that wait for others than those who filed them, and tell how this year's record stands", async () => {
    const enterprise = await anEnterprise(app);
    const waiting = async (user: TestUser) =>
      (await user.call(bureauHome, undefined)).waiting.find(({ key }) => key === "enterpriseAccount")?.count ?? 0;
    const before = await waiting(clerk);
    const id = await save(enterprise, { ...account(enterprise), year: Number(today().slice(0, 4)) });
    assert.equal(await waiting(clerk), before + 1);
    const { version } = await read(clerk, id);
    await clerk.call(calls.submit, { id, version, ...account(enterprise, "6222020000000009") } as never);
    assert.equal(await waiting(clerk), before, "not their own");
    const shown = async () => (await enterprise.admin.call(enterpriseHome, undefined)).record;
    const record = await shown();
    assert.deepEqual([record?.id, record?.accountState, record?.isBlack], [id, "2", "0"]);
    const next = await save(enterprise, { year: Number(today().slice(0, 4)) + 1 });
    await enterAnswer(app.db, app.cipher, "getBackPay", enterprise.creditCode, { isArrears: "1" });
    await enterprise.admin.call(calls.refresh, { id: next });
    assert.equal((await shown())?.isBlack, "1", "what is owed by a record of another year is owed too");
  });
});
