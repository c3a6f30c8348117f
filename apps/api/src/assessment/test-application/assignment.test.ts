import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { assessorAssignmentCalls } from "@jipei/contract/assessment/assessors/assessor-assignment.ts";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { anApprovedTest } from "../../../test/factories/assessment.ts";
import { anAssessor, assign } from "../../../test/factories/assessor.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { now } from "../../core/foundation/clock.ts";

/** What assessors may do with their own assignments. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("AssessorAssignment.submit", () => {
  it("signs an assessor in at the server's time, and refuses to change what they are assigned to (FIELD_FROZEN)", async () => {
    const [mine, other] = [await anApprovedTest(app), await anApprovedTest(app)];
    const assessorId = await anAssessor(app, 1);
    const clerk = app.as("clerk");
    const { id } = await assign(app, mine.applyId, assessorId);
    const self = app.as("assessor", { assessorId });
    const changes = {
      testApplyId: other.applyId,
      assessorId: await anAssessor(app, 2),
      duty: "1",
      subject: "2",
      fee: "900.00",
      applySide: "2",
    };
    for (const [name, value] of Object.entries(changes)) {
      const refused = await self.refused(assessorAssignmentCalls.submit, { id, [name]: value } as never);
      assert.equal(refused.errorCode, "FIELD_FROZEN", name);
    }
    assert.equal((await self.refused(testApplicationCalls.detail, { id: other.applyId })).errorCode, "NOT_FOUND");

    assert.deepEqual(
      (await self.call(testApplicationCalls.detail, { id: mine.applyId })).auditList,
      [],
      "what bureau and institution write to each other",
    );
    assert.ok((await clerk.call(testApplicationCalls.detail, { id: mine.applyId })).auditList.length > 0);

    const day = now().slice(0, 10);
    await self.call(assessorAssignmentCalls.submit, { id, signTime: "2020-01-01 08:00:00" } as never);
    const signed = await self.call(assessorAssignmentCalls.detail, { id });
    assert.ok(String(signed.signTime).startsWith(day), String(signed.signTime));
    await self.call(assessorAssignmentCalls.submit, { id, signTime: null } as never);
    assert.equal(
      (await self.call(assessorAssignmentCalls.detail, { id })).signTime,
      signed.signTime,
      "once signed in, for good",
    );
    await clerk.call(assessorAssignmentCalls.submit, { id, fee: "300.00" } as never);
  });
});
