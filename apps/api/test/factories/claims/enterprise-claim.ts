import { enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import { enterpriseClaimCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { findingCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { addDays, today } from "../../../src/core/foundation/clock.ts";
import { enterAnswer } from "../../../src/external-data/local-registers.ts";
import type { TestApp, TestUser } from "../../support/test-app.ts";
import { claimDocuments } from "../assessment.ts";
import { anAttachment } from "../attachment.ts";
import {
  type StaffTestOptions,
  type TestedStaffClass,
  aCertifiedStaffClass,
  aPublishedStaffTest,
} from "../enterprise-assessment.ts";
import { type StaffClass, type StaffEnterprise, aFiledEnterprise } from "../enterprise-class.ts";
import { aStandard } from "../teaching.ts";

/** Claims of enterprises for their staff. */

let accounts = 0;

/** An enterprise that can be paid: its account was filed by it and approved by the bureau. */
export async function aPayableEnterprise(app: TestApp): Promise<StaffEnterprise> {
  const enterprise = await aFiledEnterprise(app);
  const { rows } = await sql<{
    id: string;
    version: number;
  }>`select id, version from enterprise_total where ent_id = ${enterprise.entId}`.execute(app.db);
  const record = rows[0] as { id: string; version: number };
  await enterprise.admin.call(enterpriseTotalCalls.submit, {
    ...record,
    bankName: "中国工商银行样板支行",
    bankAccount: `622202${String(7_000_000_000 + ++accounts)}`,
    bankAccountName: enterprise.name,
  } as never);
  await app.as("clerk").call(enterpriseTotalCalls.approveAccount, { ids: record.id });
  return enterprise;
}

/** What the registers say of the people of a class: insured by the enterprise, and under a contract with it. */
export async function registerStaff(app: TestApp, { studentIds, enterprise }: StaffClass): Promise<void> {
  const { rows } = await sql<{
    idNumber: string;
  }>`select id_number from student where id = any(${studentIds}::bigint[])`.execute(app.db);
  const { creditCode, name: unitName } = enterprise;
  for (const { idNumber } of rows) {
    const person = app.cipher.decrypt(idNumber);
    await enterAnswer(app.db, app.cipher, "getPersonInsured", person, {
      isInsured: "1",
      unitName,
      creditCode,
      insuranceKind: "企业职工",
      months: 24,
    });
    await enterAnswer(app.db, app.cipher, "employmentContract", person, {
      contracts: [{ unitName, creditCode, startDate: "2020-01-01", endDate: "", contractKind: "1" }],
    });
  }
  await forgetAnswers(app);
}

/** As if the registers had been asked so long ago that what they said is not used again. */
export const forgetAnswers = (app: TestApp): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    await sql`alter table ext_query disable trigger user`.execute(tx);
    await sql`update ext_query set cache_until = now() - interval '1 hour'`.execute(tx);
    await sql`alter table ext_query enable trigger user`.execute(tx);
  });

export interface StaffClaimOptions extends StaffTestOptions {
  /** Of the subsidy; 02 unless it says otherwise. */
  kind?: "02" | "03" | "06";
  standard?: Record<string, unknown>;
}
export interface StaffClaim extends TestedStaffClass {
  claimId: string;
  lines: { id: string; studentId: string; payableAmount: string; applyAmount: string }[];
}

/** A class that can be claimed for: certified, or of pre-job training with its grades published. The standard is 1000 yuan unless `standard` says otherwise. */
export async function aClaimableStaffClass(app: TestApp, options: StaffClaimOptions = {}): Promise<TestedStaffClass> {
  const kind = options.kind ?? "02";
  const enterprise = options.enterprise ?? (await aPayableEnterprise(app));
  const overrides = { trainKind: kind, ...options.overrides };
  const make = kind === "03" ? aPublishedStaffTest : aCertifiedStaffClass;
  const built = await make(app, { ...options, enterprise, overrides });
  const { rows } = await sql<{ courseId: string }>`
    update course set practice_ratio = 0.5 where id = (select course_id from training_class where id = ${built.classId}) returning id as course_id`.execute(
    app.db,
  );
  await aStandard(app, {
    courseId: rows[0]?.courseId as string,
    subsidyKind: kind,
    standardAmount: "1000.00",
    payTarget: "2",
    effectDate: addDays(today(), -400),
    ...options.standard,
  });
  await registerStaff(app, built);
  return built;
}

/** A claim for everybody who can be claimed for, with its documents, not submitted. */
export async function aStaffClaim(app: TestApp, options: StaffClaimOptions = {}): Promise<StaffClaim> {
  return fileStaffClaim(app, await aClaimableStaffClass(app, options), options.kind);
}

export async function fileStaffClaim(app: TestApp, built: TestedStaffClass, kind = "02"): Promise<StaffClaim> {
  const { admin } = built.enterprise;
  const attachmentList: string[] = [];
  for (const name of claimDocuments) attachmentList.push(await anAttachment(app, admin, name));
  const saved = (await admin.call(calls.saveSubsidy, {
    enterpriseSubsidyApplyDTO: { classId: built.classId, subsidyKind: kind, attachmentList },
  } as never)) as unknown as { id: string; detailList: StaffClaim["lines"] };
  return { ...built, claimId: saved.id, lines: saved.detailList };
}

/** Confirms the warnings of the newest check by hand. */
export async function confirmStaffWarnings(
  app: TestApp,
  { claimId }: Pick<StaffClaim, "claimId">,
  reviewer: TestUser,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from finding where biz_type = 'entSubsidyApply' and biz_id = ${claimId} and is_pass = '0' and severity = '2'
      and run_no = (select max(run_no) from finding where biz_type = 'entSubsidyApply' and biz_id = ${claimId})`.execute(
    app.db,
  );
  for (const { id } of rows)
    await reviewer.call(findingCalls.submit, { id, isIgnored: "1", ignoreReason: "已电话核实" } as never);
}

/** Both reviews of a submitted claim, by two people. */
export async function passStaffReviews(app: TestApp, claim: Pick<StaffClaim, "claimId">): Promise<void> {
  const first = app.as("firstReviewer");
  const { claimId } = claim;
  await first.call(calls.autoTrial, { applyId: claimId });
  await confirmStaffWarnings(app, claim, first);
  const pass = { enterpriseSubsidyApplyDTO: { id: claimId } } as never;
  await first.call(calls.firstCommit, pass);
  await app.as("secondReviewer").call(calls.firstCommit, pass);
}

/** Submitted, and approved twice: in publicity. */
export async function aCompletedStaffClaim(
  app: TestApp,
  options: StaffClaimOptions = {},
): Promise<StaffClaim & { applyNo: string }> {
  const claim = await aStaffClaim(app, options);
  await claim.enterprise.admin.call(calls.commit, { ids: claim.claimId });
  await passStaffReviews(app, claim);
  const { applyNo } = (await app.as("auditor").call(calls.detail, { id: claim.claimId })) as unknown as {
    applyNo: string;
  };
  return { ...claim, applyNo };
}
