// Slow: classes of staff are made, held, assessed and certified one by one.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import { enterpriseClaimCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { claimListOfOrg } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { aCertifiedClass, claimDocuments } from "../../../../test/factories/assessment.ts";
import { anAttachment } from "../../../../test/factories/attachment.ts";
import {
  aClaimableStaffClass,
  aPayableEnterprise,
  aStaffClaim,
} from "../../../../test/factories/claims/enterprise-claim.ts";
import type { StaffEnterprise } from "../../../../test/factories/enterprise-class.ts";
import { draftWorker } from "./ready-claim.ts";
import { type TestApp, startTestApp } from "../../../../test/support/test-app.ts";

/** An enterprise finds its claims filled in once the results of a class are out; it checks, adds its papers and submits. */
let app: TestApp;
let enterprise: StaffEnterprise;
before(async () => {
  app = await startTestApp();
  enterprise = await aPayableEnterprise(app);
});
after(() => app.close());

const claimsOf = async (classId: string) => (await enterprise.admin.list<any>(calls.list, { classId })).records;
const read = (id: string): Promise<any> => enterprise.admin.call(calls.detail, { id });

describe("EnterpriseCertificate.issue", () => {
  it("drafts a claim for everybody with a certificate, which the home page points out with its last day", async () => {
    const built = await aClaimableStaffClass(app, { enterprise, students: 3, scores: [{}, { theoryScore: "40.00" }] });
    await app.runJobs();
    const [claim] = await claimsOf(built.classId);
    assert.deepEqual([claim.status, claim.personCount, claim.applyAmount], ["unSubmit", 2, "2000.00"]);
    const whole = await read(claim.id);
    assert.deepEqual(
      whole.missingDocuments.map(({ zh }: { zh: string }) => zh),
      ["花名册", "考勤表", "证书清单", "签章申请表"],
    );
    const { claims } = await enterprise.admin.call(enterpriseHome, undefined);
    const due = claims.find(({ id }) => id === claim.id);
    assert.deepEqual([due?.key, due?.people, due?.day], ["draft", 2, whole.lastClaimDay]);
    const preview = await enterprise.admin.call(calls.preview, { classId: built.classId, subsidyKind: "02" });
    assert.equal(preview.claimId, claim.id);
  });

  it("lets whoever begins the same claim go on with it, and submit it once its papers are there", async () => {
    const built = await aClaimableStaffClass(app, { enterprise });
    await app.runJobs();
    const [draft] = await claimsOf(built.classId);
    const attachmentList: string[] = [];
    for (const name of claimDocuments) attachmentList.push(await anAttachment(app, enterprise.admin, name));
    const saved = await enterprise.admin.call(calls.saveSubsidy, {
      enterpriseSubsidyApplyDTO: { classId: built.classId, subsidyKind: "02", attachmentList },
    } as never);
    assert.equal(saved.id, draft.id);
    await enterprise.admin.call(calls.commit, { ids: saved.id });
    const row = await read(saved.id);
    assert.deepEqual([row.status, row.missingDocuments, row.lastClaimDay], ["firstTrial", [], null]);
  });

  it("drafts one claim where two jobs of a class run at once", async () => {
    const { classId } = await aClaimableStaffClass(app, { enterprise });
    await Promise.all([1, 2, 3].map(() => draftWorker.run(app, { classId })));
    assert.equal((await claimsOf(classId)).length, 1);
  });

  it("leaves a class alone that the enterprise has begun to claim for, and one of an institution", async () => {
    const claim = await aStaffClaim(app, { enterprise });
    const ofInstitution = await aCertifiedClass(app);
    await app.runJobs();
    assert.deepEqual(
      (await claimsOf(claim.classId)).map(({ id }: { id: string }) => id),
      [claim.claimId],
    );
    const { orgAdmin } = ofInstitution.base;
    assert.deepEqual((await orgAdmin.list<any>(claimListOfOrg, { classId: ofInstitution.classId })).records, []);
  });
});

describe("EnterpriseTest.submit", () => {
  it("drafts the claim of a pre-job class when its grades are published", async () => {
    const built = await aClaimableStaffClass(app, { enterprise, kind: "03" });
    await app.runJobs();
    const [claim] = await claimsOf(built.classId);
    assert.deepEqual([claim.subsidyKind, claim.status, claim.personCount], ["03", "unSubmit", 2]);
  });
});
