import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { bureauHome } from "@jipei/contract/home/bureau-home.ts";
import {
  claimCompletedCount,
  claimDetail,
  claimPreview,
  claimSave,
  financeResult,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { fileClaim } from "../../../test/factories/assessment.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { storeAccount } from "../../../test/factories/organisation.ts";
import { aCompletedClaim, complete, pay } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, moveClock, today } from "../../core/foundation/clock.ts";

/** Payments that fail, are sent again, go in batches and are recovered. */
let app: TestApp;
let finance: TestUser;
before(async () => {
  app = await startTestApp();
  finance = app.as("finance");
});
after(() => app.close());
/** Days from approval until after the publicity. */
const past = 16;
afterEach(() => moveClock(0));

const open = (id: string) => app.as("auditor").call(claimDetail, { id }) as Promise<any>;
const refused = async (applyNo: string, more: object = {}) =>
  finance.refused(financeResult, { businessNo: applyNo, ...more });

describe("financeResult", () => {
  it("keeps the reason of a failed payment, and sends it again only to a corrected account (BANK_REQUIRED)", async () => {
    const { applyNo, claimId, base } = await aCompletedClaim(app);
    moveClock(past);
    const waiting = async () =>
      (await finance.call(bureauHome, undefined)).waiting.map(({ key, count }) => [key, count]);
    assert.deepEqual(await waiting(), [["compile", 1]]);
    await pay(finance, applyNo);
    assert.deepEqual(await waiting(), [["paying", 1]], "sent, it waits for what the bank says");
    const failed = await pay(finance, applyNo, { result: "failed", failReason: "户名不符" });
    assert.deepEqual([failed.payStatus, failed.failReason], ["4", "户名不符"]);
    const claim = await open(claimId);
    assert.equal(claim.failReason, "户名不符");
    assert.equal(claim.auditList.find((record: any) => record.action === "fail").opinion, "户名不符");
    const same = await refused(applyNo);
    assert.deepEqual(
      [same.errorCode, /尚未更正/.test(same.msg), /not corrected/.test(same.msgEn)],
      ["BANK_REQUIRED", true, true],
    );
    await storeAccount(app, base.orgId, { bankAccountName: "别人" });
    assert.match(
      (await refused(applyNo)).msg,
      /须为单位名称/,
      "an account that the check would block is no correction",
    );
    await storeAccount(app, base.orgId, { bankAccount: "6222000099990001", bankAccountName: claim.bankAccountName });
    const again = await pay(finance, applyNo);
    assert.deepEqual([again.payStatus, again.failReason, again.payBatchNo !== failed.payBatchNo], ["2", null, true]);
  });

  it("recovers with a decision only (ATTACH_REQUIRED), lowers the credit grade, and the person may be claimed again", async () => {
    const { applyNo, claimId, classId, base } = await aCompletedClaim(app);
    moveClock(past);
    await pay(finance, applyNo);
    await pay(finance, applyNo, { result: "paid", payAmount: "3000.00" });
    const bare = await refused(applyNo, { result: "recovered", reason: "虚假培训" });
    assert.deepEqual([bare.errorCode, bare.msg], ["ATTACH_REQUIRED", "缺少材料：追回决定"]);
    await assert.rejects(
      sql`update subsidy_application set pay_status = '5' where id = ${claimId}`.execute(app.db),
      /subsidy_application_recovery/,
    );
    const decision = await anAttachment(app, finance, "追回决定.pdf");
    const unsaid = await refused(applyNo, { result: "recovered", reason: "虚假培训", recoveryList: [decision] });
    assert.deepEqual([unsaid.errorCode, unsaid.msg], ["FIELD_INVALID", "是否虚假培训：请选择"]);
    const before = await sql<{ version: number }>`select version from organisation where id = ${base.orgId}`.execute(
      app.db,
    );
    const recovered = await pay(finance, applyNo, {
      result: "recovered",
      reason: "虚假培训",
      recoveryList: [decision],
      forFalseness: "0",
    });
    assert.equal(recovered.payStatus, "5");
    assert.deepEqual(
      (await open(claimId)).recoveryList.map((file: any) => file.fileName),
      ["追回决定.pdf"],
    );
    const { rows } =
      await sql<any>`select o.credit_grade, o.update_user, o.version, a.opinion, a.operator_id, a.after from organisation o join audit_record a on a.biz_type = 'Organisation' and a.biz_id = o.id::text and a.action = 'lowerCredit' where o.id = ${base.orgId}`.execute(
        app.db,
      );
    assert.deepEqual(
      rows.map((row) => [row.creditGrade, row.updateUser, row.version, row.opinion, row.operatorId, row.after]),
      [
        [
          "B",
          finance.actor.userId,
          (before.rows[0]?.version ?? 0) + 1,
          `${applyNo}：虚假培训`,
          finance.actor.userId,
          { creditGrade: "B" },
        ],
      ],
    );
    const preview = (await base.orgAdmin.call(claimPreview, { classId, subsidyKind: "01" } as never)) as any;
    assert.deepEqual([preview.lines.length, preview.excluded], [3, []]);
    const anew = (await base.orgAdmin.call(claimSave, { subsidyApplyDTO: { classId, subsidyKind: "01" } })) as any;
    assert.equal(anew.detailList.length, 3);
  });

  it("sends several claims in one batch, all or none; results are recorded one by one (FIELD_INVALID)", async () => {
    const claims = [await aCompletedClaim(app), await aCompletedClaim(app)];
    const numbers = claims.map(({ applyNo }) => applyNo);
    const late = await aCompletedClaim(app);
    await sql`update subsidy_application set publicity_end = ${addDays(today(), past)} where id = ${late.claimId}`.execute(
      app.db,
    );
    moveClock(past);
    const early = await refused([...numbers, late.applyNo].join());
    assert.deepEqual([early.errorCode, early.msg.includes(late.applyNo)], ["PUBLICITY_OPEN", true]);
    assert.equal((await refused([...numbers, "BT2000999999"].join())).errorCode, "NOT_FOUND");
    const sent = await pay(finance, numbers.join());
    const batches = await Promise.all(claims.map(async ({ claimId }) => (await open(claimId)).payBatchNo));
    assert.deepEqual(batches, [sent.payBatchNo, sent.payBatchNo]);
    assert.equal((await refused(numbers.join(), { result: "paid", payAmount: "3000.00" })).errorCode, "FIELD_INVALID");
  });

  it("sends the living allowance of a person in the batch of their training", async () => {
    const training = await aCompletedClaim(app);
    await sql`update student set person_category = '06', category_att_id = ${await anAttachment(app, training.base.orgAdmin)} where class_id = ${training.classId}`.execute(
      app.db,
    );
    const living = await fileClaim(app, training, "10");
    assert.equal(living.lines.length, 3);
    await complete(app, living);
    moveClock(past);
    const sent = await pay(finance, training.applyNo);
    const allowance = await open(living.claimId);
    assert.deepEqual([allowance.payStatus, allowance.payBatchNo], ["2", sent.payBatchNo]);
  });

  it("refuses a payment before the publicity is over (FIELD_INVALID)", async () => {
    const { applyNo, claimId } = await aCompletedClaim(app);
    const { publicityEnd } = await open(claimId);
    moveClock(past);
    await pay(finance, applyNo);
    const early = await refused(applyNo, { result: "paid", payAmount: "3000.00", payDate: publicityEnd });
    assert.deepEqual([early.errorCode, early.failures[0]?.field], ["FIELD_INVALID", "payDate"]);
    const paid = await pay(finance, applyNo, {
      result: "paid",
      payAmount: "3000.00",
      payDate: addDays(publicityEnd, 1),
    });
    assert.equal(paid.payDate, addDays(publicityEnd, 1));
  });
});

describe("claimCompletedCount", () => {
  it("tells finance how many completed claims wait for their payment", async () => {
    const { number: before } = await finance.call(claimCompletedCount, undefined);
    await aCompletedClaim(app);
    assert.equal((await finance.call(claimCompletedCount, undefined)).number, before + 1);
  });
});
