import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseClaimCalls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import {
  claimAutoTrial,
  claimCommit,
  claimFirstCommit,
  claimReCommit,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { type ApprovedMove, extraApprovalCalls as calls } from "@jipei/contract/workflow/extra-approval.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { aClaim } from "../../../test/factories/assessment.ts";
import { confirmWarnings } from "../../../test/factories/claims/claim-review.ts";
import { aStaffClaim, confirmStaffWarnings } from "../../../test/factories/claims/enterprise-claim.ts";
import { aColleague, aDefinition, chain, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** A claim passes its second review only once the process has ended well that the parameter names, whichever side claims. */
let app: TestApp;
let second: TestUser;
let leader: TestUser;
before(async () => {
  app = await startTestApp();
  second = await aColleague(app, "secondReviewer");
  leader = await aColleague(app, "leader");
  await aDefinition(
    app,
    "claimApproval",
    chain("claimApproval", [["leader", `flowable:assignee="${leader.actor.userId}"`]]),
  );
  await app.pool.query(
    `insert into parameter (param_name, param_key, param_value, create_user, update_user) values ('x', 'approval.claim.reCommit', 'claimApproval', 0, 0)
    on conflict (param_key) where is_deleted = 0 do update set param_value = 'claimApproval'`,
  );
});
after(() => app.close());

/** Asks for the approval of a claim, which the leader decides about. */
async function approve(move: ApprovedMove, businessId: string, pass: boolean): Promise<void> {
  const { processInstanceId } = await second.call(calls.start, { move, businessId, comment: null });
  const { taskId } = await taskOf(leader, processInstanceId);
  await leader.call(workCalls.complete, { taskId, processInstanceId, pass, comment: "意见", variables: null });
}

describe("SubsidyApplication.reCommit", () => {
  it("waits for the approval (APPROVAL_REQUIRED), and passes with it", async () => {
    const claim = await aClaim(app);
    const first = app.as("firstReviewer");
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    await first.call(claimAutoTrial, { applyId: claim.claimId });
    await confirmWarnings(app, claim, first);
    await first.call(claimFirstCommit, { subsidyApplyDTO: { id: claim.claimId } } as never);
    const input = { ids: claim.claimId };
    assert.equal((await second.refused(claimReCommit, input)).errorCode, "APPROVAL_REQUIRED");
    await approve("subsidyApplication.reCommit", claim.claimId, false);
    assert.equal((await second.refused(claimReCommit, input)).errorCode, "APPROVAL_REQUIRED");
    await approve("subsidyApplication.reCommit", claim.claimId, true);
    await second.call(claimReCommit, input);
  });
});

describe("EnterpriseSubsidyApplication.firstCommit of the second reviewer", () => {
  it("waits for the same approval (APPROVAL_REQUIRED), and passes with it", async () => {
    const claim = await aStaffClaim(app);
    const first = app.as("firstReviewer");
    await claim.enterprise.admin.call(enterpriseClaimCalls.commit, { ids: claim.claimId });
    await first.call(enterpriseClaimCalls.autoTrial, { applyId: claim.claimId });
    await confirmStaffWarnings(app, claim, first);
    const pass = { enterpriseSubsidyApplyDTO: { id: claim.claimId } } as never;
    await first.call(enterpriseClaimCalls.firstCommit, pass);
    assert.equal((await second.refused(enterpriseClaimCalls.firstCommit, pass)).errorCode, "APPROVAL_REQUIRED");
    await approve("enterpriseClaim.reCommit", claim.claimId, true);
    await second.call(enterpriseClaimCalls.firstCommit, pass);
  });
});
