import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { competitionRegisterCalls } from "@jipei/contract/competitions/registration.ts";
import { competitionRecordCalls as calls } from "@jipei/contract/competitions/result.ts";
import { aCompetition, aContestant, registrationInput } from "../../test/factories/competition.ts";
import { aTrainingBase } from "../../test/factories/training-base.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

/** What contestants reached: ranked, published together, corrected with a reason. */
let app: TestApp;
let institution: TestUser;
let competitionId: string;
let contestants: string[];
before(async () => {
  app = await startTestApp();
  institution = (await aTrainingBase(app)).orgAdmin;
  competitionId = await aCompetition(app);
  contestants = [];
  for (let n = 0; n < 3; n++) contestants.push(await aContestant(app, institution, competitionId));
});
after(() => app.close());

const enter = async (contestant: number, theoryScore: string, practiceScore: string, by = app.as("clerk")) =>
  (await by.call(calls.submit, { registerId: contestants[contestant], theoryScore, practiceScore } as never)).id;
const read = (id: string) => app.as("clerk").call(calls.detail, { id });

describe("CompetitionRecord.submit", () => {
  it("adds theory and practice by their shares, ranks with ties, is published together, and corrected with a reason (REASON_REQUIRED)", async () => {
    const clerk = app.as("clerk");
    const [first, second, third] = [
      await enter(0, "80.00", "90.00"),
      await enter(1, "80.00", "90.00"),
      await enter(2, "95.50", "70.05"),
    ];
    assert.deepEqual(
      (await Promise.all([first, second, third].map(read))).map(({ totalScore, rank }) => [totalScore, rank]),
      [
        ["87.00", 1],
        ["87.00", 1],
        ["77.69", 3],
      ],
    );
    assert.deepEqual((await institution.call(calls.list, { current: 1, size: 10 } as never)).records, []);
    await clerk.call(calls.publish, { competitionId, itemNo: "A" });
    assert.equal((await institution.call(calls.list, { current: 1, size: 10 } as never)).records.length, 3);
    assert.equal((await clerk.refused(calls.publish, { competitionId, itemNo: "B" })).errorCode, "NOT_FOUND");
    assert.equal((await clerk.refused(calls.remove, { ids: first })).errorCode, "RESULT_PUBLISHED");
    const change = { id: second, practiceScore: "91.00" };
    assert.equal((await clerk.refused(calls.submit, change as never)).errorCode, "REASON_REQUIRED");
    await clerk.call(calls.submit, { ...change, reason: "登记错误" } as never);
    assert.deepEqual([(await read(second)).rank, (await read(first)).rank], [1, 2]);
    const stranger = (await aTrainingBase(app)).orgAdmin;
    assert.equal((await stranger.refused(calls.detail, { id: first })).errorCode, "NOT_FOUND");
  });

  it("ranks a published result among the published ones, whatever is entered afterwards", async () => {
    const clerk = app.as("clerk");
    const other = await aCompetition(app);
    const [early, late] = [await aContestant(app, institution, other), await aContestant(app, institution, other)];
    const enterFor = async (registerId: string, practiceScore: string) =>
      (await clerk.call(calls.submit, { registerId, theoryScore: "80.00", practiceScore } as never)).id;
    const published = await enterFor(early, "70.00");
    await clerk.call(calls.publish, { competitionId: other, itemNo: "A" });
    const better = await enterFor(late, "90.00");
    assert.deepEqual([(await read(published)).rank, (await read(better)).rank], [1, 1]);
    await clerk.call(calls.submit, { id: better, practiceScore: "60.00" } as never);
    assert.deepEqual([(await read(published)).rank, (await read(better)).rank], [1, 2], "a draft ranks among all");
    await clerk.call(calls.submit, { id: better, practiceScore: "90.00" } as never);
    await clerk.call(calls.publish, { competitionId: other, itemNo: "A" });
    assert.deepEqual([(await read(published)).rank, (await read(better)).rank], [2, 1]);
  });

  it("is entered by assessors by the contestant's number, who see what they entered; for accepted registrations alone (FIELD_INVALID), once (DUPLICATE)", async () => {
    const other = await aCompetition(app);
    const registerId = await aContestant(app, institution, other);
    const { registerNo } = await app.as("clerk").call(competitionRegisterCalls.detail, { id: registerId });
    const assessor = app.as("assessor");
    const { id } = await assessor.call(calls.submit, { registerNo, theoryScore: "60.00" } as never);
    const row = await assessor.call(calls.detail, { id });
    assert.deepEqual([row.registerId, row.totalScore, row.rank], [registerId, null, null]);
    assert.equal(
      (await assessor.refused(calls.submit, { registerNo, theoryScore: "1.00" } as never)).errorCode,
      "DUPLICATE",
    );
    const unknown = await assessor.refused(calls.submit, { registerNo: "JB0", theoryScore: "1.00" } as never);
    assert.equal(unknown.failures[0]?.field, "registerId");
    const waiting = await institution.call(competitionRegisterCalls.submit, registrationInput(other));
    const refused = await app.as("clerk").refused(calls.submit, { registerId: waiting.id } as never);
    assert.equal(refused.failures[0]?.field, "registerId");
  });
});
