import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  claimAutoTrial,
  claimCommit,
  claimDetail,
  claimFirstCommit,
  claimReCommit,
  claimReturn,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { draftDetail, draftSave, draftTake } from "@jipei/contract/subsidies/review-draft.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, aClaim } from "../../../test/factories/assessment.ts";
import { confirmWarnings } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Decisions that are not sent yet outlive the page, and are handed over rather than lost. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const lineId = (claim: BuiltClaim, place: number) => claim.lines[place]?.id ?? "";
async function checked(): Promise<{ claim: BuiltClaim; first: TestUser }> {
  const claim = await aClaim(app);
  await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
  const first = app.as("firstReviewer");
  await first.call(claimAutoTrial, { applyId: claim.claimId });
  await confirmWarnings(app, claim, first);
  return { claim, first };
}
const refusal = { detailStatus: "2" as const, unApproveReason: "出勤不足" };
const saved = async (user: TestUser, applyId: string) =>
  (await user.call(draftDetail, { applyId })).decisions.map(({ lineId, detailStatus, approvedAmount }) => [
    lineId,
    detailStatus,
    approvedAmount,
  ]);

describe("ReviewDraft.save", () => {
  it("keeps decisions row by row, takes one back, and changes nothing of the claim", async () => {
    const { claim, first } = await checked();
    const applyId = claim.claimId;
    assert.equal((await first.call(draftDetail, { applyId })).version, 0);
    const before = await first.call(claimDetail, { id: applyId });
    const one = await first.call(draftSave, {
      applyId,
      version: 0,
      opinion: "第一批",
      decisions: [
        { lineId: lineId(claim, 0), ...refusal },
        { lineId: lineId(claim, 1), detailStatus: "1", approvedAmount: "10.00" },
      ],
    });
    assert.deepEqual([one.version, one.ownerId, one.opinion], [1, first.actor.userId, "第一批"]);
    const two = await first.call(draftSave, {
      applyId,
      version: 1,
      opinion: "第一批",
      decisions: [{ lineId: lineId(claim, 0), detailStatus: null }],
    });
    assert.equal(two.version, 2);
    assert.deepEqual(await saved(first, applyId), [[lineId(claim, 1), "1", "10.00"]]);
    const after = await first.call(claimDetail, { id: applyId });
    assert.deepEqual(after.detailList, before.detailList);
    assert.equal(after.version, before.version);
  });

  it("refuses what was saved elsewhere meanwhile (VERSION_CONFLICT), and loses neither", async () => {
    const { claim, first } = await checked();
    const applyId = claim.claimId;
    const save = (place: number, version: number) => ({
      applyId,
      version,
      decisions: [{ lineId: lineId(claim, place), ...refusal }],
    });
    await first.call(draftSave, save(0, 0));
    assert.equal((await first.refused(draftSave, save(1, 0))).errorCode, "VERSION_CONFLICT");
    await first.call(draftSave, save(1, 1));
    assert.equal((await saved(first, applyId)).length, 2);
    const answers = await Promise.all([first.attempt(draftSave, save(2, 2)), first.attempt(draftSave, save(2, 2))]);
    assert.ok(answers.some(({ status }) => status === 200));
  });

  it("refuses an amount above the payable one, a refusal without reason, rows of other claims, and other states", async () => {
    const { claim, first } = await checked();
    const applyId = claim.claimId;
    const code = async (decision: object) =>
      (await first.refused(draftSave, { applyId, version: 0, decisions: [decision] })).errorCode;
    assert.equal(
      await code({ lineId: lineId(claim, 0), detailStatus: "1", approvedAmount: "99999.00" }),
      "AMOUNT_OVER",
    );
    assert.equal(await code({ lineId: lineId(claim, 0), detailStatus: "2" }), "REASON_REQUIRED");
    assert.equal(await code({ lineId: "1", ...refusal }), "NOT_OWNER");
    assert.equal((await first.call(draftDetail, { applyId })).version, 0, "nothing half done");
    await first.call(claimReturn, { ids: applyId, reason: "材料不全" });
    assert.equal(await code({ lineId: lineId(claim, 0), ...refusal }), "STATE_ILLEGAL");
  });

  it("makes whoever wrote one a reviewer: nobody drafts in one review and passes the other (SAME_REVIEWER)", async () => {
    const { claim, first } = await checked();
    const applyId = claim.claimId;
    const writer = app.as(["firstReviewer", "secondReviewer"]);
    await writer.call(draftSave, { applyId, version: 0, decisions: [{ lineId: lineId(claim, 0), ...refusal }] });
    await first.call(draftTake, { applyId, version: 1 });
    await first.call(claimFirstCommit, { subsidyApplyDTO: { id: applyId } } as never);
    assert.equal((await writer.refused(claimReCommit, { ids: applyId })).errorCode, "SAME_REVIEWER");
    assert.equal((await writer.refused(draftSave, { applyId, version: 0 })).errorCode, "SAME_REVIEWER");
    const second = app.as("secondReviewer");
    assert.equal((await second.call(draftSave, { applyId, version: 0, opinion: "同意" })).opinion, "同意");
    assert.equal(
      (await second.refused(draftSave, { applyId, version: 1, decisions: [{ lineId: lineId(claim, 0), ...refusal }] }))
        .errorCode,
      "STATE_ILLEGAL",
      "the second review decides rows at once",
    );
    await second.call(claimReCommit, { ids: applyId });
    const { rows } = await sql`select from review_draft where apply_id = ${applyId}`.execute(app.db);
    assert.equal(rows.length, 0, "a review that is done needs no draft");
  });
});

describe("ReviewDraft.take", () => {
  it("hands a draft over with its history; until then nobody else writes into it or passes the claim beside it", async () => {
    const { claim, first } = await checked();
    const applyId = claim.claimId;
    await first.call(draftSave, { applyId, version: 0, decisions: [{ lineId: lineId(claim, 0), ...refusal }] });
    const colleague = app.as("firstReviewer");
    const write = { applyId, version: 1, decisions: [{ lineId: lineId(claim, 1), ...refusal }] };
    const held = await colleague.refused(draftSave, write);
    assert.deepEqual(
      [held.errorCode, held.msg],
      ["VERSION_CONFLICT", `${first.actor.name}正在审核本申请，接手后方可办理`],
    );
    const passing = { subsidyApplyDTO: { id: applyId } } as never;
    assert.equal((await colleague.refused(claimFirstCommit, passing)).errorCode, "VERSION_CONFLICT");
    const taken = await colleague.call(draftTake, { applyId, version: 1 });
    assert.deepEqual([taken.ownerId, taken.decisions[0]?.decidedBy], [colleague.actor.userId, first.actor.name]);
    assert.equal((await first.refused(draftSave, write)).errorCode, "VERSION_CONFLICT");
    assert.equal((await first.refused(draftTake, { applyId, version: 1 })).errorCode, "VERSION_CONFLICT");
    const { auditList } = await app.as("auditor").call(claimDetail, { id: applyId });
    const entry = auditList.find(({ action }) => action === "takeDraft");
    assert.equal(entry?.opinion, `${first.actor.name} → ${colleague.actor.name}`);
  });
});

describe("ReviewDraft.detail", () => {
  it("says which decisions do not fit the claim as it is now, and keeps them through a return", async () => {
    const { claim, first } = await checked();
    const applyId = claim.claimId;
    await first.call(draftSave, {
      applyId,
      version: 0,
      decisions: [0, 1, 2].map((place) => ({ lineId: lineId(claim, place), detailStatus: "1" as const })),
    });
    const misfits = async () =>
      (await first.call(draftDetail, { applyId })).decisions.map(({ unfit, unfitEn }) => [unfit, unfitEn]);
    assert.deepEqual(
      await misfits(),
      [0, 1, 2].map(() => [null, null]),
    );
    await first.call(claimReturn, { ids: applyId, reason: "材料不全" });
    await claim.base.orgAdmin.call(claimCommit, { ids: applyId });
    await sql`update student set attendance_rate = 50 where id = ${claim.studentIds[0]}`.execute(app.db);
    await first.call(claimAutoTrial, { applyId });
    await confirmWarnings(app, claim, first);
    await sql`update subsidy_line set payable_amount = 900 where id = ${lineId(claim, 1)}`.execute(app.db);
    const [blocked, cheaper, same] = await misfits();
    assert.match(blocked?.[0] ?? "", /^校验发现\d个问题未处理$/);
    assert.match(cheaper?.[1] ?? "", /^the amount payable was [\d.]+, now it is 900\.00 yuan$/);
    assert.deepEqual(same, [null, null]);
  });

  it("shows nobody outside the bureau anything (ROLE_DENIED)", async () => {
    const { claim } = await checked();
    assert.equal((await claim.base.orgAdmin.refused(draftDetail, { applyId: claim.claimId })).errorCode, "ROLE_DENIED");
  });
});
