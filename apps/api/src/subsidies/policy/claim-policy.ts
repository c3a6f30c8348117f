import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { ClaimedClass } from "../claim/class-facts.ts";
import { type ParameterValue, getParameterTexts, readParameters } from "../../settings/settings.queries.ts";

/** Parameters that enter the amount of a row or the automatic check of it. */
export const policyKeys = [
  "subsidy.shortage.rate",
  "subsidy.keyGroup.rate",
  "subsidy.uplift.max",
  "subsidy.cap.fee",
  "subsidy.mode.rate.2",
  "subsidy.mode.rate.3",
  "subsidy.round.unit",
  "subsidy.noCert.rate",
  "subsidy.apprentice.advance.max",
  "subsidy.living.perDay",
  "subsidy.living.maxDays",
  "subsidy.living.minHours",
  "attendance.min",
  "grade.pass",
  "subsidy.annual.limit",
  "subsidy.deadline.months",
  "student.age.min",
  "student.age.max.male",
  "student.age.max.female",
] as const;
export type PolicyKey = (typeof policyKeys)[number];
export type Policy = { readonly [K in PolicyKey]: ParameterValue<K> };

/** What an amount takes from the class and its course: whether the occupation is in shortage, and the filed fees (yuan). */
export type Price = Pick<ClaimedClass, "isShortage" | "classFee" | "courseFee">;

/** What the amounts of a claim go by. */
export interface Terms {
  policy: Policy;
  /** As it was at the commit; null: as the class and its course are now. */
  price: Price | null;
  /** The claim whose rows keep the standard they were committed with; null: the standard in force. */
  standardsOf: string | null;
}

type Claim = Pick<StoredRow<typeof SubsidyApplication>, "id" | "status">;

/** A claim is its applicant's to change before it is submitted, and after it came back. */
export const isDraft = ({ status }: { status: string | null }): boolean => status === "unSubmit" || status === "back";

/** The terms of today, for drafts. */
export const getTermsOfToday = async (db: Db): Promise<Terms> => ({
  policy: readParameters(policyKeys, await getParameterTexts(db, policyKeys)),
  price: null,
  standardsOf: null,
});

/** A committed claim keeps the parameters, the price and the standards of its commit (rules §19-27); a draft has those of today. */
export async function getTerms(db: Db, claim: Claim): Promise<Terms> {
  if (isDraft(claim)) return getTermsOfToday(db);
  const kept = await getKeptPolicy(db, claim.id);
  const { policy, price } = kept
    ? { policy: readParameters(policyKeys, kept.parameters), price: kept }
    : await getTermsOfToday(db);
  return { policy, price, standardsOf: claim.id };
}

/** What the newest commit of a claim keeps, parameters as they were stored; undefined for one that was never committed. */
export const getKeptPolicy = (
  db: Db,
  applyId: string,
): Promise<(Price & { parameters: Readonly<Record<string, string>> }) | undefined> =>
  db
    .selectFrom("claimPolicy")
    .select(["parameters", "isShortage", "classFee", "courseFee"])
    .where("applyId", "=", applyId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Keeps parameters and price of today with a claim that is being committed. @returns the terms its rows are priced by */
export async function keepPolicy(
  tx: Tx,
  { id, commitTime }: Pick<StoredRow<typeof SubsidyApplication>, "id" | "commitTime">,
  price: Price,
): Promise<Terms> {
  const texts = await getParameterTexts(tx, policyKeys);
  await sql`insert into claim_policy (apply_id, commit_time, parameters, is_shortage, class_fee, course_fee)
    values (${id}, ${commitTime}, ${JSON.stringify(texts)}::jsonb, ${price.isShortage}, ${price.classFee}, ${price.courseFee})`.execute(
    tx,
  );
  return { policy: readParameters(policyKeys, texts), price, standardsOf: null };
}
