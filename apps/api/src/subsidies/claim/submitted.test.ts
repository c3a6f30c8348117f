import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { submittedClaims } from "@jipei/contract/subsidies/payment-list.calls.ts";
import { claimCommit } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { aClaim } from "../../../test/factories/assessment.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("SubsidyApplication.submitted", () => {
  it("shows the bureau what was submitted, by its side, and no drafts", async () => {
    const claim = await aClaim(app);
    const find = async (filters: object = {}) =>
      (await app.as("leader").call(submittedClaims, { current: 1, size: 50, ...filters } as never)).records.map(
        (row) => row.id,
      );
    assert.deepEqual(await find(), []);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    assert.deepEqual(await find(), [claim.claimId]);
    assert.deepEqual(await find({ unitSide: "1" }), [claim.claimId]);
    assert.deepEqual(await find({ unitSide: "2" }), []);
    assert.equal((await claim.base.orgAdmin.refused(submittedClaims, {} as never)).errorCode, "ROLE_DENIED");
  });
});
