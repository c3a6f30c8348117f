import {
  claimAutoTrial,
  claimCommit,
  claimDetail,
  claimFirstCommit,
  claimReCommit,
  financeResult,
  findingCalls,
  lineUnapprove,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import { sql } from "kysely";
import type { TestApp, TestUser } from "../../support/test-app.ts";
import { type BuiltClaim, aClaim } from "../assessment.ts";

/** Claims after their review, and payments, made by the calls of reviewers and the finance office. */

type ClaimOptions = Parameters<typeof aClaim>[1] & { refuse?: number[] };

/** A claim that passed both reviews and is in publicity; rows at the places `refuse` were not approved. */
export const aCompletedClaim = async (
  app: TestApp,
  options: ClaimOptions = {},
): Promise<BuiltClaim & { applyNo: string }> => complete(app, await aClaim(app, options), options.refuse);

/** Takes a filed claim through both reviews. */
export async function complete(
  app: TestApp,
  claim: BuiltClaim,
  refuse: number[] = [],
): Promise<BuiltClaim & { applyNo: string }> {
  await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
  await passReviews(app, claim, refuse);
  return {
    ...claim,
    applyNo: ((await app.as("auditor").call(claimDetail, { id: claim.claimId })) as { applyNo: string }).applyNo,
  };
}

/** Both reviews of a claim that waits for the first one; warnings are confirmed by hand. */
export async function passReviews(app: TestApp, claim: BuiltClaim, refuse: number[] = []): Promise<void> {
  const first = app.as("firstReviewer");
  const refused = refuse.map((place) => claim.lines[place]?.id);
  if (refused.length > 0)
    await first.call(lineUnapprove, { ids: refused.join(), unApproveReason: "材料不符" } as never);
  await first.call(claimAutoTrial, { applyId: claim.claimId });
  await confirmWarnings(app, claim, first);
  await first.call(claimFirstCommit, { subsidyApplyDTO: { id: claim.claimId } } as never);
  await app.as("secondReviewer").call(claimReCommit, { ids: claim.claimId });
}

/** Confirms the warnings of the newest check, by hand and with a reason. */
export async function confirmWarnings(app: TestApp, claim: BuiltClaim, reviewer: TestUser): Promise<void> {
  const warnings = await sql<{
    id: string;
  }>`select id from finding where biz_type = 'subsidyApply' and biz_id = ${claim.claimId} and is_pass = '0' and severity = '2' and run_no = (select max(run_no) from finding where biz_type = 'subsidyApply' and biz_id = ${claim.claimId})`.execute(
    app.db,
  );
  for (const { id } of warnings.rows)
    await reviewer.call(findingCalls.submit, { id, isIgnored: "1", ignoreReason: "已电话核实" } as never);
}

/** Makes one step of a payment. */
export const pay = (finance: TestUser, applyNo: string, more: object = {}) =>
  finance.call(financeResult, { businessNo: applyNo, ...more } as never);

/** As if a claim had been committed when some parameters were others, which no commit would have let through. */
export const asCommittedUnder = (app: TestApp, claimId: string, parameters: Partial<Record<ParameterKey, string>>) =>
  sql`insert into claim_policy (apply_id, commit_time, parameters, is_shortage, class_fee, course_fee)
    select apply_id, commit_time, parameters || ${JSON.stringify(parameters)}::jsonb, is_shortage, class_fee, course_fee from claim_policy where apply_id = ${claimId} order by id desc limit 1`.execute(
    app.db,
  );

/** Findings of a claim, which may have the number of a class that has findings too. */
export const findingsOf = (user: TestUser, { claimId }: Pick<BuiltClaim, "claimId">, filters: object = {}) =>
  user.list<any>(findingCalls.list, { bizType: "subsidyApply", bizId_equal: claimId, size: "200", ...filters });
