import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
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

/** What the amounts of a claim go by. */
export interface Terms {
  policy: Policy;
  /** The claim whose rows keep the standard they were committed with; null: the standard in force. */
  standardsOf: string | null;
}

type Claim = Pick<StoredRow<typeof SubsidyApplication>, "id" | "status">;

/** A claim is its applicant's to change before it is submitted, and after it came back. */
export const isDraft = ({ status }: { status: string | null }): boolean => status === "unSubmit" || status === "back";

/** The terms of today, for drafts. */
export const getTermsOfToday = async (db: Db): Promise<Terms> => ({
  policy: readParameters(policyKeys, await getParameterTexts(db, policyKeys)),
  standardsOf: null,
});

/** A committed claim keeps the parameters and the standards of its commit (rules §19-27); a draft has those of today. */
export async function getTerms(db: Db, claim: Claim): Promise<Terms> {
  if (isDraft(claim)) return getTermsOfToday(db);
  const kept = await getKeptPolicy(db, claim.id);
  const { policy } = kept ? { policy: readParameters(policyKeys, kept) } : await getTermsOfToday(db);
  return { policy, standardsOf: claim.id };
}

/** The parameters of the newest commit of a claim, as they were stored; undefined for one that was never committed. */
export async function getKeptPolicy(db: Db, applyId: string): Promise<Readonly<Record<string, string>> | undefined> {
  const kept = await db
    .selectFrom("claimPolicy")
    .select("parameters")
    .where("applyId", "=", applyId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return kept?.parameters;
}

/** Keeps the parameters of today with a claim that is being committed. @returns the terms its rows are priced by */
export async function keepPolicy(
  tx: Tx,
  { id, commitTime }: Pick<StoredRow<typeof SubsidyApplication>, "id" | "commitTime">,
): Promise<Terms> {
  const texts = await getParameterTexts(tx, policyKeys);
  await sql`insert into claim_policy (apply_id, commit_time, parameters) values (${id}, ${commitTime}, ${JSON.stringify(texts)}::jsonb)`.execute(
    tx,
  );
  return { policy: readParameters(policyKeys, texts), standardsOf: null };
}
