import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { subsidyStandardCalls } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { trainingSubsidyKindCalls } from "@jipei/contract/catalogue/training-subsidy-kind.ts";
import {
  claimAutoTrial,
  claimCommit,
  claimPreview,
  claimSave,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { aCertifiedClass, aClaim, fileClaim } from "../../../test/factories/assessment.ts";
import { approvePolicy, setPolicyParameter } from "../../../test/factories/policy.ts";
import { storeAccount } from "../../../test/factories/organisation.ts";
import { aStandard } from "../../../test/factories/teaching.ts";
import { asCommittedUnder, findingsOf } from "../../../test/factories/claims/claim-review.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Which kinds an institution claims, with and without certificates, and to which account. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("claimSave", () => {
  it("refuses a kind that institutions cannot claim (FIELD_INVALID)", async () => {
    const built = await aCertifiedClass(app);
    for (const subsidyKind of ["02", "07", "09"]) {
      const preview = await built.base.orgAdmin.refused(claimPreview, { classId: built.classId, subsidyKind });
      assert.deepEqual([preview.errorCode, preview.failures[0]?.field], ["FIELD_INVALID", "subsidyKind"], subsidyKind);
      assert.equal(
        (await built.base.orgAdmin.refused(claimSave, { subsidyApplyDTO: { classId: built.classId, subsidyKind } }))
          .errorCode,
        "FIELD_INVALID",
        subsidyKind,
      );
    }
  });

  it("refuses a second kind for the same people and class: start-up or pre-job beside training (letter B, KIND_MISMATCH)", async () => {
    const claim = await aClaim(app);
    const { orgAdmin, courseId } = claim.base;
    const { standardAmount, subsidyFileId } = (
      await app.as("clerk").call(subsidyStandardCalls.byCourse, { courseId })
    )[0] as any;
    for (const subsidyKind of ["03", "04", "06"]) {
      const standard = {
        courseId,
        subsidyFileId,
        subsidyKind,
        standardAmount,
        payTarget: "1",
        effectDate: "2020-01-01",
      };
      for (const isValid of ["isValid", "unValid"])
        assert.equal(
          (await app.as("clerk").refused(subsidyStandardCalls.submit, { ...standard, isValid })).errorCode,
          "KIND_MISMATCH",
        );
      const body = { subsidyApplyDTO: { classId: claim.classId, subsidyKind } };
      assert.equal(
        (await orgAdmin.refused(claimPreview, body.subsidyApplyDTO)).errorCode,
        "KIND_MISMATCH",
        subsidyKind,
      );
      assert.equal((await orgAdmin.refused(claimSave, body)).errorCode, "KIND_MISMATCH", subsidyKind);
      const written =
        sql`update subsidy_application set subsidy_kind = ${subsidyKind} where id = ${claim.claimId}`.execute(app.db);
      await assert.rejects(written, { constraint: "kinds_go_together" });
      const stored =
        sql`insert into subsidy_standard (course_id, subsidy_file_id, subsidy_kind, occup_class, level, standard_amount, pay_target, effect_date, is_valid, create_user, update_user)
        values (${courseId}, ${subsidyFileId}, ${subsidyKind}, 'A', '4', 1, '1', '2020-01-01', 'isValid', 0, 0)`.execute(
          app.db,
        );
      await assert.rejects(stored, { constraint: "kinds_go_together" });
    }
  });

  it("refuses at its submission what the table no longer has, and takes it while the class ended before", async () => {
    const claim = await aClaim(app);
    const { endDate } = (
      await sql<{ endDate: string }>`select end_date from training_class where id = ${claim.classId}`.execute(app.db)
    ).rows[0] as { endDate: string };
    const clerk = app.as("clerk");
    const { records } = await clerk.list<any>(trainingSubsidyKindCalls.list, {
      trainKind: "01",
      subsidyKind: "01",
      payTarget: "1",
    });
    const lastDay = async (expireDate: string | null) => {
      const { policyChangeId } = await clerk.call(trainingSubsidyKindCalls.submit, {
        id: records[0].id,
        expireDate,
      } as never);
      await approvePolicy(app, policyChangeId);
    };
    await lastDay(addDays(endDate, -1));
    try {
      assert.equal(
        (await claim.base.orgAdmin.refused(claimCommit, { ids: claim.claimId })).failures[0]?.errorCode,
        "KIND_MISMATCH",
      );
      await lastDay(endDate);
      await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    } finally {
      await lastDay(null);
    }
  });

  it("pays the share of the parameter without a certificate: nothing by default, and then the check blocks", async () => {
    const built = await aCertifiedClass(app);
    const { orgAdmin } = built.base;
    await aStandard(app, {
      courseId: built.base.courseId,
      standardAmount: "1000.00",
      payTarget: "1",
      effectDate: addDays(today(), -400),
    });
    const without = built.studentIds[0] as string;
    await sql`update student set cert_id = null where id = ${without}`.execute(app.db);
    const query = { classId: built.classId, subsidyKind: "01" } as never;
    const before = (await orgAdmin.call(claimPreview, query)) as any;
    assert.deepEqual(
      before.excluded.map((one: any) => [one.studentId, one.ruleCode]),
      [[without, "CERT_REQUIRED"]],
    );
    await share("0.5");
    try {
      const claim = await fileClaim(app, built);
      assert.equal(claim.lines.find((line) => line.studentId === without)?.payableAmount, "500.00");
      await orgAdmin.call(claimCommit, { ids: claim.claimId });
      assert.deepEqual(
        [...(await failing(claim.claimId))].filter((code) => code === "AT07" || code === "AT12"),
        [],
      );
      await asCommittedUnder(app, claim.claimId, { "subsidy.noCert.rate": "0" });
      assert.deepEqual(
        [...(await failing(claim.claimId))].filter((code) => code === "AT07"),
        ["AT07"],
      );
    } finally {
      await share("0");
    }
  });
});

describe("claimAutoTrial", () => {
  it("looks by AT22 at the account the claim was submitted with, which is paid", async () => {
    const claim = await aClaim(app);
    await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
    await storeAccount(app, claim.base.orgId, { bankAccountName: "别人" });
    assert.equal((await failing(claim.claimId)).has("AT22"), false);
    await sql`update subsidy_application set bank_account_name = '别人' where id = ${claim.claimId}`.execute(app.db);
    assert.equal((await failing(claim.claimId)).has("AT22"), true);
  });
});

const share = (value: string) => setPolicyParameter(app, "subsidy.noCert.rate", value);

/** Rules that are not met in a new run. */
async function failing(claimId: string): Promise<Set<string>> {
  const { runNo } = (await app.as("firstReviewer").call(claimAutoTrial, { applyId: claimId })) as { runNo: string };
  const found = await findingsOf(app.as("auditor"), { claimId }, { runNo, isPass: "0" });
  return new Set(found.records.map((finding: any) => finding.ruleCode));
}

describe("claimPreview of pre-job training", () => {
  it("asks for no certificate", async () => {
    const built = await aCertifiedClass(app);
    await sql`update training_class set train_kind = '03' where id = ${built.classId}`.execute(app.db);
    await sql`update student set cert_id = null where class_id = ${built.classId}`.execute(app.db);
    const preview = await built.base.orgAdmin.call(claimPreview, { classId: built.classId, subsidyKind: "03" });
    // The missing certificate would be named first; what is left is that the course has no standard of this kind.
    assert.deepEqual([...new Set(preview.excluded.map(({ ruleCode }) => ruleCode))], ["COURSE_NOT_VALID"]);
  });
});
