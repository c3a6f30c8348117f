import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Key } from "../../entitlements/entitlements.queries.ts";
import { getDoubts } from "../../inspection/inspection.queries.ts";
import { otherHolder } from "../../providers/providers.queries.ts";
import { findBars } from "../bars/bars.ts";
import { getClaimFiles } from "../claim/claim-documents.ts";
import { type ClaimedClass, isCourseApproved } from "../claim/class-facts.ts";
import { findProjectPrice, project } from "../projects/project-prices.ts";
import type { HeadFacts, Limits } from "./facts.ts";
import { type AskedTimes, askAboutUnit } from "./registers.ts";

/** What the automatic check needs of a claim. */
export type Claim = Pick<
  StoredRow<typeof SubsidyApplication>,
  "id" | "side" | "orgId" | "classId" | "subsidyKind" | "isAdvance" | "status" | "version" | "attachmentList"
>;

/** What the rules look at beside the class: the institution, its account, held hours (课时), the course. */
interface HeadRow {
  id: string;
  orgName: string;
  creditCode: string;
  state: string;
  creditGrade: string | null;
  bankAccount: string | null;
  bankAccountName: string | null;
  accountUsedBy: string | null;
  heldHours: string;
  heldPracticeHours: string;
  heldOnlineHours: string;
  minHours: string;
  practiceRatio: string;
  invalidSince: string | null;
  validYear: number;
}

/** @throws NOT_FOUND */
async function getHeadRow(db: Db, claim: Claim, claimed: ClaimedClass): Promise<HeadRow> {
  // The account is the one the claim was submitted with, which is paid.
  const { rows } = await sql<HeadRow>`
    select o.id, o.org_name, o.credit_code, o.state, o.credit_grade, a.bank_account, a.bank_account_name,
      ${otherHolder(sql`a.bank_account_hash`, sql`o.id`)} as account_used_by,
      held_hours(${claim.classId}) as held_hours,
      held_hours(${claim.classId}, '2') as held_practice_hours,
      held_hours(${claim.classId}, '3') as held_online_hours,
      c.min_hours, c.practice_ratio, c.invalid_since, c.valid_year
    from subsidy_application a, institution o, programme c where a.id = ${claim.id} and o.id = ${claim.orgId} and c.id = ${claimed.courseId}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/** What the rules look at in the claim itself, its class, its institution and its course. @throws NOT_FOUND */
export async function gatherHead(
  app: Services,
  actor: Actor,
  claim: Claim,
  claimed: ClaimedClass,
  key: Key,
  limits: Limits,
  times: AskedTimes,
): Promise<HeadFacts> {
  const row = await getHeadRow(app.db, claim, claimed);
  const price = claim.subsidyKind === project ? await findProjectPrice(app.db, claim.classId) : undefined;
  const doubts = await getDoubts(app.db, claim.classId);
  return {
    side: claim.side,
    classId: claim.classId,
    classNo: claimed.classNo,
    className: claimed.className,
    trainKind: claimed.trainKind,
    subsidyKind: claim.subsidyKind,
    isAdvance: claim.isAdvance,
    projectId: price?.projectId ?? null,
    key,
    startDate: claimed.startDate,
    endDate: claimed.endDate,
    heldHours: row.heldHours,
    heldPracticeHours: row.heldPracticeHours,
    heldOnlineHours: row.heldOnlineHours,
    minHours: row.minHours,
    practiceRatio: row.practiceRatio,
    courseId: claimed.courseId,
    // The catalogue is yearly: the entry must be of no later year than the class, and have been valid on its first day.
    courseInCatalogue:
      row.validYear <= Number(claimed.startDate.slice(0, 4)) &&
      (row.invalidSince === null || claimed.startDate < row.invalidSince),
    courseApproved: isCourseApproved(claimed),
    occupationCode: claimed.occupationCode,
    occupationName: claimed.occupationName,
    level: claimed.level,
    chargesFee: Number(claimed.classFee ?? 0) > 0,
    inspectFailed: claimed.inspectResult === "2" && claimed.isRectified !== "1",
    rosterUnreal: doubts.waiting,
    denied: doubts.denied,
    bars: await findBars(app.db, { classId: claim.classId, courseId: claimed.courseId, orgId: claim.orgId }),
    org: {
      id: row.id,
      name: row.orgName,
      creditCode: row.creditCode,
      active: row.state === "isUser",
      creditGrade: row.creditGrade,
      bankAccount: row.bankAccount === null ? null : app.cipher.decrypt(row.bankAccount),
      bankAccountName: row.bankAccountName,
      accountUsedBy: row.accountUsedBy,
    },
    ...(await askAboutUnit(app, actor, claim.id, row.creditCode, times)),
    files: await getClaimFiles(app.db, claim.attachmentList),
    limits,
  };
}
