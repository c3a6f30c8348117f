import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { claimDetail, claimReReturn, financeResult } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { StudentAccount } from "@jipei/contract/training/student-account.ts";
import { PaymentEntry } from "@jipei/contract/subsidies/payment-entry.ts";
import { paymentObjectionCalls } from "@jipei/contract/subsidies/payment-objection.ts";
import { sql } from "kysely";
import { anyRow } from "../../../test/factories/any-row.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { storeAccount } from "../../../test/factories/organisation.ts";
import { aCompletedClaim, passReviews, pay } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { moveClock } from "../../core/foundation/clock.ts";

/** F: the payment call did what the state said, not what was asked. */
let app: TestApp;
let finance: TestUser;
before(async () => {
  app = await startTestApp();
  finance = app.as("finance");
});
after(() => app.close());
afterEach(() => moveClock(0));
/** Days from approval until after the publicity. */
const past = 16;

const open = (id: string) => app.as("auditor").call(claimDetail, { id });
const entriesOf = async (id: string) =>
  (await open(id)).paymentList.map(({ command, amount }) => `${command} ${amount}`);
const refused = async (applyNo: string, more: object = {}) =>
  (await finance.refused(financeResult, { businessNo: applyNo, ...more })).errorCode;

/** A claim of 3000.00 yuan that may be sent. */
async function aPayableClaim() {
  moveClock(0);
  const claim = await aCompletedClaim(app);
  moveClock(past);
  return claim;
}
async function aPaidClaim() {
  const claim = await aPayableClaim();
  await pay(finance, claim.applyNo);
  await pay(finance, claim.applyNo, { result: "paid", payAmount: "3000.00" });
  return claim;
}
const recovery = async (more: object = {}) => ({
  result: "recovered",
  reason: "多付",
  recoveryList: [await anAttachment(app, finance, "追回决定.pdf")],
  forFalseness: "0",
  ...more,
});

describe("financeResult with a result that does not fit", () => {
  it("refuses it in every state and changes nothing (STATE_ILLEGAL)", async () => {
    const { applyNo, claimId } = await aPayableClaim();
    const results = {
      paid: { result: "paid", payAmount: "3000.00" },
      failed: { result: "failed", failReason: "户名不符" },
      recovered: await recovery(),
    };
    const illegal = async (...names: (keyof typeof results)[]) => {
      for (const name of names) assert.equal(await refused(applyNo, results[name]), "STATE_ILLEGAL", name);
    };
    await illegal("paid", "failed", "recovered");
    assert.deepEqual(await entriesOf(claimId), []);
    await pay(finance, applyNo);
    await illegal("recovered");
    await pay(finance, applyNo, results.failed);
    // A repeated «failed» was taken for a wish to send again.
    const again = await finance.call(financeResult, { businessNo: applyNo, ...results.failed } as never);
    assert.equal((again as { payStatus: string }).payStatus, "4", "the same call once more is answered as the first");
    assert.equal(await refused(applyNo, { ...results.failed, failReason: "账号不符" }), "STATE_ILLEGAL");
    await illegal("paid", "recovered");
    assert.equal((await open(claimId)).payStatus, "4");
    assert.deepEqual(await entriesOf(claimId), ["send 3000.00", "fail 3000.00"]);
  });

  it("refuses a result that does not exist (FIELD_INVALID), and one by somebody who may not pay (ROLE_DENIED)", async () => {
    const { applyNo, claimId } = await aPayableClaim();
    assert.equal(await refused(applyNo, { result: "done" }), "FIELD_INVALID");
    await pay(finance, applyNo);
    const clerk = app.as("auditor");
    const denied = await clerk.refused(financeResult, { businessNo: applyNo, result: "paid", payAmount: "3000.00" });
    assert.equal(denied.errorCode, "ROLE_DENIED");
    assert.deepEqual(await entriesOf(claimId), ["send 3000.00"]);
  });
});

describe("financeResult with a key", () => {
  it("has one effect for ever, and answers with the state as it is", async () => {
    const { applyNo, claimId, base } = await aPayableClaim();
    const send = { paymentKey: `send-${applyNo}` };
    const fail = { paymentKey: `fail-${applyNo}`, result: "failed", failReason: "户名不符" };
    await pay(finance, applyNo, send);
    await pay(finance, applyNo, fail);
    moveClock(past + 300);
    assert.equal((await pay(finance, applyNo, fail)).payStatus, "4");
    assert.equal(
      (await pay(finance, applyNo, send)).payStatus,
      "4",
      "a repeated wish to send is not one to send again",
    );
    await storeAccount(app, base.orgId, { bankAccount: "6222000099990001" });
    assert.equal((await pay(finance, applyNo, { paymentKey: `again-${applyNo}` })).payStatus, "2");
    assert.equal((await pay(finance, applyNo, fail)).payStatus, "2");
    assert.deepEqual(await entriesOf(claimId), ["send 3000.00", "fail 3000.00", "send 3000.00"]);
  });

  it("refuses the key for another command, amount or claim (DUPLICATE)", async () => {
    const { applyNo } = await aPayableClaim();
    const other = await aPayableClaim();
    const paymentKey = `key-${applyNo}`;
    await pay(finance, applyNo, { paymentKey });
    await pay(finance, other.applyNo);
    assert.equal(await refused(applyNo, { paymentKey, result: "paid", payAmount: "3000.00" }), "DUPLICATE");
    const paidKey = `paid-${applyNo}`;
    await pay(finance, applyNo, { paymentKey: paidKey, result: "paid", payAmount: "3000.00" });
    assert.equal(await refused(applyNo, { paymentKey: paidKey, result: "paid", payAmount: "2999.00" }), "DUPLICATE");
    const elsewhere = { paymentKey: paidKey, result: "paid", payAmount: "3000.00" };
    assert.equal(await refused(other.applyNo, elsewhere), "DUPLICATE");
  });

  it("gives twenty calls at once one effect", async () => {
    const { applyNo, claimId } = await aPayableClaim();
    const twenty = (more: object) =>
      Promise.all(Array.from({ length: 20 }, () => pay(finance, applyNo, more).then(({ payStatus }) => payStatus)));
    assert.deepEqual(new Set(await twenty({ paymentKey: `s${applyNo}` })), new Set(["2"]));
    const paid = { paymentKey: `p${applyNo}`, result: "paid", payAmount: "3000.00" };
    assert.deepEqual(new Set(await twenty(paid)), new Set(["3"]));
    const part = await recovery({ paymentKey: `r${applyNo}`, recoveredAmount: "100.00" });
    assert.deepEqual(new Set(await twenty(part)), new Set(["3"]));
    assert.deepEqual(await entriesOf(claimId), ["send 3000.00", "confirm 3000.00", "recover 100.00"]);
  });
});

describe("financeResult, recovered in part", () => {
  it("keeps each decision, leaves training and credit alone, and ends when everything is back", async () => {
    const { applyNo, claimId, base } = await aPaidClaim();
    const getCredit = async () =>
      (
        await sql<{ grade: string }>`select credit_grade as grade from organisation where id = ${base.orgId}`.execute(
          app.db,
        )
      ).rows[0]?.grade;
    const credit = await getCredit();
    const part = await pay(finance, applyNo, await recovery({ recoveredAmount: "1000.50" }));
    assert.deepEqual([part.payStatus, part.recoveredAmount], ["3", "1000.50"]);
    const standing = sql<{ n: number }>`select count(*)::int as n from entitlement where apply_id = ${claimId}`;
    assert.deepEqual([(await standing.execute(app.db)).rows[0]?.n, await getCredit()], [3, credit]);
    for (const recoveredAmount of ["0.00", "1999.51"])
      assert.equal(await refused(applyNo, await recovery({ recoveredAmount })), "PAY_MISMATCH", recoveredAmount);
    const rest = await pay(finance, applyNo, await recovery());
    assert.deepEqual([rest.payStatus, rest.recoveredAmount], ["5", "3000.00"]);
    assert.equal((await standing.execute(app.db)).rows[0]?.n, 0);
    assert.notEqual(await getCredit(), credit);
    const claim = await open(claimId);
    assert.deepEqual(
      claim.paymentList.map(({ command, amount, documentList }) => [command, amount, documentList?.length ?? 0]),
      [
        ["send", "3000.00", 0],
        ["confirm", "3000.00", 0],
        ["recover", "1000.50", 1],
        ["recover", "1999.50", 1],
      ],
    );
    assert.equal(claim.recoveryList?.length, 2);
    assert.match(claim.paymentList[0]?.bankAccount ?? "", /\*/);
  });

  it("bars for falseness once, however many parts there are", async () => {
    const { applyNo, claimId } = await aPaidClaim();
    for (const recoveredAmount of ["1.00", "2.00"])
      await pay(finance, applyNo, await recovery({ recoveredAmount, forFalseness: "1" }));
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from subsidy_bar where apply_id = ${claimId} and subject_kind = 'class'`.execute(
      app.db,
    );
    assert.equal(rows[0]?.n, 1);
  });
});

describe("claimReReturn of a claim whose payment failed", () => {
  it("takes it back to the first review; it is sent anew only to a corrected account (BANK_REQUIRED)", async () => {
    const claim = await aPayableClaim();
    const { applyNo, claimId, base } = claim;
    await pay(finance, applyNo);
    const second = app.as("secondReviewer");
    const objection = { ids: claimId, reason: "查实未参训" };
    assert.equal((await second.refused(claimReReturn, objection)).errorCode, "SUBSIDY_PAID", "while it is on its way");
    await pay(finance, applyNo, { result: "failed", failReason: "户名不符" });
    await second.call(claimReReturn, objection);
    const { status, payStatus, failReason } = await open(claimId);
    assert.deepEqual([status, payStatus, failReason], ["firstTrial", "0", null]);
    await passReviews(app, claim);
    moveClock(past * 2);
    assert.equal(await refused(applyNo), "BANK_REQUIRED");
    await storeAccount(app, base.orgId, { bankAccount: "6222000099990009" });
    assert.equal((await pay(finance, applyNo)).payStatus, "2");
    const accounts = sql<{
      n: number;
    }>`select count(distinct bank_account_hash)::int as n from payment_entry where apply_id = ${claimId} and command = 'send'`;
    assert.equal((await accounts.execute(app.db)).rows[0]?.n, 2);
    assert.deepEqual(await entriesOf(claimId), ["send 3000.00", "fail 3000.00", "send 3000.00"]);
  });
});

describe("financeResult while an objection is open", () => {
  it("neither confirms nor sends again before it is answered (PUBLICITY_OPEN)", async () => {
    const { applyNo, claimId } = await aPayableClaim();
    await pay(finance, applyNo);
    const { rows } = await sql<{ id: string }>`
      insert into payment_objection (line_id, apply_id, org_id, account_id, amount, reason, state, create_user, update_user)
      select l.id, l.apply_id, l.org_id, ${await anyRow(app, StudentAccount)}, 1000, '没有参加', 'open', 1, 1 from subsidy_line l where l.apply_id = ${claimId} order by l.id limit 1 returning id`.execute(
      app.db,
    );
    const paid = { result: "paid", payAmount: "3000.00" };
    assert.equal(await refused(applyNo, paid), "PUBLICITY_OPEN");
    const answered = { id: rows[0]?.id ?? "", answer: "已核实" };
    await app.as("clerk").call(paymentObjectionCalls.answer, answered);
    assert.equal((await pay(finance, applyNo, paid)).payStatus, "3");
  });
});

describe("the ledger in the database", () => {
  it("is never changed, follows an order, and the claim says what it says", async () => {
    const { claimId } = await aPaidClaim();
    const fails = (statement: string, name: RegExp) => assert.rejects(app.pool.query(statement), name, statement);
    const where = `where apply_id = ${claimId}`;
    await fails(`update ${PaymentEntry.table} set amount = 1 ${where}`, /never changed/);
    await fails(`delete from ${PaymentEntry.table} ${where}`, /never changed/);
    const add = (command: string, amount: number) =>
      `insert into payment_entry (apply_id, org_id, command, payment_key, amount, pay_date, reason, for_falseness, document_list, create_user, update_user)
       select id, org_id, '${command}', '${command} ${amount}', ${amount}, current_date, 'x', ${command === "recover" ? "'0', '{1}'" : "null, null"}, 1, 1
       from subsidy_application where id = ${claimId}`;
    await fails(add("send", 3000), /does not follow/);
    await fails(add("confirm", 3000), /does not follow/);
    await fails(add("recover", 3000.01), /more recovered than was paid/);
    await fails(add("recover", 10), /what its ledger says/);
    const say = (what: string) => `update subsidy_application set ${what} where id = ${claimId}`;
    await fails(say("recovered_amount = 1"), /what its ledger says/);
    await fails(say("pay_status = '2'"), /what its ledger says/);
    await fails(say("pay_amount = 2999, approved_amount = 2999"), /what its ledger says/);
  });

  it("has nothing of a command that was refused in the middle of a batch", async () => {
    const claims = [await aPayableClaim(), await aPaidClaim()];
    const numbers = claims.map(({ applyNo }) => applyNo).join();
    assert.equal(await refused(numbers), "STATE_ILLEGAL");
    assert.deepEqual(await entriesOf(claims[0]?.claimId ?? ""), []);
  });
});
