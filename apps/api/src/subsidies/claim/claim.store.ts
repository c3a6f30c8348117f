import { EnterpriseSubsidyApplication } from "@jipei/contract/subsidies/enterprise-subsidy-application.ts";
import { EnterpriseSubsidyLine } from "@jipei/contract/subsidies/enterprise-subsidy-line.ts";
import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { Finding } from "@jipei/contract/subsidies/finding.ts";
import { type NotNull, sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { getAudit } from "../../core/entity/audit.ts";
import { type CheckedColumns, columns } from "../../core/entity/columns.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import type { Columns, StoredRow } from "../../core/database/tables.ts";
import { withFiles } from "../../core/storage/files.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { readRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { readChildRows } from "../../core/entity/child-rows.ts";
import { getPayee } from "../../providers/providers.queries.ts";
import { showClaimStates } from "../../training/training.queries.ts";
import { getPayments } from "../payment/payment.ledger.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { lastClaimDay } from "../amount/deadline.ts";
import { findMissing } from "./claim-documents.ts";
import { setOff } from "../apprentices/advances.ts";
import { isDraft } from "../policy/claim-policy.ts";
import { getPolicyChanges } from "../policy/policy-changes.ts";
import {
  enterpriseClaimScope,
  enterpriseLineScope,
  findingScope,
  institutionClaimScope,
  lineScope,
} from "./claim.scope.ts";
import { claimBusiness, isOpen, newestRun, showTrialResult } from "../automatic-check/result.ts";

// The documents of a claim are read by whoever may see the claim.
export const claimRows = {
  entity: SubsidyApplication,
  scope: institutionClaimScope,
  resource: "subsidy_apply" as const,
};
export const enterpriseClaimRows = {
  entity: EnterpriseSubsidyApplication,
  scope: enterpriseClaimScope,
  resource: "enterprise_subsidy_apply" as const,
};

/** An institution's claim as it is shown. @throws NOT_FOUND */
export async function wholeClaim(db: Db, actor: Actor, id: string, app: Services) {
  const head = await readRow(db, SubsidyApplication, institutionClaimScope, actor, id);
  await withFiles(db, SubsidyApplication, [head]);
  const lines = await readChildRows(db, actor, app, SubsidyLine, { scope: lineScope, ...shownLines(id) });
  return {
    ...toResponse(SubsidyApplication, actor, app.cipher, head, "detail"),
    ...(await getParts(db, actor, app, { ...head, side: "1" }, lines)),
  };
}

/** The same of an enterprise. @throws NOT_FOUND */
export async function wholeEnterpriseClaim(db: Db, actor: Actor, id: string, app: Services) {
  const head = await readRow(db, EnterpriseSubsidyApplication, enterpriseClaimScope, actor, id);
  await withFiles(db, EnterpriseSubsidyApplication, [head]);
  const lines = await readChildRows(db, actor, app, EnterpriseSubsidyLine, {
    scope: enterpriseLineScope,
    ...shownLines(id),
  });
  return {
    ...toResponse(EnterpriseSubsidyApplication, actor, app.cipher, head, "detail"),
    ...(await getParts(db, actor, app, { ...head, side: "2" }, lines)),
  };
}

/** The rows of a claim, those that are blocked first. */
const shownLines = (id: string) => ({
  where: sql`t.apply_id = ${id}`,
  order: sql`t.trial_result desc nulls last, t.id`,
  view: "detail" as const,
});

/** The head of a claim as it is shown, with its files. */
type Shown = Parameters<typeof getPolicyChanges>[1] & { attachmentList: readonly FileItem[] | null };

/** What is shown below the head: rows with their formulas and the number of their open findings, findings of the head in the newest run, history. */
async function getParts<L extends { id: string }>(
  db: Db,
  actor: Actor,
  app: Services,
  head: Shown,
  lines: readonly L[],
) {
  const { id } = head;
  const open = await openFindings(db, id);
  return {
    detailList: lines.map((line) => ({ ...line, openFindings: open.get(line.id) ?? 0 })),
    headFindings: await readChildRows(db, actor, app, Finding, {
      scope: findingScope,
      where: sql`t.biz_type = ${claimBusiness(id)} and t.biz_id = ${id} and t.detail_id is null and t.passed_rows is null and t.run_no = ${newestRun(id)}`,
      order: sql`t.rule_code`,
      view: "detail",
    }),
    auditList: await getAudit(db, actor, "SubsidyApplication", id),
    paymentList: await getPayments(db, actor, app, id),
    policyChanges: await getPolicyChanges(db, head),
    ...(await getLacks(db, head)),
  };
}

/** What a draft still needs, and until when it may be submitted. */
async function getLacks(db: Db, claim: Shown) {
  if (!isDraft(claim)) return { missingDocuments: [], lastClaimDay: null };
  const { rows } = await sql<{ earliest: string | null }>`
    select min(cert_issue_date) as earliest from subsidy_line where apply_id = ${claim.id} and is_deleted = 0 and first_commit_time is null`.execute(
    db,
  );
  const earliest = rows[0]?.earliest;
  return {
    missingDocuments: await findMissing(db, {
      ...claim,
      attachmentList: claim.attachmentList?.map(({ attId }) => attId) ?? null,
    }),
    lastClaimDay: earliest ? lastClaimDay(earliest, await parameter(db, "subsidy.deadline.months")) : null,
  };
}

/** How many findings of the newest check are still open, by row. */
async function openFindings(db: Db, id: string): Promise<Map<string, number>> {
  const { rows } = await sql<{
    detailId: string;
    n: number;
  }>`select f.detail_id, count(*)::int as n from finding f where ${isOpen(id)} and f.detail_id is not null group by f.detail_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.detailId, row.n]));
}

/** Row of a claim, as rules look at it. */
export type Line = Awaited<ReturnType<typeof getLines>>[number];

/** Live rows of a claim, for rules inside the server. */
export const getLines = (db: Db, applyId: string) =>
  db
    .selectFrom("subsidyLine")
    .select(["id", "studentId", "name", "idNumberHash", "certIssueDate", "firstCommitTime"])
    .select(["subsidyId", "payableAmount", "applyAmount", "approvedAmount", "detailStatus", "unApproveReason"])
    .where("applyId", "=", applyId)
    .where("isDeleted", "=", 0)
    .orderBy("id")
    // The server writes these into every row.
    .$narrowType<{ name: NotNull; idNumberHash: NotNull; payableAmount: NotNull; detailStatus: NotNull }>()
    .execute();

type Claim = StoredRow<typeof SubsidyApplication>;

/** Recomputes what is said of a claim's rows elsewhere: the sums and the result of the check on its head, its state on the roster. */
export async function sumUp(
  tx: Tx,
  actor: Actor,
  applyId: string,
  further: Columns<typeof SubsidyApplication> = {},
): Promise<void> {
  const { rows } = await sql<Pick<Claim, "personCount" | "applyAmount" | "approvedCount" | "approvedAmount">>`
    select count(*)::int as person_count, coalesce(sum(apply_amount), 0)::numeric(12,2) as apply_amount,
      count(*) filter (where detail_status = '1')::int as approved_count,
      coalesce(sum(coalesce(approved_amount, apply_amount)) filter (where detail_status = '1'), 0)::numeric(12,2) as approved_amount
    from subsidy_line where apply_id = ${applyId} and is_deleted = 0`.execute(tx);
  const claim = await updateRow(tx, actor, SubsidyApplication, applyId, { ...rows[0], ...further });
  await setOff(tx, actor, claim);
  await showTrialResult(tx, applyId);
  await showOnRoster(tx, applyId);
}

/** Columns of the account that is paid: the one filed for the institution now. */
export async function currentPayee(tx: Tx, orgId: string): Promise<CheckedColumns<typeof SubsidyApplication>> {
  const { bankName, bankAccount, bankAccountHash, bankAccountName } = await getPayee(tx, orgId);
  return columns(SubsidyApplication, { bankName, bankAccount, bankAccountHash, bankAccountName });
}

/** No check counts any more: what it looked at was changed. */
export const unchecked = columns(SubsidyApplication, { trialResult: "0", trialTime: null, isChanged: "0" });

/**
 * Shows the state of a claim in the roster; of a person in several claims that of the training, then of the newest. Rows taken out or refused,
 * and those of a removed claim, have none.
 */
export async function showOnRoster(tx: Tx, applyId: string): Promise<void> {
  const { rows } = await sql<{ studentId: string; state: Claim["status"] | "none" }>`
    select distinct on (named.student_id) named.student_id, coalesce(c.status, 'none') as state
    from subsidy_line named
      left join subsidy_line l on l.student_id = named.student_id and l.is_deleted = 0 and l.detail_status is distinct from '2'
      left join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0
    where named.apply_id = ${applyId}
    order by named.student_id, c.subsidy_kind nulls last, c.id desc nulls last`.execute(tx);
  await showClaimStates(tx, rows);
}
