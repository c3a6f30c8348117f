import {
  enterpriseClaimCalls as calls,
  enterpriseLineCalls as lineCalls,
} from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { EnterpriseSubsidyApplication } from "@jipei/contract/subsidies/enterprise-subsidy-application.ts";
import { EnterpriseSubsidyLine } from "@jipei/contract/subsidies/enterprise-subsidy-line.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db, Tx } from "../../../core/database/db.ts";
import { checkVersion, lockRow, lockRows, readRow, splitIds } from "../../../core/database/rows.ts";
import { type DerivedField, derived } from "../../../core/database/sql.ts";
import { readChildRows } from "../../../core/entity/child-rows.ts";
import { moveRoute, transition } from "../../../core/entity/transition.ts";
import { createResponseMapper, toResponse } from "../../../core/entity/to-response.ts";
import { type Actor, assertPermission } from "../../../core/foundation/actor.ts";
import { Refusal } from "../../../core/foundation/refusal.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { type Route, reads, writes, writesPrepared } from "../../../core/http/implement.ts";
import { listPage } from "../../../core/list/list.ts";
import { parameter } from "../../../settings/settings.queries.ts";
import { judge, record } from "../../automatic-check/run.ts";
import { lookAgain, recordAgain } from "../../automatic-check/second-look.ts";
import { dueAmount } from "../../payment/payment.ledger.ts";
import { claimOrder, removeClaims } from "../claim-calls.ts";
import { enterpriseClaims } from "../claim-side.ts";
import { commitClaims } from "../claim.commit.ts";
import { decideLines } from "../claim.decide.ts";
import { claimLifecycles } from "../claim.lifecycle.ts";
import { getEmptyRow, previewClaim } from "../claim.preview.ts";
import { type ClaimInput, type LineInput, saveClaim } from "../claim.save.ts";
import { enterpriseClaimScope, enterpriseLineScope } from "../claim.scope.ts";
import { getLines, wholeEnterpriseClaim } from "../claim.store.ts";
import { findExperience } from "../experience.ts";
import { removeLines, setAmount } from "../line-calls.ts";

export const enterpriseClaimDerived: readonly DerivedField[] = [
  derived(EnterpriseSubsidyApplication, "entId", "select u.dept_id from institution u where u.id = t.unit_id"),
  derived(EnterpriseSubsidyApplication, "dueAmount", dueAmount),
];

const { scope, code } = enterpriseClaims;
const life = claimLifecycles[code];

const list = (_db: Db, actor: Actor, query: ListQuery, app: Services) =>
  listPage(app, actor, EnterpriseSubsidyApplication, query, {
    scope: enterpriseClaimScope,
    order: claimOrder(actor),
  });

/** A claim with its rows, as clients of this side send it. */
const getInput = (body: InputOf<typeof calls.saveSubsidy>): ClaimInput => ({
  head: body.enterpriseSubsidyApplyDTO,
  lines: body.entSubsidyApplyDetailDTO,
  removed: body.delEntSubsidyApplyDetailDTO,
});

/** 10.3-4 and 10.3-5: the review that the claim is in. The second reviewer decides on what the first has approved, and changes nothing of it. */
async function review(tx: Tx, actor: Actor, body: InputOf<typeof calls.firstCommit>, app: Services): Promise<string> {
  const { id, version, firstOpinion } = body.enterpriseSubsidyApplyDTO;
  if (!id) throw new Refusal("NOT_FOUND");
  const claim = await lockRow(tx, SubsidyApplication, scope, actor, id);
  checkVersion(claim, version);
  const decided = body.entSubsidyApplyDetailDTO ?? [];
  if (claim.status === "reTrial") {
    assertPermission(actor, "enterprise_subsidy_apply_re_commit");
    await assertAsDecided(tx, id, decided);
    await transition(tx, actor, life, "reCommit", [id], { opinion: body.opinion ?? firstOpinion }, app);
  } else {
    assertPermission(actor, "enterprise_subsidy_apply_first_commit");
    if (claim.status === "firstTrial") await decideLines(tx, actor, claim, decided);
    await transition(tx, actor, life, "firstCommit", [id], { opinion: body.opinion ?? firstOpinion }, app);
  }
  return id;
}

/** @throws AMOUNT_CHANGED where rows are sent that say otherwise than the first review; NOT_OWNER for those of other claims */
async function assertAsDecided(tx: Tx, claimId: string, sent: readonly LineInput[]): Promise<void> {
  const lines = new Map((await getLines(tx, claimId)).map((line) => [line.id, line]));
  for (const { id, detailStatus, approvedAmount } of sent) {
    const line = lines.get(id ?? "");
    if (!line) throw new Refusal("NOT_OWNER");
    const isSame =
      (!detailStatus || detailStatus === line.detailStatus) &&
      (!approvedAmount || new Decimal(approvedAmount).eq(line.approvedAmount ?? 0));
    if (!isSame) throw new Refusal("AMOUNT_CHANGED");
  }
}

/** 10.3-6 to 10.3-8: each claim from the review that it is in. */
async function returnClaims(
  tx: Tx,
  actor: Actor,
  { ids, reason, target }: InputOf<typeof calls.Return>,
  app: Services,
): Promise<void> {
  const claims = await lockRows(tx, SubsidyApplication, scope, actor, splitIds(ids));
  const inState = (...states: string[]) =>
    claims.filter(({ status }) => states.includes(status ?? "")).map(({ id }) => id);
  const inSecond = inState("reTrial");
  const completed = inState("compile");
  const others = inState("unSubmit", "firstTrial", "back");
  if (others.length > 0) await transition(tx, actor, life, "return", others, { reason }, app);
  if (inSecond.length > 0) {
    const to = target ?? (await parameter(tx, "subsidy.reReturn.target"));
    await transition(tx, actor, life, "reReturn", inSecond, { reason, to }, app);
  }
  if (completed.length > 0) await transition(tx, actor, life, "upholdObjection", completed, { reason }, app);
}

export const enterpriseClaimRoutes: readonly Route[] = [
  reads(calls.list, list),
  reads(calls.getEnterpriseSubsidyApply, list),
  reads(calls.detail, (db, actor, { id }, app) => wholeEnterpriseClaim(db, actor, id, app)),
  writes(calls.submit, async (tx, actor, head) => ({ id: await saveClaim(tx, actor, enterpriseClaims, { head }) })),
  writes(calls.saveSubsidy, async (tx, actor, body, app) =>
    wholeEnterpriseClaim(tx, actor, await saveClaim(tx, actor, enterpriseClaims, getInput(body)), app),
  ),
  writes(calls.remove, (tx, actor, { ids }) => removeClaims(tx, actor, enterpriseClaims, splitIds(ids))),
  reads(calls.preview, async (db, actor, asked, app) => {
    const { lines, ...found } = await previewClaim(db, actor, asked);
    const show = createResponseMapper(EnterpriseSubsidyLine, actor, app.cipher, "list");
    return { ...found, lines: lines.map((line) => show({ ...getEmptyRow(EnterpriseSubsidyLine), ...line })) };
  }),
  writes(calls.commit, (tx, actor, { ids }, app) => commitClaims(tx, actor, enterpriseClaims, splitIds(ids), app)),
  moveRoute(calls.recall, life, "recall"),
  writesPrepared(
    calls.autoTrial,
    (app, actor, { applyId }) => judge(app, actor, applyId, scope),
    // The second reviewer confirms no warnings; those of the first stay confirmed.
    (tx, actor, _input, _app, verdict) =>
      verdict.claim.status === "reTrial" ? recordAgain(tx, actor, verdict) : record(tx, actor, verdict),
  ),
  writesPrepared(
    calls.firstCommit,
    (app, actor, { enterpriseSubsidyApplyDTO: { id } }) => lookAgain(app, actor, id ? [id] : []),
    async (tx, actor, body, app) => wholeEnterpriseClaim(tx, actor, await review(tx, actor, body, app), app),
  ),
  writes(calls.Return, returnClaims),
];

export const enterpriseLineRows = {
  entity: EnterpriseSubsidyLine,
  scope: enterpriseLineScope,
  resource: "enterprise_subsidy_apply_detail",
} as const;

export const enterpriseLineRoutes: readonly Route[] = [
  reads(lineCalls.list, (_db, actor, query, app) =>
    listPage(app, actor, EnterpriseSubsidyLine, query, { scope: enterpriseLineScope }),
  ),
  reads(lineCalls.detail, async (db, actor, { id }, app) =>
    toResponse(
      EnterpriseSubsidyLine,
      actor,
      app.cipher,
      await readRow(db, EnterpriseSubsidyLine, enterpriseLineScope, actor, id),
      "detail",
    ),
  ),
  writes(lineCalls.submit, (tx, actor, input) => setAmount(tx, actor, enterpriseClaims, input)),
  writes(lineCalls.remove, (tx, actor, { ids }) => removeLines(tx, actor, enterpriseClaims, splitIds(ids))),
  reads(lineCalls.getSubsidyDetail, (db, actor, { applyId }, app) =>
    readChildRows(db, actor, app, EnterpriseSubsidyLine, {
      scope: enterpriseLineScope,
      where: sql`t.apply_id = ${applyId}`,
      order: sql`t.id`,
      view: "detail",
    }),
  ),
  reads(lineCalls.getTrainExperience, (db, actor, { studentId }, app) => findExperience(db, actor, app, studentId)),
];
