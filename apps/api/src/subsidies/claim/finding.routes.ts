import { findingCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { isId } from "@jipei/contract/core/fields/check-field.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { Finding, type FindingRow } from "@jipei/contract/subsidies/finding.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import { visible } from "../../core/access/data-scope.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Condition, detailColumns, nothing } from "../../core/database/sql.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { Refusal, notPossible } from "../../core/foundation/refusal.ts";
import { checkVersion, lockRow, readRow } from "../../core/database/rows.ts";
import { assertSeparate } from "../duties/claim-duties.ts";
import { claimScope, findingScope } from "./claim.scope.ts";
import { showTrialResult } from "../automatic-check/result.ts";

export const findingRows = { entity: Finding, scope: findingScope, resource: "valid_detail" as const };

type StoredFinding = StoredRow<typeof Finding>;
type Confirmation = ValueOfShape<typeof findingCalls.submit.input>;

/** Columns that lists leave out otherwise: the evidence, the number of the claim or class and the person of the row. */
const readable = sql<{
  bizNo: string | null;
  personName: string | null;
}>`t.evidence, case when t.biz_type in ('subsidyApply', 'entSubsidyApply') then (select a.apply_no from subsidy_application a where a.id = t.biz_id::bigint)
    when t.biz_type = 'class' then (select c.class_no from training c where c.id = t.biz_id::bigint) end as "bizNo",
  case when t.biz_type in ('subsidyApply', 'entSubsidyApply') then (select l.name from subsidy_line l where l.id = t.detail_id::bigint) end as "personName"`;

const together = { scope: findingScope, columns: readable };
const single = { ...together, from: "single_finding", whereOf: ofClaimOfRow };

/** The claim of a row that is asked for: its findings are found by the claim, instead of among those of all. */
function ofClaimOfRow({ filters }: ListQuery): Condition[] {
  const row = filters.find(({ field, operator }) => field === "detailId" && operator === "equal")?.value;
  if (row === undefined) return [];
  return [isId(row) ? sql`t.biz_id = (select l.apply_id::text from subsidy_line l where l.id = ${row})` : nothing];
}
/** Whether a list is one of a claim or of a row: it shows what every row passed, where that of the county shows it once for each rule and run. */
const isOfOne = ({ filters }: ListQuery) => filters.some(({ field }) => field === "bizId" || field === "detailId");

export const findingRoutes: Route[] = [
  reads(findingCalls.list, (_db, actor, query, app) =>
    listPage(app, actor, Finding, query, isOfOne(query) ? single : together),
  ),
  reads(findingCalls.detail, async (db, actor, { id }, app) =>
    toResponse(Finding, actor, app.cipher, await readFinding(db, actor, id), "detail"),
  ),

  writes(findingCalls.submit, confirmWarning),

  // Findings stay with the claim for ever. No role has the right by default; whoever is given it gets this refusal.
  writes(findingCalls.remove, async () => {
    throw new Refusal("DEPENDENCY_IN_USE");
  }),
];

/** A finding by its id; what a row passed is found by the finding that stands for all its kind, whose id is the next smaller one. @throws NOT_FOUND */
async function readFinding(db: Db, actor: Actor, id: string): Promise<FindingRow> {
  const { rows } = await sql<FindingRow>`
    select ${detailColumns(Finding)} from single_finding t where t.id = ${id} and t.is_deleted = 0 and ${visible(Finding, findingScope, actor)}
      and (t.biz_type, t.biz_id, t.run_no, t.rule_code) = (select biz_type, biz_id, run_no, rule_code from finding where id < ${id} order by id desc limit 1)`.execute(
    db,
  );
  return rows[0] ?? readRow(db, Finding, findingScope, actor, id);
}

/**
 * Confirms a warning by hand, or takes that back, while the claim is under first review; with `sameRule` all warnings of the rule in the claim.
 * @throws STATE_ILLEGAL for what is no warning or no longer under first review, REASON_REQUIRED, VERSION_CONFLICT
 */
async function confirmWarning(tx: Tx, actor: Actor, input: Confirmation): Promise<{ id: string; confirmed: number }> {
  const { id, version, sameRule } = input;
  const isIgnored = input.isIgnored ?? "0";
  const ignoreReason = isIgnored === "1" ? input.ignoreReason : null;
  if (!id) throw new Refusal("NOT_FOUND");
  const { bizType, bizId, isPass } = await readFinding(tx, actor, id);
  if (!bizId) throw new Refusal("NOT_FOUND");
  if (isPass === "1") throw notPossible(notConfirmable);
  const claim =
    bizType === "subsidyApply" || bizType === "entSubsidyApply"
      ? await lockRow(tx, SubsidyApplication, claimScope, actor, bizId)
      : null;
  const finding = await lockRow(tx, Finding, findingScope, actor, id);
  checkVersion(finding, version);
  if (claim?.status !== "firstTrial" || finding.severity !== "2" || finding.isPass === "1")
    throw notPossible(notConfirmable);
  await assertSeparate(tx, actor, claim, "firstReviewer");
  if (isIgnored === "1" && !ignoreReason) throw new Refusal("REASON_REQUIRED");
  if (await isOutdated(tx, finding)) throw new Refusal("VERSION_CONFLICT");
  const also = sameRule === "1" ? await findOpenDuplicates(tx, finding) : [];
  for (const one of [id, ...also]) await updateRow(tx, actor, Finding, one, { isIgnored, ignoreReason });
  await showTrialResult(tx, bizId);
  const confirmed = 1 + also.length;
  const opinion = `${finding.ruleCode}${confirmed > 1 ? ` ×${confirmed}` : ""}：${ignoreReason ?? ""}`;
  await writeAudit(tx, actor, [{ bizType: "SubsidyApplication", bizId, action: "confirmFinding", opinion }]);
  return { id, confirmed };
}
const notConfirmable = {
  status: { zh: "非初审中的警告", en: "no warning under first review" },
  action: { zh: "人工确认", en: "confirm by hand" },
};

/** The check has run again since: what it says now counts. */
async function isOutdated(tx: Tx, finding: StoredFinding): Promise<boolean> {
  const { rows } =
    await sql`select from finding where biz_type = ${finding.bizType} and biz_id = ${finding.bizId} and run_no > ${finding.runNo} limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** Other warnings of the same rule in the same check, not yet confirmed. */
async function findOpenDuplicates(tx: Tx, finding: StoredFinding): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from finding where biz_type = ${finding.bizType} and biz_id = ${finding.bizId} and run_no = ${finding.runNo} and rule_code = ${finding.ruleCode}
      and severity = '2' and is_pass = '0' and coalesce(is_ignored, '0') = '0' and is_deleted = 0 and id <> ${finding.id} order by id for update`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
