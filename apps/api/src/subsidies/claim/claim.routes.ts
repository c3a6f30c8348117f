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
import { SubsidyApplication, type SubsidyApplicationRow } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { hasRole, assertPermission } from "../../core/foundation/actor.ts";
import { removeRows } from "../../core/entity/crud.ts";
import type { Db } from "../../core/database/db.ts";
import { type Route, reads, writes, writesPrepared } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { ascending, descending } from "../../core/list/order.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { checkVersion, lockRow, lockRows, splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { countShown } from "../../core/entity/child-rows.ts";
import { moveRoute, transition } from "../../core/entity/transition.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { commitClaims } from "./claim.commit.ts";
import { decideLines } from "./claim.decide.ts";
import { claimLifecycle } from "./claim.lifecycle.ts";
import { previewClaim } from "./claim.preview.ts";
import { assertEditable, saveClaim } from "./claim.save.ts";
import { claimScope } from "./claim.scope.ts";
import { showOnRoster, wholeClaim } from "./claim.store.ts";
import { judge, record } from "../automatic-check/run.ts";
import { lookAgain, lookAgainAtReview } from "../automatic-check/second-look.ts";

/** The state of the claims that wait for whoever asks. */
function getQueue(actor: Actor): SubsidyApplicationRow["status"] {
  if (hasRole(actor, "secondReviewer")) return "reTrial";
  if (hasRole(actor, "finance")) return "compile";
  return actor.audience === "institution" ? "back" : "firstTrial";
}

/** Claims, those that wait for whoever asks first, and of these the oldest on top. */
const list = (_db: Db, actor: Actor, query: ListQuery, app: Services) =>
  listPage(app, actor, SubsidyApplication, query, {
    scope: claimScope,
    order: [
      descending(sql`(t.status = ${getQueue(actor)})`),
      descending(sql`(t.commit_time is null)`),
      ascending(sql`t.commit_time`, true),
      descending(sql`t.id`),
    ],
  });

export const claimRoutes: Route[] = [
  reads(claimList, list),
  reads(claimListOfOrg, list),
  reads(claimListOfBureau, list),
  reads(claimDetail, (db, actor, { id }, app) => wholeClaim(db, actor, id, app)),

  writes(claimSubmit, async (tx, actor, input) => ({ id: await saveClaim(tx, actor, { subsidyApplyDTO: input }) })),
  writes(claimSave, async (tx, actor, body, app) => wholeClaim(tx, actor, await saveClaim(tx, actor, body), app)),

  writes(claimRemove, async (tx, actor, { ids }) => {
    const claims = await lockRows(tx, SubsidyApplication, claimScope, actor, splitIds(ids));
    for (const claim of claims) await assertEditable(tx, actor, claim);
    const lines = await tx
      .selectFrom("subsidyLine")
      .select("id")
      .where(
        "applyId",
        "in",
        claims.map((claim) => claim.id),
      )
      .where("isDeleted", "=", 0)
      .execute();
    await removeRows(
      tx,
      actor,
      SubsidyLine,
      lines.map((line) => line.id),
    );
    await removeRows(
      tx,
      actor,
      SubsidyApplication,
      claims.map((claim) => claim.id),
    );
    for (const claim of claims) await showOnRoster(tx, claim.id);
  }),

  reads(claimPreview, previewClaim),

  writes(claimCommit, (tx, actor, { ids }, app) => commitClaims(tx, actor, splitIds(ids), app)),

  moveRoute(claimRecall, claimLifecycle, "recall"),

  writesPrepared(
    claimAutoTrial,
    (app, actor, { applyId }) => judge(app, actor, applyId),
    (tx, actor, _input, _app, verdict) => record(tx, actor, verdict),
  ),

  writesPrepared(claimFirstCommit, lookAgainAtReview, async (tx, actor, body, app) => {
    const { subsidyApplyDTO, firstOpinion } = body;
    const { id } = subsidyApplyDTO;
    if (!id) throw new Refusal("NOT_FOUND");
    assertPermission(actor, "subsidy_apply_first_commit");
    const claim = await lockRow(tx, SubsidyApplication, claimScope, actor, id);
    checkVersion(claim, subsidyApplyDTO.version);
    if (claim.status === "firstTrial") await decideLines(tx, actor, claim, body);
    await transition(
      tx,
      actor,
      claimLifecycle,
      "firstCommit",
      [id],
      { opinion: firstOpinion ?? subsidyApplyDTO.firstOpinion },
      app,
    );
    return wholeClaim(tx, actor, id, app);
  }),

  moveRoute(claimReturn, claimLifecycle, "return"),
  writesPrepared(
    claimReCommit,
    (app, actor, { ids }) => lookAgain(app, actor, splitIds(ids)),
    async (tx, actor, { ids, reOpinion }, app) =>
      void (await transition(tx, actor, claimLifecycle, "reCommit", splitIds(ids), { opinion: reOpinion }, app)),
  ),

  writes(claimReReturn, async (tx, actor, { ids, reason, target }, app) => {
    const chosen = splitIds(ids);
    const claims = await lockRows(tx, SubsidyApplication, claimScope, actor, chosen);
    const completed = claims.filter((claim) => claim.status === "compile").map((claim) => claim.id);
    if (completed.length > 0)
      await transition(tx, actor, claimLifecycle, "upholdObjection", completed, { reason }, app);
    const open = chosen.filter((id) => !completed.includes(id));
    const to = target ?? (await parameter(tx, "subsidy.reReturn.target"));
    if (open.length > 0) await transition(tx, actor, claimLifecycle, "reReturn", open, { reason, to }, app);
  }),

  reads(claimFirstCount, (db, actor) =>
    countShown(db, actor, SubsidyApplication, claimScope, sql`t.status = 'firstTrial'`),
  ),
  reads(claimSecondCount, (db, actor) =>
    countShown(
      db,
      actor,
      SubsidyApplication,
      claimScope,
      sql`t.status = 'reTrial' and (${actor.audience !== "bureau"} or t.first_user <> ${actor.userId})`,
    ),
  ),
  reads(claimCompletedCount, (db, actor) =>
    countShown(
      db,
      actor,
      SubsidyApplication,
      claimScope,
      sql`t.status = 'compile' and t.pay_status in ('0', '1', '2')`,
    ),
  ),
];
