import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { draftDetail, draftSave } from "@jipei/contract/subsidies/review-draft.calls.ts";
import {
  claimCommit,
  claimDetail,
  claimFirstCount,
  claimRecall,
  claimReturn,
  findingCalls,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, aClaim } from "../../../test/factories/assessment.ts";
import { findingsOf } from "../../../test/factories/claims/claim-review.ts";
import { moveClock } from "../../core/foundation/clock.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());
afterEach(() => moveClock(0));

const commit = ({ base, claimId }: BuiltClaim) => base.orgAdmin.call(claimCommit, { ids: claimId });
const recall = ({ base, claimId }: BuiltClaim) => base.orgAdmin.call(claimRecall, { ids: claimId });
const read = ({ base, claimId }: BuiltClaim) => base.orgAdmin.call(claimDetail, { id: claimId });
const refusal = async ({ base, claimId }: BuiltClaim) =>
  (await base.orgAdmin.refused(claimRecall, { ids: claimId })).errorCode;
const waiting = async () => (await app.as("firstReviewer").call(claimFirstCount, {} as never)).number;
const reserved = async (claim: BuiltClaim) => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from entitlement e join subsidy_line l on l.id = e.line_id
    where l.apply_id = ${claim.claimId}`.execute(app.db);
  return rows[0]?.n;
};

describe("claimRecall", () => {
  it("makes a submission undone: a draft with its number, out of the bureau's queue, reserving nothing, in no time for the deadline", async () => {
    const claim = await aClaim(app);
    const before = await waiting();
    await commit(claim);
    const { applyNo } = await read(claim);
    assert.deepEqual([await waiting(), await reserved(claim)], [before + 1, claim.lines.length]);
    assert.equal((await app.as("clerk").refused(claimRecall, { ids: claim.claimId })).errorCode, "ROLE_DENIED");
    assert.equal(
      (await app.as("orgAdmin", { orgId: "999999" }).refused(claimRecall, { ids: claim.claimId })).errorCode,
      "NOT_OWNER",
    );
    await recall(claim);
    const row = await read(claim);
    assert.deepEqual(
      [row.status, row.applyNo, row.commitTime, row.firstCommitTime, row.trialResult],
      ["unSubmit", applyNo, null, null, "0"],
    );
    assert.ok(row.auditList.some(({ action }) => action === "recall"));
    assert.deepEqual([await waiting(), await reserved(claim)], [before, 0]);
    const { rows } = await sql<{ is: boolean }>`select first_commit_time is null as is from subsidy_line
      where apply_id = ${claim.claimId}`.execute(app.db);
    assert.ok(rows.every(({ is }) => is));
    // The check that the submission had queued finds nothing to do.
    await app.runJobs();
    assert.equal((await read(claim)).trialResult, "0");
    await commit(claim);
    assert.deepEqual([(await read(claim)).applyNo, await reserved(claim)], [applyNo, claim.lines.length]);
  });

  it("keeps the first commit of what was submitted before: a return does not cost the deadline, a withdrawal after it neither", async () => {
    const claim = await aClaim(app);
    await commit(claim);
    const { firstCommitTime } = await read(claim);
    await app.as("firstReviewer").call(claimReturn, { ids: claim.claimId, reason: "材料不全" });
    moveClock(1);
    await commit(claim);
    await recall(claim);
    assert.equal((await read(claim)).firstCommitTime, firstCommitTime);
    const { rows } = await sql<{ is: boolean }>`select first_commit_time is not null as is from subsidy_line
      where apply_id = ${claim.claimId}`.execute(app.db);
    assert.ok(rows.every(({ is }) => is));
  });

  it("refuses as soon as a reviewer has begun, by a draft or a decision, also one in a draft of an earlier round (CLAIM_UNDER_REVIEW)", async () => {
    const [drafted, confirmed] = [await aClaim(app), await aClaim(app)];
    const first = app.as("firstReviewer");
    await commit(drafted);
    const save = async () => {
      const { version } = await first.call(draftDetail, { applyId: drafted.claimId });
      await first.call(draftSave, { applyId: drafted.claimId, version, opinion: "在看" });
    };
    await save();
    assert.equal(await refusal(drafted), "CLAIM_UNDER_REVIEW");
    await first.call(claimReturn, { ids: drafted.claimId, reason: "材料不全" });
    await commit(drafted);
    await save();
    assert.equal(await refusal(drafted), "CLAIM_UNDER_REVIEW");

    await commit(confirmed);
    await app.runJobs();
    const warning = (await findingsOf(first, confirmed, { isPass: "0", severity: "2" })).records[0];
    assert.ok(warning, "the check warns of something");
    await first.call(findingCalls.submit, { id: warning.id, isIgnored: "1", ignoreReason: "已电话核实" } as never);
    assert.equal(await refusal(confirmed), "CLAIM_UNDER_REVIEW");
  });

  it("beside a reviewer who begins at the same moment, one of the two has come too late", async () => {
    const claim = await aClaim(app);
    await commit(claim);
    const first = app.as("firstReviewer");
    const [taken, begun] = await Promise.all([
      claim.base.orgAdmin.attempt(claimRecall, { ids: claim.claimId }),
      first.attempt(draftSave, { applyId: claim.claimId, version: 0, opinion: "在看" }),
    ]);
    assert.deepEqual(
      [taken.errorCode, begun.errorCode].toSorted(),
      taken.errorCode ? [null, "CLAIM_UNDER_REVIEW"].toSorted() : [null, "STATE_ILLEGAL"].toSorted(),
    );
  });
});
