import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { bureauHome } from "@jipei/contract/home/bureau-home.ts";
import { type RecoveryItemRow, recoveryItemCalls as calls } from "@jipei/contract/subsidies/recovery-item.ts";
import {
  claimAutoTrial,
  claimCommit,
  claimDetail,
  financeResult,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { aClaim } from "../../../test/factories/assessment.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { aCompletedClaim, pay } from "../../../test/factories/claims/claim-review.ts";
import { aVerifiedInspection } from "../../../test/factories/inspection.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { moveClock } from "../../core/foundation/clock.ts";
import { enterAnswer } from "../../external-data/local-registers.ts";
import { watchPaidRows } from "./watch.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());
afterEach(() => moveClock(0));
/** Days from approval until after the publicity. */
const past = 16;

/** A claim of three rows of 1000.00 yuan that was paid. */
async function aPaidClaim() {
  moveClock(0);
  const claim = await aCompletedClaim(app);
  moveClock(past);
  const finance = app.as("finance");
  await pay(finance, claim.applyNo);
  await pay(finance, claim.applyNo, { result: "paid", payAmount: "3000.00" });
  return { ...claim, finance };
}
type Paid = Awaited<ReturnType<typeof aPaidClaim>>;

const listOf = async ({ applyNo }: { applyNo: string }) =>
  (await app.as("finance").list<{ records: RecoveryItemRow[] }>(calls.list, { applyNo })).records;
/** What is found of a claim: the person's place in it, reason, fact, amount and state. */
const find = async (claim: Paid) => {
  await watchPaidRows(app.db);
  return (await listOf(claim)).map((item) => [
    claim.lines.findIndex(({ id }) => id === item.lineId),
    item.reason,
    item.fact,
    item.amount,
    item.state,
  ]);
};
const setRate = ({ studentIds }: Paid, rate: string) =>
  sql`update student set attendance_rate = ${rate} where id = ${studentIds[0]}`.execute(app.db);
const first = ({ lines, studentIds }: Paid) => lines.findIndex(({ studentId }) => studentId === studentIds[0]);
const queue = async (role: "clerk" | "finance" | "secondReviewer") =>
  (await app.as(role).call(bureauHome, undefined)).waiting.map(({ key }) => key);

describe("the watch of paid rows", () => {
  it("says nothing of what would be paid today", async () => {
    assert.deepEqual(await find(await aPaidClaim()), []);
  });

  it("finds a certificate that was revoked, with its proof, in the queue of clerk and finance", async () => {
    const claim = await aPaidClaim();
    const { certId, certNo } = await app.db
      .selectFrom("subsidyLine")
      .select(["certId", "certNo"])
      .where("id", "=", claim.lines[1]?.id ?? "")
      .executeTakeFirstOrThrow();
    await app
      .as("sysAdmin")
      .call(certificateCalls.submit, { id: certId, isValid: "unValid", invalidReason: "冒名顶替" } as never);
    assert.deepEqual(await find(claim), [[1, "certificate", certNo, "1000.00", "open"]]);
    const [item] = await listOf(claim);
    const { evidence } = await app.as("auditor").call(calls.detail, { id: item?.id ?? "" });
    assert.deepEqual(evidence, [{ entity: "Certificate", id: certId, zh: "证书", en: "Certificate" }]);
    assert.ok((await queue("finance")).includes("recovery") && (await queue("clerk")).includes("recovery"));
  });

  it("finds attendance below the minimum of the commit, and takes it off the list when it is corrected again", async () => {
    const claim = await aPaidClaim();
    await setRate(claim, "79.99");
    const found = [[first(claim), "attendance", "79.99% < 80%", "1000.00", "open"]];
    assert.deepEqual(await find(claim), found);
    assert.deepEqual(await find(claim), found, "once");
    await setRate(claim, "50.00");
    assert.deepEqual(await find(claim), [[first(claim), "attendance", "50.00% < 80%", "1000.00", "open"]]);
    await setRate(claim, "80.00");
    assert.deepEqual(await find(claim), []);
  });

  it("finds lessons attended after a death that a later check heard of", async () => {
    const claim = await aPaidClaim();
    const { idNumber, idNumberHash } = await app.db
      .selectFrom("subsidyLine")
      .select(["idNumber", "idNumberHash"])
      .where("id", "=", claim.lines[2]?.id ?? "")
      .executeTakeFirstOrThrow();
    moveClock(0);
    const other = await aClaim(app);
    await other.base.orgAdmin.call(claimCommit, { ids: other.claimId });
    const answer = (isAlive: string, deathDate: string | null) =>
      enterAnswer(app.db, app.cipher, "getPersonInfo", app.cipher.decrypt(idNumber ?? ""), {
        match: "1",
        isAlive,
        deathDate,
      });
    await sql`update student set id_number = ${idNumber}, id_number_hash = ${idNumberHash} where id = ${other.studentIds[0]}`.execute(
      app.db,
    );
    await sql`alter table ext_query disable trigger user`.execute(app.db);
    const check = async () => {
      await sql`update ext_query set cache_until = now() - interval '1 hour'`.execute(app.db);
      await app.as("firstReviewer").call(claimAutoTrial, { applyId: other.claimId });
    };
    await answer("0", "2020-02-02");
    await check();
    const [found] = await find(claim);
    assert.deepEqual(found?.slice(0, 2), [2, "death"]);
    assert.match(String(found?.[2]), /^2020-02-02 < \d{4}-\d\d-\d\d$/);
    await answer("1", null);
    await check();
    assert.deepEqual(await find(claim), []);
  });

  it("finds all rows of a class that failed its inspection, or whose training was found false", async () => {
    const claim = await aPaidClaim();
    await aVerifiedInspection(app, claim.classId, "0");
    assert.deepEqual(
      (await find(claim)).map(([, reason]) => reason),
      ["inspection", "inspection", "inspection"],
    );
    const decision = await anAttachment(app, claim.finance, "追回决定.pdf");
    await pay(claim.finance, claim.applyNo, {
      result: "recovered",
      reason: "查实未培训",
      recoveryList: [decision],
      forFalseness: "1",
      recoveredAmount: "1000.00",
    });
    const reasons = (await find(claim)).map(([, reason]) => reason);
    assert.equal(reasons.filter((reason) => reason === "falseness").length, 3);
  });

  it("finds a row that was paid twice, of the two the later one; page after page", async () => {
    const earlier = await aPaidClaim();
    const later = await aPaidClaim();
    await sql`update subsidy_application a set occupation_code = b.occupation_code, level = b.level from subsidy_application b where a.id = ${later.claimId} and b.id = ${earlier.claimId}`.execute(
      app.db,
    );
    await sql`update subsidy_line set id_number_hash = (select id_number_hash from subsidy_line where id = ${earlier.lines[0]?.id}) where id = ${later.lines[0]?.id}`.execute(
      app.db,
    );
    await watchPaidRows(app.db, 2);
    assert.deepEqual(await find(earlier), []);
    assert.deepEqual(await find(later), [[0, "duplicate", earlier.applyNo, "1000.00", "open"]]);
    await setRate({ ...earlier, studentIds: [earlier.lines[0]?.studentId ?? ""] }, "50.00");
    await watchPaidRows(app.db);
    const [item] = await listOf(earlier);
    await earlier.finance.call(calls.settle, { ids: item?.id ?? "", ...(await decisionOf(earlier)) } as never);
    assert.deepEqual(await find(later), [], "once the earlier one is back, the later one was paid alone");
  });
});

describe("the watch of start-up training", () => {
  it("finds a project for a start-up that was paid beside the training of the same type, whatever the occupation", async () => {
    const earlier = await aPaidClaim();
    const later = await aPaidClaim();
    await sql`insert into startup_type (type_no, type_name, min_hours, max_class_size, rank, is_valid, create_user, update_user)
      values ('W1', '网络创业', 8, 30, 1, 'isValid', 1, 1), ('W2', '创办企业', 8, 30, 2, 'isValid', 1, 1)`.execute(
      app.db,
    );
    await sql`alter table subsidy_application disable trigger user`.execute(app.db);
    const setKind = async ({ claimId, base }: Paid, kind: string, type: string) => {
      await sql`update subsidy_application set subsidy_kind = ${kind} where id = ${claimId}`.execute(app.db);
      await sql`update course set entrepreneurial_type_id = (select id from startup_type where type_no = ${type}) where id = ${base.courseId}`.execute(
        app.db,
      );
    };
    await sql`update subsidy_line set id_number_hash = (select id_number_hash from subsidy_line where id = ${earlier.lines[0]?.id}) where id = ${later.lines[0]?.id}`.execute(
      app.db,
    );
    await setKind(earlier, "04", "W1");
    await setKind(later, "08", "W2");
    assert.deepEqual(await find(later), []);
    await setKind(later, "08", "W1");
    assert.deepEqual(await find(later), [[0, "duplicate", earlier.applyNo, "1000.00", "open"]]);
    await sql`alter table subsidy_application enable trigger user`.execute(app.db);
  });
});

/** What a recovery rests on. */
const decisionOf = async ({ finance }: Paid) => ({
  reason: "出勤造假",
  forFalseness: "0",
  recoveryList: [await anAttachment(app, finance, "追回决定.pdf")],
});

/** An entry of 1000.00 yuan that is to be recovered. */
async function anEntry() {
  const claim = await aPaidClaim();
  await setRate(claim, "50.00");
  await watchPaidRows(app.db);
  const [item] = await listOf(claim);
  if (!item) throw new Error("nothing was found");
  return { ...claim, itemId: item.id };
}
const stateOf = async (id: string) => (await app.as("auditor").call(calls.detail, { id })).state;

describe("RecoveryItem.settle", () => {
  it("recovers what was paid for the row by a decision, in the ledger, and once for a key", async () => {
    const claim = await anEntry();
    const said = {
      ids: claim.itemId,
      reason: "出勤造假",
      forFalseness: "0",
      recoveryList: [await anAttachment(app, claim.finance, "追回决定.pdf")],
      paymentKey: "recovery-1",
    } as never;
    await claim.finance.call(calls.settle, said);
    await sql`delete from remembered_answer`.execute(app.db);
    await claim.finance.call(calls.settle, said);
    const { payStatus, recoveredAmount, paymentList } = await app
      .as("auditor")
      .call(claimDetail, { id: claim.claimId });
    assert.deepEqual([payStatus, recoveredAmount], ["3", "1000.00"]);
    const shown = await app.as("auditor").call(calls.detail, { id: claim.itemId });
    assert.deepEqual([shown.state, shown.entryId], ["settled", paymentList.at(-1)?.id]);
    assert.deepEqual(
      shown.auditList.map(({ action }) => action),
      ["found", "settle"],
    );
    assert.deepEqual(
      (await find(claim)).map(([, , , , state]) => state),
      ["settled"],
      "it is not found again",
    );
  });

  it("refuses less than was found: for that two people dismiss it (PAY_MISMATCH)", async () => {
    const claim = await anEntry();
    const settle = async (recoveredAmount: string) => ({
      ids: claim.itemId,
      reason: "出勤造假",
      forFalseness: "0",
      recoveryList: [await anAttachment(app, claim.finance, "追回决定.pdf")],
      recoveredAmount,
    });
    for (const amount of ["0.01", "999.99", "1000.01"]) {
      const refusal = await claim.finance.refused(calls.settle, (await settle(amount)) as never);
      assert.deepEqual([refusal.errorCode, /须追回1000\.00元/.test(refusal.msg)], ["PAY_MISMATCH", true], amount);
    }
    assert.equal(await stateOf(claim.itemId), "open");
    await claim.finance.call(calls.settle, (await settle("1000.00")) as never);
    assert.equal(await stateOf(claim.itemId), "settled");
  });

  it("recovers a row with several reasons once, and settles all of them", async () => {
    const claim = await anEntry();
    await aVerifiedInspection(app, claim.classId, "0");
    await watchPaidRows(app.db);
    const settle = async (ids: string) =>
      claim.finance.call(calls.settle, {
        ids,
        reason: "出勤造假",
        forFalseness: "0",
        recoveryList: [await anAttachment(app, claim.finance, "追回决定.pdf")],
      } as never);
    const outcome = async () =>
      (await listOf(claim)).map(({ reason, state, recoveredAmount }) => [reason, state, recoveredAmount]).sort();
    await settle(claim.itemId);
    assert.deepEqual(await outcome(), [
      ["attendance", "settled", "1000.00"],
      ["inspection", "open", null],
      ["inspection", "open", null],
      ["inspection", "settled", "0.00"],
    ]);
    await watchPaidRows(app.db);
    const open = (await listOf(claim)).filter(({ state }) => state === "open");
    await settle(open.map(({ id }) => id).join());
    const { payStatus, recoveredAmount } = await app.as("auditor").call(claimDetail, { id: claim.claimId });
    assert.deepEqual([payStatus, recoveredAmount], ["5", "3000.00"]);
  });

  it("refuses entries of several claims, more than is left (PAY_MISMATCH), and what is settled (STATE_ILLEGAL)", async () => {
    const [one, two] = [await anEntry(), await anEntry()];
    const decision = async () => [await anAttachment(app, one.finance, "追回决定.pdf")];
    const settle = async (more: object) =>
      (
        await one.finance.refused(calls.settle, {
          ids: one.itemId,
          reason: "出勤造假",
          forFalseness: "0",
          recoveryList: await decision(),
          ...more,
        } as never)
      ).errorCode;
    assert.equal(await settle({ ids: `${one.itemId},${two.itemId}` }), "FIELD_INVALID");
    assert.equal(await settle({ recoveredAmount: "3000.01" }), "PAY_MISMATCH");
    await pay(one.finance, one.applyNo, {
      result: "recovered",
      reason: "出勤造假",
      recoveryList: await decision(),
      forFalseness: "0",
    });
    assert.equal(await stateOf(one.itemId), "settled", "everything of the claim was recovered");
    assert.equal(await settle({}), "STATE_ILLEGAL");
  });

  it("comes before a part that names no row, so that nothing is recovered twice (PAY_MISMATCH)", async () => {
    const claim = await anEntry();
    const part = { businessNo: claim.applyNo, result: "recovered", recoveredAmount: "1000.00" };
    const refused = await claim.finance.refused(financeResult, { ...part, ...(await decisionOf(claim)) } as never);
    assert.deepEqual([refused.errorCode, refused.msg.includes("1条待追回")], ["PAY_MISMATCH", true]);
    await claim.finance.call(calls.settle, { ids: claim.itemId, ...(await decisionOf(claim)) } as never);
    const more = { result: "recovered", recoveredAmount: "0.50", ...(await decisionOf(claim)) };
    assert.equal((await pay(claim.finance, claim.applyNo, more)).recoveredAmount, "1000.50");
  });

  it("is for finance alone (ROLE_DENIED)", async () => {
    const claim = await anEntry();
    for (const role of ["clerk", "secondReviewer", "leader"] as const) {
      const user = app.as(role);
      const refusal = await user.refused(calls.settle, {
        ids: claim.itemId,
        reason: "x",
        forFalseness: "0",
        recoveryList: [await anAttachment(app, user, "追回决定.pdf")],
      } as never);
      assert.equal(refusal.errorCode, "ROLE_DENIED");
    }
  });
});

describe("RecoveryItem.propose, decline, dismiss", () => {
  it("takes a reason and two people (REASON_REQUIRED, SELF_REVIEW), by the database too", async () => {
    const { itemId: ids } = await anEntry();
    const clerk = app.as("clerk");
    assert.equal((await clerk.refused(calls.propose, { ids })).errorCode, "REASON_REQUIRED");
    await clerk.call(calls.propose, { ids, reason: "考勤机故障，已补证明" });
    assert.ok((await queue("secondReviewer")).includes("recoveryDismissal"));
    const same = app.as("secondReviewer", { userId: clerk.actor.userId });
    assert.equal((await same.refused(calls.dismiss, { ids })).errorCode, "SELF_REVIEW");
    assert.equal((await clerk.refused(calls.dismiss, { ids })).errorCode, "ROLE_DENIED");
    const forced = sql`update recovery_item set state = 'dismissed', decide_user = propose_user, decide_time = now() where id = ${ids}`;
    await assert.rejects(forced.execute(app.db), /recovery_item_two_persons/);
    const second = app.as("secondReviewer");
    await second.call(calls.decline, { ids, reason: "证明不足" });
    assert.equal(await stateOf(ids), "open");
    await clerk.call(calls.propose, { ids, reason: "补充了视频" });
    await second.call(calls.dismiss, { ids });
    assert.equal(await stateOf(ids), "dismissed");
    await watchPaidRows(app.db);
    assert.equal(await stateOf(ids), "dismissed", "the same fact is not found again");
    const undone = sql`update recovery_item set state = 'open', decide_user = null, decide_time = null where id = ${ids}`;
    await assert.rejects(undone.execute(app.db), /what was found and decided stays/);
  });
});
