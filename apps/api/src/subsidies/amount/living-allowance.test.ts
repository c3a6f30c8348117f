import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { claimCommit, claimDetail, claimPreview } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { aCertifiedClass, fileClaim } from "../../../test/factories/assessment.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { findingsOf, passReviews, pay } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { moveClock } from "../../core/foundation/clock.ts";

/** The living allowance: a claim of its own on the same class, by parameters instead of a standard. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("claimSave of a living allowance", () => {
  it("goes from draft to payment without any standard", async () => {
    const built = await aCertifiedClass(app);
    const proof = await anAttachment(app, built.base.orgAdmin, "低保证.pdf");
    // The last of the three is an employee, whom no allowance is paid.
    await sql`update student set person_category = '09', category_att_id = ${proof} where id = any(${built.studentIds.slice(0, 2)}::bigint[])`.execute(
      app.db,
    );
    await sql`update student set person_category = '01' where id = ${built.studentIds[2]}`.execute(app.db);
    const preview = (await built.base.orgAdmin.call(claimPreview, {
      classId: built.classId,
      subsidyKind: "10",
    } as never)) as { excluded: { studentId: string; message: string }[] };
    assert.deepEqual(
      preview.excluded.map(({ studentId }) => studentId),
      [built.studentIds[2]],
    );
    assert.match(preview.excluded[0]?.message ?? "", /生活费.*人员类别不享受/);
    const claim = await fileClaim(app, built, "10");
    assert.deepEqual(
      claim.lines.map((line) => [line.studentId, line.payableAmount]),
      built.studentIds.slice(0, 2).map((id) => [id, "150.00"]),
      "five days of 30 yuan",
    );
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    await passReviews(app, claim);
    const findings = (await findingsOf(app.as("auditor"), claim)).records;
    assert.deepEqual(
      findings.filter((finding: any) => finding.isPass === "0" && finding.severity === "1"),
      [],
    );
    const amount = findings.find((finding: any) => finding.ruleCode === "AT12");
    assert.deepEqual(
      [amount.expectValue, amount.evidence],
      [
        "150.00",
        [
          {
            entity: "Parameter",
            id: "subsidy.living.perDay",
            zh: "参数 subsidy.living.perDay",
            en: "Parameter subsidy.living.perDay",
          },
        ],
      ],
    );
    assert.deepEqual(
      new Set(findings.filter((finding: any) => finding.ruleCode === "AT19").map((finding: any) => finding.isPass)),
      new Set(["1"]),
    );
    const finance = app.as("finance");
    const approved = (await finance.call(claimDetail, { id: claim.claimId })) as {
      applyNo: string;
      approvedAmount: string;
      status: string;
    };
    assert.deepEqual([approved.status, approved.approvedAmount], ["compile", "300.00"]);
    moveClock(12);
    try {
      await pay(finance, approved.applyNo);
      const paid = (await pay(finance, approved.applyNo, { result: "paid", payAmount: "300.00" })) as {
        payStatus: string;
      };
      assert.equal(paid.payStatus, "3");
    } finally {
      moveClock(0);
    }
  });
});
