import { findingCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { Finding } from "@jipei/contract/subsidies/finding.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { updateRow } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { ownFiles } from "../core/files.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { present } from "../core/present.ts";
import { Refusal } from "../core/refusal.ts";
import { checkVersion, lockRow, readRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { claimScope, findingScope } from "./claim.scope.ts";
import { showTrialResult } from "./trial/result.ts";

ownFiles(Finding, findingScope, "valid_detail");

type Values = Record<string, any>;

/** What a list leaves out otherwise: the evidence, and whom and which claim a finding is about. */
const readable = sql`t.evidence, case when t.biz_type = 'subsidyApply' then (select a.apply_no from subsidy_application a where a.id = t.biz_id::bigint) end as "bizNo",
  case when t.biz_type = 'subsidyApply' then (select l.name from subsidy_line l where l.id = t.detail_id::bigint) end as "personName"`;

export const findingRoutes: Route[] = [
  reads(
    findingCalls.list,
    (_db: Db, actor: Actor, query: any, app: Services) =>
      listPage(app, actor, Finding, query, { scope: findingScope, columns: readable }) as never,
  ),
  reads(findingCalls.detail, async (db, actor, { id }, app) =>
    present(Finding, actor, app.cipher, await readRow<any>(db, Finding, findingScope, actor, id), "detail"),
  ),

  writes(findingCalls.submit, confirmWarning),

  // Kept with the claim for ever; nobody holds the right, and whoever is given it is told why.
  writes(findingCalls.remove, async () => {
    throw new Refusal("DEPENDENCY_IN_USE");
  }),
];

/**
 * Confirms a warning by hand, or takes that back, while the claim is under first review; with `sameRule` all warnings of the rule in the claim.
 * @throws STATE_ILLEGAL for what is no warning or no longer under first review, REASON_REQUIRED, VERSION_CONFLICT
 */
async function confirmWarning(tx: Tx, actor: Actor, input: Values): Promise<{ id: string; confirmed: number }> {
  const { id, version, sameRule } = input;
  const isIgnored = input["isIgnored"] ?? "0";
  const ignoreReason = isIgnored === "1" ? input["ignoreReason"] : null;
  if (!id) throw new Refusal("NOT_FOUND");
  const { bizType, bizId } = await readRow<Values>(tx, Finding, findingScope, actor, id);
  const claim =
    bizType === "subsidyApply" ? await lockRow<Values>(tx, SubsidyApplication, claimScope, actor, bizId) : null;
  const finding = await lockRow<Values>(tx, Finding, findingScope, actor, id);
  checkVersion(finding as { version: number }, version);
  if (claim?.["status"] !== "firstTrial" || finding["severity"] !== "2" || finding["isPass"] === "1")
    throw new Refusal("STATE_ILLEGAL", notConfirmable);
  if (isIgnored === "1" && !ignoreReason) throw new Refusal("REASON_REQUIRED");
  if (await isOutdated(tx, finding)) throw new Refusal("VERSION_CONFLICT");
  const also = sameRule === "1" ? await openTwins(tx, finding) : [];
  for (const one of [id, ...also]) await updateRow(tx, actor, Finding, one, { isIgnored, ignoreReason });
  await showTrialResult(tx, bizId);
  const confirmed = 1 + also.length;
  const opinion = `${finding["ruleCode"]}${confirmed > 1 ? ` ×${confirmed}` : ""}：${ignoreReason ?? ""}`;
  await writeAudit(tx, actor, [{ bizType: "SubsidyApplication", bizId, action: "confirmFinding", opinion }]);
  return { id, confirmed };
}
const notConfirmable = {
  status: { zh: "非初审中的警告", en: "no warning under first review" },
  action: { zh: "人工确认", en: "confirm by hand" },
};

/** The check has run again since: what it says now counts. */
async function isOutdated(tx: Tx, finding: Values): Promise<boolean> {
  const { rows } =
    await sql`select from finding where biz_type = ${finding["bizType"]} and biz_id = ${finding["bizId"]} and run_no > ${finding["runNo"]} limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** Other warnings of the same rule in the same check, not yet confirmed. */
async function openTwins(tx: Tx, finding: Values): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from finding where biz_type = ${finding["bizType"]} and biz_id = ${finding["bizId"]} and run_no = ${finding["runNo"]} and rule_code = ${finding["ruleCode"]}
      and severity = '2' and is_pass = '0' and coalesce(is_ignored, '0') = '0' and is_deleted = 0 and id <> ${finding["id"]} order by id for update`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
