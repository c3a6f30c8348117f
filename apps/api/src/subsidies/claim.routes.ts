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
  claimReCommit,
  claimRemove,
  claimReReturn,
  claimReturn,
  claimSave,
  claimSecondCount,
  claimSubmit,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { hasRole, mustHold } from "../core/actor.ts";
import { removeRows } from "../core/crud.ts";
import type { Db } from "../core/db.ts";
import { type Route, reads, writes, writesPrepared } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { ascending, descending } from "../core/order.ts";
import { present } from "../core/present.ts";
import { Refusal } from "../core/refusal.ts";
import { checkVersion, lockRow, lockRows, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { countShown } from "../core/shown-rows.ts";
import { moveRoute, transition } from "../core/transition.ts";
import { parameter } from "../settings/settings.queries.ts";
import { sumOf } from "./amount.ts";
import { commitClaims } from "./claim.commit.ts";
import { decideLines } from "./claim.decide.ts";
import { claimLifecycle } from "./claim.lifecycle.ts";
import { type ClaimBody, canBeClaimed, mustBeEditable, saveClaim } from "./claim.save.ts";
import { claimScope } from "./claim.scope.ts";
import { showOnRoster, wholeClaim } from "./claim.store.ts";
import { claimedClass, mustBeClaimable } from "./class-facts.ts";
import { lastClaimDay } from "./deadline.ts";
import { candidatesOf } from "./eligibility.ts";
import { excludedBy } from "./exclusion.ts";
import { judge, record } from "./trial/run.ts";

/** The queue of whoever asks comes first: what he has to decide next, oldest on top. */
const mine = (actor: Actor) =>
  hasRole(actor, "secondReviewer")
    ? "reTrial"
    : hasRole(actor, "finance")
      ? "compile"
      : actor.audience === "institution"
        ? "back"
        : "firstTrial";
const list = (_db: Db, actor: Actor, query: any, app: Services) =>
  listPage(app, actor, SubsidyApplication, query, {
    scope: claimScope,
    order: [
      descending(sql`(t.status = ${mine(actor)})`),
      descending(sql`(t.commit_time is null)`),
      ascending(sql`t.commit_time`, true),
      descending(sql`t.id`),
    ],
  }) as never;

export const claimRoutes: Route[] = [
  reads(claimList, list),
  reads(claimListOfOrg, list),
  reads(claimListOfBureau, list),
  reads(claimDetail, (db, actor, { id }, app) => wholeClaim(db, actor, id, app)),

  writes(claimSubmit, async (tx, actor, input) => ({ id: await saveClaim(tx, actor, { subsidyApplyDTO: input }) })),
  writes(claimSave, async (tx, actor, body, app) =>
    wholeClaim(tx, actor, await saveClaim(tx, actor, body as ClaimBody), app),
  ),

  writes(claimRemove, async (tx, actor, { ids }) => {
    const claims = await lockRows<any>(tx, SubsidyApplication, claimScope, actor, splitIds(ids));
    for (const claim of claims) mustBeEditable(claim);
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
      lines.map((line) => line["id"]),
    );
    await removeRows(
      tx,
      actor,
      SubsidyApplication,
      claims.map((claim) => claim.id),
    );
    for (const claim of claims) await showOnRoster(tx, claim.id);
  }),

  reads(claimPreview, async (db, actor, { classId, subsidyKind }, app) => {
    const claimed = await claimedClass(db, classId, actor);
    mustBeClaimable(claimed, subsidyKind);
    const everybody = await candidatesOf(db, claimed, subsidyKind);
    const able = everybody.filter((one) => canBeClaimed(one, null));
    const excluded = await excludedBy(db, claimed, subsidyKind, everybody);
    const allowed = able.filter((one) => !excluded.some((other) => other.studentId === one.studentId));
    const earliest = allowed
      .map((one) => one.issueDate)
      .filter((day): day is string => day !== null)
      .sort()[0];
    return {
      lines: allowed.map((one) =>
        present(
          SubsidyLine,
          actor,
          app.cipher,
          {
            ...one,
            id: one.studentId,
            certIssueDate: one.issueDate,
            upliftRate: one.amount?.uplift,
            payableAmount: one.amount?.payable,
            formula: one.amount?.formula,
            applyAmount: one.amount?.payable,
            detailStatus: "0",
            trialResult: "0",
          },
          "list",
        ),
      ) as never,
      excluded,
      applyAmount: sumOf(allowed.map((one) => one.amount?.payable ?? null)),
      lastClaimDay: earliest ? lastClaimDay(earliest, await parameter(db, "subsidy.deadline.months")) : null,
    };
  }),

  writes(claimCommit, (tx, actor, { ids }, app) => commitClaims(tx, actor, splitIds(ids), app)),

  writesPrepared(
    claimAutoTrial,
    (app, actor, { applyId }) => judge(app, actor, applyId),
    (tx, actor, _input, _app, verdict) => record(tx, actor, verdict),
  ),

  writes(claimFirstCommit, async (tx, actor, body, app) => {
    const { subsidyApplyDTO, firstOpinion } = body as ClaimBody & { firstOpinion?: string | null };
    const id = subsidyApplyDTO["id"] as string | undefined;
    if (!id) throw new Refusal("NOT_FOUND");
    mustHold(actor, "subsidy_apply_first_commit");
    const claim = await lockRow<any>(tx, SubsidyApplication, claimScope, actor, id);
    checkVersion(claim, subsidyApplyDTO["version"]);
    if (claim.status === "firstTrial") await decideLines(tx, actor, claim, body as ClaimBody);
    await transition(
      tx,
      actor,
      claimLifecycle,
      "firstCommit",
      [id],
      { opinion: firstOpinion ?? subsidyApplyDTO["firstOpinion"] },
      app,
    );
    return wholeClaim(tx, actor, id, app);
  }),

  moveRoute(claimReturn, claimLifecycle, "return"),
  writes(
    claimReCommit,
    async (tx, actor, { ids, reOpinion }, app) =>
      void (await transition(tx, actor, claimLifecycle, "reCommit", splitIds(ids), { opinion: reOpinion }, app)),
  ),

  writes(claimReReturn, async (tx, actor, { ids, reason, target }, app) => {
    const chosen = splitIds(ids);
    const claims = await lockRows<any>(tx, SubsidyApplication, claimScope, actor, chosen);
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
