import type { PolicyChange } from "@jipei/contract/subsidies/claim-changes.ts";
import type { SubsidyApplicationRow } from "@jipei/contract/subsidies/subsidy-application.ts";
import { parameters } from "@jipei/contract/settings/parameters.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { getParameterTexts } from "../../settings/settings.queries.ts";
import { claimedClass, isAdvance } from "../claim/class-facts.ts";
import type { SideCode } from "../claim/claim-side.ts";
import { standardInForce } from "../amount/standard.ts";
import { type Price, getKeptPolicy, isDraft, policyKeys } from "./claim-policy.ts";

type Claim = Pick<SubsidyApplicationRow, "id" | "status" | "classId" | "courseId" | "subsidyKind" | "isAdvance"> & {
  side: SideCode;
};

/** Which parameters, standards and fees would be others if a committed claim were committed today (rules §19-27); of a draft none. */
export async function getPolicyChanges(db: Db, claim: Claim): Promise<PolicyChange[]> {
  if (isDraft(claim)) return [];
  const kept = await getKeptPolicy(db, claim.id);
  return [
    ...(kept ? await getParameterChanges(db, kept.parameters) : []),
    ...(kept ? getPriceChanges(kept, await claimedClass(db, claim.classId, null)) : []),
    ...(await getStandardChanges(db, claim)),
  ];
}

async function getParameterChanges(db: Db, kept: Readonly<Record<string, string>>): Promise<PolicyChange[]> {
  const now = await getParameterTexts(db, policyKeys);
  return policyKeys.flatMap((key) => {
    const { zh, en, value } = parameters[key];
    const before = kept[key] ?? value;
    const after = now[key] ?? value;
    return before === after ? [] : [{ key, name: zh, nameEn: en, before, after, rowCount: null }];
  });
}

const priceNames: { [K in keyof Price]: { name: string; nameEn: string } } = {
  isShortage: { name: "紧缺职业（1是，0否）", nameEn: "Shortage occupation (1 yes, 0 no)" },
  classFee: { name: "班级收费标准（元/人）", nameEn: "Fee of the class (yuan)" },
  courseFee: { name: "课程备案收费标准（元/人）", nameEn: "Fee filed for the course (yuan)" },
};

const getPriceChanges = (kept: Price, now: Price): PolicyChange[] =>
  (["isShortage", "classFee", "courseFee"] as const).flatMap((key) => {
    // A fee that was not filed limits as little as one of nothing.
    const before = kept[key] ?? "0.00";
    const after = now[key] ?? "0.00";
    return before === after ? [] : [{ key, ...priceNames[key], before, after, rowCount: null }];
  });

/** Standards of the rows that another one would replace, each with its amount in yuan and how many rows have it. */
async function getStandardChanges(db: Db, claim: Claim): Promise<PolicyChange[]> {
  const { id, classId, courseId, subsidyKind, side } = claim;
  // An advance is by the standard of the first day of its class.
  const basis = isAdvance(claim)
    ? sql`(select c.start_date from training c where c.id = ${classId})`
    : sql`l.cert_issue_date`;
  const { rows } = await sql<{ id: string; before: string; after: string | null; rowCount: number }>`
    select kept.id, concat_ws(' +', kept.standard_amount, kept.shortage_rate) as before, nullif(concat_ws(' +', now.standard_amount, now.shortage_rate), '') as after, sum(l.n)::int as row_count
    from (select subsidy_id, cert_issue_date, count(*) as n from subsidy_line where apply_id = ${id} and is_deleted = 0 and detail_status is distinct from '2' group by subsidy_id, cert_issue_date) l
      join subsidy_rate kept on kept.id = l.subsidy_id
      left join lateral ${standardInForce({ courseId: sql`${courseId}::bigint`, subsidyKind: sql`${subsidyKind}`, side, basis })} now on true
    where now.id is distinct from l.subsidy_id group by 1, 2, 3 order by 1`.execute(db);
  return rows.map((row) => ({
    key: row.id,
    name: "补贴标准（元）",
    nameEn: "Standard amount (yuan)",
    before: row.before,
    after: row.after,
    rowCount: row.rowCount,
  }));
}
