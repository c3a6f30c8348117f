import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  claimDetail,
  claimReReturn,
  claimRemove,
  claimSave,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { fileClaim } from "../../../test/factories/assessment.ts";
import { aCompletedClaim } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

/** A completed claim that an objection takes back to review, with a supplementary one begun meanwhile. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("claimReReturn of a completed claim", () => {
  it("goes on beside a supplementary draft; a third claim beside the two is refused (SUBSIDY_APPLY_DUP)", async () => {
    const claim = await aCompletedClaim(app, { refuse: [2] });
    const { orgAdmin } = claim.base;
    const supplement = await fileClaim(app, claim);
    assert.deepEqual(
      supplement.lines.map((line) => line.studentId),
      [claim.studentIds[2]],
    );
    const second = app.as("secondReviewer");
    await second.call(claimReReturn, { ids: claim.claimId, reason: "公示期异议成立" } as never);
    const back = (await second.call(claimDetail, { id: claim.claimId })) as any;
    assert.deepEqual(
      [back.status, back.payStatus, back.objection, back.publicityEnd],
      ["firstTrial", "0", "公示期异议成立", null],
    );
    await orgAdmin.call(claimRemove, { ids: supplement.claimId });
    assert.equal(
      (await orgAdmin.refused(claimSave, { subsidyApplyDTO: { classId: claim.classId, subsidyKind: "01" } })).errorCode,
      "SUBSIDY_APPLY_DUP",
      "while the claim is under review again",
    );
  });
});

describe("claimSave", () => {
  it("refuses a new claim without rows (SUBSIDY_EMPTY)", async () => {
    const claim = await aCompletedClaim(app);
    const { orgAdmin } = claim.base;
    assert.equal(
      (await orgAdmin.refused(claimSave, { subsidyApplyDTO: { classId: claim.classId, subsidyKind: "01" } })).errorCode,
      "SUBSIDY_EMPTY",
      "nobody is left to be claimed",
    );
    assert.equal(
      (
        await orgAdmin.refused(claimSave, {
          subsidyApplyDTO: { classId: claim.classId, subsidyKind: "01" },
          subsidyApplyDetailDTO: [],
        })
      ).errorCode,
      "SUBSIDY_EMPTY",
    );
  });
});
