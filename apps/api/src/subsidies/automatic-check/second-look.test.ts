// Slow: every attack is made at three moves, each refused, mended and made.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import {
  claimAutoTrial,
  claimCommit,
  claimDetail,
  claimFirstCommit,
  claimReCommit,
  claimReReturn,
  financeResult,
  lineTotalOfBureau,
  lineUnapprove,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, aClaim } from "../../../test/factories/assessment.ts";
import { aCompletedClaim, confirmWarnings, pay } from "../../../test/factories/claims/claim-review.ts";
import { storeAccount } from "../../../test/factories/organisation.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { moveClock } from "../../core/foundation/clock.ts";
import { enterAnswer } from "../../external-data/local-registers.ts";

/** A: what changes after the automatic check. Attacks that got money out in trials, each at the three moves that rely on the check. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());
afterEach(() => moveClock(0));
/** Days from approval until after the publicity. */
const past = 16;

/** A submitted claim whose check has passed, its warnings confirmed by hand. */
async function aCheckedClaim(): Promise<BuiltClaim> {
  const claim = await aClaim(app);
  await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
  await check(claim);
  return claim;
}
async function check(claim: BuiltClaim): Promise<void> {
  await app.as("firstReviewer").call(claimAutoTrial, { applyId: claim.claimId });
  await confirmWarnings(app, claim, app.as("firstReviewer"));
}
const open = (claim: BuiltClaim) => app.as("auditor").call(claimDetail, { id: claim.claimId }) as Promise<any>;
async function countRuns({ claimId }: BuiltClaim): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct run_no)::int as n from finding where biz_type = 'subsidyApply' and biz_id = ${claimId}`.execute(
    app.db,
  );
  return rows[0]?.n ?? 0;
}

/** The three moves that rely on a check, in their order: each refused, and each made. */
const moves = {
  firstCommit: {
    refused: ({ claimId }: BuiltClaim) =>
      app.as("firstReviewer").refused(claimFirstCommit, { subsidyApplyDTO: { id: claimId } } as never),
    made: ({ claimId }: BuiltClaim) =>
      app.as("firstReviewer").call(claimFirstCommit, { subsidyApplyDTO: { id: claimId } } as never),
  },
  reCommit: {
    refused: ({ claimId }: BuiltClaim) => app.as("secondReviewer").refused(claimReCommit, { ids: claimId }),
    made: ({ claimId }: BuiltClaim) => app.as("secondReviewer").call(claimReCommit, { ids: claimId }),
  },
  send: {
    refused: async (claim: BuiltClaim) => {
      moveClock(past);
      return app.as("finance").refused(financeResult, { businessNo: (await open(claim)).applyNo });
    },
    made: async (claim: BuiltClaim) => pay(app.as("finance"), (await open(claim)).applyNo),
  },
};
type Move = keyof typeof moves;

/** Does to a checked claim what must stop it before each move, sees the move refused and the run kept, mends it, and sees the move made. */
async function attack(
  act: (claim: BuiltClaim) => Promise<unknown>,
  mend: (claim: BuiltClaim) => Promise<unknown>,
  code: (move: Move) => string = () => "TRIAL_BLOCKED",
): Promise<void> {
  const claim = await aCheckedClaim();
  for (const move of ["firstCommit", "reCommit", "send"] as const) {
    const before = await countRuns(claim);
    await act(claim);
    assert.equal((await moves[move].refused(claim)).errorCode, code(move), move);
    assert.equal(await countRuns(claim), before + 1, `${move}: the run that found it is kept`);
    assert.equal((await open(claim)).trialResult, "3", move);
    await mend(claim);
    await moves[move].made(claim);
  }
  assert.equal((await open(claim)).payStatus, "2");
}

/** As if the registers had last been asked two days ago. */
async function twoDaysLater({ claimId }: BuiltClaim): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    // Nobody changes these, so what protects them is put aside.
    await sql`alter table ext_query disable trigger user`.execute(tx);
    await sql`update ext_query set query_time = query_time - interval '2 days', cache_until = cache_until - interval '2 days' where biz_id = ${claimId}`.execute(
      tx,
    );
    await sql`alter table ext_query enable trigger user`.execute(tx);
  });
  await sql`update claim_check set asked_time = asked_time - interval '2 days' where apply_id = ${claimId}`.execute(
    app.db,
  );
}
async function findIdNumber(claim: BuiltClaim): Promise<string> {
  const { idNumber } = await app.db
    .selectFrom("student")
    .select("idNumber")
    .where("id", "=", claim.studentIds[1] as string)
    .executeTakeFirstOrThrow();
  return app.cipher.decrypt(idNumber);
}
/** Enters an answer that comes two days after the last look-up. */
async function answerLater(
  claim: BuiltClaim,
  kind: Parameters<typeof enterAnswer>[2],
  subject: string,
  answer: Record<string, unknown>,
): Promise<void> {
  await enterAnswer(app.db, app.cipher, kind, subject, answer);
  await twoDaysLater(claim);
}
const switchTo = (role: "clerk" | "sysAdmin", state: string) => (claim: BuiltClaim) =>
  app.as(role).call(organisationCalls.stateSwitching, { ids: claim.base.orgId, state, reason: "停用整改" } as never);
const sendsToNobodyElse = (move: Move) => (move === "send" ? "ORG_NOT_ACTIVE" : "TRIAL_BLOCKED");

describe("A: what changed since the automatic check is checked again", () => {
  for (const role of ["clerk", "sysAdmin"] as const)
    it(`institution suspended by the ${role}`, () =>
      attack(switchTo(role, "unUser"), switchTo(role, "isUser"), sendsToNobodyElse));

  it("institution blacklisted", () => {
    const grade = (value: string) => (claim: BuiltClaim) =>
      sql`update organisation set credit_grade = ${value} where id = ${claim.base.orgId}`.execute(app.db);
    return attack(grade("D"), grade("B"), sendsToNobodyElse);
  });

  it("a person died", () => {
    const alive = (isAlive: string) => async (claim: BuiltClaim) =>
      answerLater(claim, "getPersonInfo", await findIdNumber(claim), { match: "1", isAlive });
    return attack(alive("0"), alive("1"));
  });

  it("a register that is silent by then is a warning nobody has confirmed: the move waits until it answers, or somebody has made sure", async () => {
    const claim = await aCheckedClaim();
    const silent = async () => answerLater(claim, "getPersonInfo", await findIdNumber(claim), { unavailable: true });
    await silent();
    assert.equal((await moves.firstCommit.refused(claim)).errorCode, "TRIAL_BLOCKED");
    assert.equal((await open(claim)).trialResult, "2", "neither blocked nor passed");
    await confirmWarnings(app, claim, app.as("firstReviewer"));
    await moves.firstCommit.made(claim);
    await answerLater(claim, "getPersonInfo", await findIdNumber(claim), { match: "1", isAlive: "1" });
    await moves.reCommit.made(claim);
    await silent();
    assert.equal((await moves.send.refused(claim)).errorCode, "TRIAL_BLOCKED");
    await answerLater(claim, "getPersonInfo", await findIdNumber(claim), { match: "1", isAlive: "1" });
    await moves.send.made(claim);
  });

  it("a person was paid by the province", () => {
    const paid = (held: boolean) => async (claim: BuiltClaim) => {
      const { rows } = await sql<{ occupationCode: string; occupationName: string; level: string }>`
        select occupation_code, occupation_name, level from training_class where id = ${claim.classId}`.execute(app.db);
      const subsidies = held
        ? [{ ...rows[0], subsidyKind: "01", amount: "1000.00", payDate: "2025-05-05", unitName: "外县培训学校" }]
        : [];
      await answerLater(claim, "getTrainSubsidy", await findIdNumber(claim), { subsidies });
    };
    return attack(paid(true), paid(false));
  });

  it("the unit came to owe wages", () => {
    const arrears = (isArrears: string) => async (claim: BuiltClaim) => {
      const { creditCode } = await app.db
        .selectFrom("organisation")
        .select("creditCode")
        .where("id", "=", claim.base.orgId)
        .executeTakeFirstOrThrow();
      await answerLater(claim, "getBackPay", creditCode, { isArrears });
    };
    return attack(arrears("1"), arrears("0"));
  });

  it("a row refused in the second review voids no check, and the totals are those of the rows that remain", async () => {
    const claim = await aCheckedClaim();
    await moves.firstCommit.made(claim);
    const [line] = claim.lines;
    const second = app.as("secondReviewer");
    await second.call(lineUnapprove, { ids: line?.id ?? "", unApproveReason: "材料不符" });
    const { approvedCount, approvedAmount, trialTime } = await open(claim);
    assert.deepEqual([approvedCount, approvedAmount], [2, "2000.00"]);
    assert.notEqual(trialTime, null);
    const totals = await second.call(lineTotalOfBureau, { applyId: claim.claimId } as never);
    assert.deepEqual([totals.payableAmount, totals.approvedAmount], ["2000.00", "2000.00"]);
    await moves.firstCommit.made(claim);
    await moves.reCommit.made(claim);
    assert.equal(await countRuns(claim), 1);
  });

  it("attendance fell to 50 %", () => {
    const rate = (value: string) => (claim: BuiltClaim) =>
      sql`update student set attendance_rate = ${value} where id = ${claim.studentIds[0]}`.execute(app.db);
    return attack(rate("50.00"), rate("100.00"));
  });

  it("a check of 199 days ago: what only a whole check asks is asked again, a younger one is relied on", async () => {
    const claim = await aCheckedClaim();
    const { creditCode } = await app.db
      .selectFrom("organisation")
      .select("creditCode")
      .where("id", "=", claim.base.orgId)
      .executeTakeFirstOrThrow();
    const arrears = (isArrears: string) => answerLater(claim, "getBackPay", creditCode, { isArrears });
    const checkedAgo = (days: number) =>
      sql`update subsidy_application set commit_time = commit_time - make_interval(days => ${days}), trial_time = trial_time - make_interval(days => ${days}) where id = ${claim.claimId}`.execute(
        app.db,
      );
    await moves.firstCommit.made(claim);
    await arrears("1");
    await checkedAgo(199);
    assert.equal((await moves.reCommit.refused(claim)).errorCode, "TRIAL_BLOCKED");
    await arrears("0");
    await checkedAgo(199);
    await moves.reCommit.made(claim);
    const runs = await countRuns(claim);
    moveClock(past);
    await moves.send.made(claim);
    assert.equal(await countRuns(claim), runs);
  });

  it("an upheld objection, and a return of the second review, void the check (TRIAL_REQUIRED)", async () => {
    const claim = await aCheckedClaim();
    const second = app.as("secondReviewer");
    for (const reason of ["请核对考勤", "查实未参训"]) {
      await moves.firstCommit.made(claim);
      if (reason === "查实未参训") await moves.reCommit.made(claim);
      await second.call(claimReReturn, { ids: claim.claimId, reason } as never);
      const { status, trialResult, trialTime } = await open(claim);
      assert.deepEqual([status, trialResult, trialTime], ["firstTrial", "0", null]);
      assert.equal((await moves.firstCommit.refused(claim)).errorCode, "TRIAL_REQUIRED");
      await check(claim);
    }
    await moves.firstCommit.made(claim);
    await moves.reCommit.made(claim);
  });

  it("unchanged facts start no run, and what was confirmed by hand stays so while it is the same", async () => {
    const claim = await aCheckedClaim();
    await moves.firstCommit.made(claim);
    await twoDaysLater(claim);
    await moves.reCommit.made(claim);
    assert.equal(await countRuns(claim), 1, "the registers say the same two days later");
    const asked = sql`select from claim_check where apply_id = ${claim.claimId} and asked_time > now() - interval '1 hour'`;
    assert.equal((await asked.execute(app.db)).rows.length, 1, "which is noted");
    await sql`update student set attendance_rate = 90.00 where id = ${claim.studentIds[0]}`.execute(app.db);
    moveClock(past);
    await moves.send.made(claim);
    assert.equal(await countRuns(claim), 2);
  });
});

describe("financeResult", () => {
  it("A: sends nothing to a suspended payee, nor again after a failure (ORG_NOT_ACTIVE); nor does the database", async () => {
    const claim = await aCompletedClaim(app);
    moveClock(past);
    const finance = app.as("finance");
    const refused = async () => (await finance.refused(financeResult, { businessNo: claim.applyNo })).errorCode;
    await switchTo("clerk", "unUser")(claim);
    assert.equal(await refused(), "ORG_NOT_ACTIVE");
    const send = sql`update subsidy_application set pay_status = '2', pay_batch_no = 'X' where id = ${claim.claimId}`;
    await assert.rejects(send.execute(app.db), /the payee is not active/);
    await switchTo("clerk", "isUser")(claim);
    await pay(finance, claim.applyNo);
    await pay(finance, claim.applyNo, { result: "failed", failReason: "户名不符" });
    await storeAccount(app, claim.base.orgId, { bankAccount: "6222000099990001" });
    await switchTo("clerk", "unUser")(claim);
    assert.equal(await refused(), "ORG_NOT_ACTIVE");
    await switchTo("clerk", "isUser")(claim);
    assert.equal((await pay(finance, claim.applyNo)).payStatus, "2");
  });
});
