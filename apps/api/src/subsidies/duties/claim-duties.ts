import { type ClaimDuty, claimDuties, separateDuties } from "@jipei/contract/subsidies/claim-duties.ts";
import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import { hasEnteredScores } from "../../assessment/assessment.queries.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, worded } from "../../core/foundation/refusal.ts";
import { getActionsSince, getOwnActions } from "../../core/entity/audit.ts";
import type { Guard } from "../../core/entity/transition.ts";
import { hasSetPayee } from "../../providers/providers.queries.ts";
import { hasTakenAttendance } from "../../training/training.queries.ts";

interface Claim {
  id: string;
  classId: string;
  orgId: string;
}

/**
 * Nobody does two things in one claim that exclude each other. The history decides, not the roles that somebody holds now.
 * @param duty what the actor is about to do
 * @throws SAME_REVIEWER between the reviews, otherwise SELF_REVIEW
 */
export async function assertSeparate(tx: Tx, actor: Actor, claim: Claim, duty: ClaimDuty): Promise<void> {
  const before = await findDuties(tx, claim, actor.userId);
  const excluding = before.find(
    (done) => done !== duty && separateDuties.some((pair) => pair.includes(done) && pair.includes(duty)),
  );
  if (!excluding) return;
  if (isReview(excluding) && isReview(duty)) throw new Refusal("SAME_REVIEWER");
  const { zh, en } = claimDuties[excluding];
  throw worded("SELF_REVIEW", [
    `您已在本补贴申请中${zh}，不能再${claimDuties[duty].zh}`,
    `You have ${en} this claim; somebody else has to do this`,
  ]);
}

const isReview = (duty: ClaimDuty) => duty === "firstReviewer" || duty === "secondReviewer";

/** Whether somebody has done a part of a review since the claim was last submitted. */
export async function isReviewed(tx: Tx, claimId: string): Promise<boolean> {
  const done = await getActionsSince(tx, "SubsidyApplication", claimId, "commit");
  return done.some(({ action, fromStatus }) => getDuty(action, fromStatus).some(isReview));
}

/** The same before a move. */
export const separate =
  (duty: ClaimDuty): Guard<typeof SubsidyApplication> =>
  (tx, actor, claim) =>
    assertSeparate(tx, actor, claim, duty);

/** What a user has done for a claim, and for the training behind it. */
async function findDuties(db: Db, claim: Claim, userId: string): Promise<ClaimDuty[]> {
  const done = await getOwnActions(db, userId, "SubsidyApplication", claim.id);
  const recorded =
    (await hasTakenAttendance(db, claim.classId, userId)) || (await hasEnteredScores(db, claim.classId, userId));
  return [
    ...((await hasSetStandard(db, claim.id, userId)) ? ["standardSetter" as const] : []),
    ...done.flatMap(({ action, fromStatus }) => getDuty(action, fromStatus)),
    ...(recorded ? ["recorder" as const] : []),
    ...((await hasSetPayee(db, claim.orgId, userId)) ? ["accountSetter" as const] : []),
  ];
}

/** Rows are refused, and drafts written, in either review: the state of the claim says in which. */
const ofEitherReview = ["unApprove", "draftReview", "takeDraft"];
function getDuty(action: string, fromStatus: string | null): ClaimDuty[] {
  if (ofEitherReview.includes(action)) return [fromStatus === "reTrial" ? "secondReviewer" : "firstReviewer"];
  return (Object.keys(claimDuties) as ClaimDuty[]).filter((duty) => claimDuties[duty].actions.includes(action));
}

/**
 * Whether the user proposed, approved or entered a standard that rows of a claim were computed with, or that its occupation is in shortage, within a
 * year (docs/rules.md, separation of duties).
 */
async function hasSetStandard(db: Db, claimId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select from subsidy_line l join subsidy_rate s on s.id = l.subsidy_id
    where l.apply_id = ${claimId} and l.is_deleted = 0 and has_set_standard(s.id, ${userId}::bigint) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
