import {
  claimAutoTrial,
  claimCommit,
  claimCompletedCount,
  claimDetail,
  claimFirstCommit,
  claimFirstCount,
  claimList,
  claimListOfBureau,
  claimListOfOrg,
  claimPreview,
  claimRecall,
  claimReCommit,
  claimRemove,
  claimReReturn,
  claimReturn,
  claimSave,
  claimSecondCount,
  claimSubmit,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { paymentQueue, submittedClaims } from "@jipei/contract/subsidies/payment-list.calls.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { assertPermission, may } from "../../core/foundation/actor.ts";
import type { Db } from "../../core/database/db.ts";
import type { Condition } from "../../core/database/sql.ts";
import { type Route, reads, writes, writesPrepared } from "../../core/http/implement.ts";
import { createResponseMapper } from "../../core/entity/to-response.ts";
import { listPage } from "../../core/list/list.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { checkVersion, lockRow, lockRows, splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { countShown } from "../../core/entity/child-rows.ts";
import { moveRoute, transition } from "../../core/entity/transition.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { commitClaims } from "./claim.commit.ts";
import { decideLines } from "./claim.decide.ts";
import { claimScope } from "./claim.scope.ts";
import { claimOrder, newestFirst, paymentOrder, removeClaims, submitted } from "./claim-calls.ts";
import { type SideCode, enterpriseClaims, institutionClaims } from "./claim-side.ts";
import { claimLifecycles } from "./claim.lifecycle.ts";
import { getEmptyRow, previewClaim } from "./claim.preview.ts";
import { type ClaimInput, saveClaim } from "./claim.save.ts";
import { wholeClaim } from "./claim.store.ts";
import { judge, record } from "../automatic-check/run.ts";
import { lookAgain, lookAgainAtReview } from "../automatic-check/second-look.ts";

/** Claims, those that wait for whoever asks first, and of these the oldest on top. */
const list = (_db: Db, actor: Actor, query: ListQuery, app: Services) =>
  listPage(app, actor, SubsidyApplication, query, {
    scope: institutionClaims.scope,
    order: claimOrder(actor),
  });

const life = claimLifecycles[institutionClaims.code];

/** A claim with its rows, as clients of this side send it. */
const getInput = (body: InputOf<typeof claimSave>): ClaimInput => ({
  head: body.subsidyApplyDTO,
  lines: body.subsidyApplyDetailDTO,
  removed: body.delSubsidyApplyDetailDTO,
});

const side = sql<{ side: SideCode }>`t.side`;

export const claimRoutes: Route[] = [
  reads(claimList, list),
  reads(claimListOfOrg, list),
  reads(claimListOfBureau, list),
  reads(submittedClaims, (_db, actor, query, app) =>
    listPage(app, actor, SubsidyApplication, query, { ...submitted, order: newestFirst }),
  ),
  reads(paymentQueue, (_db, actor, query, app) =>
    listPage(app, actor, SubsidyApplication, query, {
      scope: claimScope,
      where: [sql`t.status = 'compile'`],
      columns: side,
      order: paymentOrder,
    }),
  ),
  reads(claimDetail, (db, actor, { id }, app) => wholeClaim(db, actor, id, app)),

  writes(claimSubmit, async (tx, actor, head) => ({ id: await saveClaim(tx, actor, institutionClaims, { head }) })),
  writes(claimSave, async (tx, actor, body, app) =>
    wholeClaim(tx, actor, await saveClaim(tx, actor, institutionClaims, getInput(body)), app),
  ),

  writes(claimRemove, (tx, actor, { ids }) => removeClaims(tx, actor, institutionClaims, splitIds(ids))),

  reads(claimPreview, async (db, actor, asked, app) => {
    const { lines, ...found } = await previewClaim(db, actor, asked);
    const show = createResponseMapper(SubsidyLine, actor, app.cipher, "list");
    return { ...found, lines: lines.map((line) => show({ ...getEmptyRow(SubsidyLine), ...line })) };
  }),

  writes(claimCommit, (tx, actor, { ids }, app) => commitClaims(tx, actor, institutionClaims, splitIds(ids), app)),

  moveRoute(claimRecall, life, "recall"),

  writesPrepared(
    claimAutoTrial,
    (app, actor, { applyId }) => judge(app, actor, applyId, institutionClaims.scope),
    (tx, actor, _input, _app, verdict) => record(tx, actor, verdict),
  ),

  writesPrepared(claimFirstCommit, lookAgainAtReview, async (tx, actor, body, app) => {
    const { subsidyApplyDTO, firstOpinion } = body;
    const { id } = subsidyApplyDTO;
    if (!id) throw new Refusal("NOT_FOUND");
    assertPermission(actor, "subsidy_apply_first_commit");
    const claim = await lockRow(tx, SubsidyApplication, institutionClaims.scope, actor, id);
    checkVersion(claim, subsidyApplyDTO.version);
    if (claim.status === "firstTrial") await decideLines(tx, actor, claim, body.subsidyApplyDetailDTO ?? []);
    await transition(
      tx,
      actor,
      life,
      "firstCommit",
      [id],
      { opinion: firstOpinion ?? subsidyApplyDTO.firstOpinion },
      app,
    );
    return wholeClaim(tx, actor, id, app);
  }),

  moveRoute(claimReturn, life, "return"),
  writesPrepared(
    claimReCommit,
    (app, actor, { ids }) => lookAgain(app, actor, splitIds(ids)),
    async (tx, actor, { ids, reOpinion }, app) =>
      void (await transition(tx, actor, life, "reCommit", splitIds(ids), { opinion: reOpinion }, app)),
  ),

  writes(claimReReturn, async (tx, actor, { ids, reason, target }, app) => {
    const chosen = splitIds(ids);
    const claims = await lockRows(tx, SubsidyApplication, institutionClaims.scope, actor, chosen);
    const completed = claims.filter((claim) => claim.status === "compile").map((claim) => claim.id);
    if (completed.length > 0) await transition(tx, actor, life, "upholdObjection", completed, { reason }, app);
    const open = chosen.filter((id) => !completed.includes(id));
    const to = target ?? (await parameter(tx, "subsidy.reReturn.target"));
    if (open.length > 0) await transition(tx, actor, life, "reReturn", open, { reason, to }, app);
  }),

  reads(claimFirstCount, (db, actor) => countBoth(db, actor, sql`t.status = 'firstTrial'`)),
  reads(claimSecondCount, (db, actor) =>
    countBoth(
      db,
      actor,
      sql`t.status = 'reTrial' and (${actor.audience !== "bureau"} or t.first_user <> ${actor.userId})`,
    ),
  ),
  reads(claimCompletedCount, (db, actor) =>
    countBoth(db, actor, sql`t.status = 'compile' and t.pay_status in ('0', '1', '2')`),
  ),
];

/** How many claims of institutions are in a state, and apart how many of enterprises, for whoever may see those. */
async function countBoth(db: Db, actor: Actor, where: Condition) {
  const { number } = await countShown(db, actor, SubsidyApplication, institutionClaims.scope, where);
  if (!may(actor, "enterprise_subsidy_apply_view")) return { number, enterprise: null };
  const ofStaff = await countShown(db, actor, SubsidyApplication, enterpriseClaims.scope, where);
  return { number, enterprise: ofStaff.number };
}
