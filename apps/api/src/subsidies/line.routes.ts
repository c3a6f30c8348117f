import {
  lineCalls,
  lineExperience,
  lineListOfBureau,
  lineListOfOrg,
  lineTotalOfBureau,
  lineTotalOfOrg,
  lineUnapprove,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import type { ListQuery } from "@jipei/contract/core/shape.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { lineStatus } from "@jipei/contract/subsidies/subsidy-codes.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { type Actor, mustHold } from "../core/actor.ts";
import { removeRows, updateRow } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { ownFiles } from "../core/files.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { listSource } from "../core/list-source.ts";
import { countSearches } from "../core/masked-search.ts";
import { present } from "../core/present.ts";
import { Refusal, illegalState } from "../core/refusal.ts";
import { checkVersion, lockRow, lockRows, readRow, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { writeDecisions } from "./claim.decide.ts";
import { editable, mustBeEditable } from "./claim.save.ts";
import { claimScope, lineScope } from "./claim.scope.ts";
import { linesOf, sumUp, unchecked } from "./claim.store.ts";
import { experienceOf } from "./experience.ts";
import { releaseLines } from "./standing.ts";

ownFiles(SubsidyLine, lineScope, "subsidy_apply_detail");

type Values = Record<string, any>;

const list = (_db: Db, actor: Actor, query: any, app: Services) =>
  listPage(app, actor, SubsidyLine, query, { scope: lineScope }) as never;

/** Sums over everything a list shows, whatever the page. Of blocked rows nothing is payable. */
async function totals(db: Db, actor: Actor, query: ListQuery, app: Services) {
  const { where } = listSource(app, actor, SubsidyLine, query, { scope: lineScope });
  await countSearches(app, actor, SubsidyLine, query);
  const { rows } =
    await sql<any>`select count(*)::int as person_count, coalesce(sum(t.apply_amount), 0)::numeric(14,2) as apply_amount, coalesce(sum(t.payable_amount) filter (where t.trial_result is distinct from '3'), 0)::numeric(14,2) as payable_amount,
    count(*) filter (where t.detail_status = '1')::int as approved_count, coalesce(sum(t.approved_amount) filter (where t.detail_status = '1'), 0)::numeric(14,2) as approved_amount
    from subsidy_line t where ${where}`.execute(db);
  return rows[0];
}

/** The claim of some rows, locked first, so that rows and sums change together. All rows must be of one claim. */
async function claimOfLines(tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ claim: Values; lines: Values[] }> {
  const owners = await tx
    .selectFrom("subsidyLine")
    .select("applyId")
    .distinct()
    .where("id", "in", ids as string[])
    .execute();
  if (owners.length === 0) throw new Refusal("NOT_FOUND");
  if (owners.length > 1)
    throw new Refusal("FIELD_INVALID", {
      field: "ids",
      reason: { zh: "须属于同一申请", en: "must belong to one claim" },
    });
  const claim = await lockRow<Values>(tx, SubsidyApplication, claimScope, actor, owners[0]?.["applyId"]);
  return { claim, lines: await lockRows<Values>(tx, SubsidyLine, lineScope, actor, ids) };
}

export const lineRoutes: Route[] = [
  reads(lineCalls.list, list),
  reads(lineListOfBureau, list),
  reads(lineListOfOrg, list),
  reads(lineTotalOfBureau, totals as never),
  reads(lineTotalOfOrg, totals as never),
  reads(lineCalls.detail, async (db, actor, { id }, app) =>
    present(SubsidyLine, actor, app.cipher, await readRow<any>(db, SubsidyLine, lineScope, actor, id), "detail"),
  ),

  // One row: the applicant changes what he claims in a draft, the first reviewer what he approves.
  writes(lineCalls.submit, async (tx, actor, input) => {
    const { id, version, applyAmount, approvedAmount } = input as Values;
    if (!id) throw new Refusal("NOT_FOUND");
    const { claim, lines } = await claimOfLines(tx, actor, [id]);
    const line = lines[0] as Values;
    checkVersion(line as { version: number }, version);
    const amount = actor.audience === "institution" ? applyAmount : approvedAmount;
    if (amount === undefined || amount === null)
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "金额", en: "Amount" },
        reason: { zh: "请填写", en: "please fill in" },
      });
    if (new Decimal(amount).gt(line["payableAmount"]))
      throw new Refusal("AMOUNT_OVER", { name: line["name"], a: amount, b: line["payableAmount"] });
    if (actor.audience === "institution") {
      mustHold(actor, "subsidy_apply_detail_edit");
      mustBeEditable(claim);
      await updateRow(tx, actor, SubsidyLine, id, { applyAmount: amount });
    } else {
      mustHold(actor, "subsidy_apply_first_commit");
      if (claim["status"] !== "firstTrial")
        throw new Refusal("STATE_ILLEGAL", {
          status: { zh: "非初审", en: "not in first review" },
          action: { zh: "核定", en: "set the amount" },
        });
      const before = await linesOf(tx, claim["id"]);
      await updateRow(tx, actor, SubsidyLine, id, { approvedAmount: amount });
      await writeDecisions(tx, actor, claim, "lowerAmount", before);
    }
    await sumUp(tx, actor, claim["id"], unchecked);
    return { id };
  }),

  writes(lineCalls.remove, async (tx, actor, { ids }) => {
    const { claim, lines } = await claimOfLines(tx, actor, splitIds(ids));
    mustBeEditable(claim);
    await removeRows(
      tx,
      actor,
      SubsidyLine,
      lines.map((line) => line["id"]),
    );
    await sumUp(tx, actor, claim["id"], unchecked);
  }),

  // A refused row gives the person's training back, and leaves the check of the others as it is; in second review the claim returns to the first.
  writes(lineUnapprove, async (tx, actor, { ids, unApproveReason }) => {
    const { claim, lines } = await claimOfLines(tx, actor, splitIds(ids));
    const stage = claim["status"] === "firstTrial" ? "subsidy_apply_first_commit" : "subsidy_apply_re_commit";
    if (editable(claim) || claim["status"] === "compile")
      throw new Refusal("STATE_ILLEGAL", {
        status: { zh: "不在审核中", en: "not in review" },
        action: { zh: "明细不通过", en: "refuse rows" },
      });
    mustHold(actor, stage);
    if (claim["commitUser"] === actor.userId) throw new Refusal("SELF_REVIEW");
    if (lines.some((line) => line["detailStatus"] === "2"))
      throw illegalState(lineStatus, "2", "明细不通过", "refuse rows");
    const reason = unApproveReason?.trim() ?? "";
    if (reason === "") throw new Refusal("REASON_REQUIRED");
    const before = await linesOf(tx, claim["id"]);
    for (const line of lines)
      await updateRow(tx, actor, SubsidyLine, line["id"], {
        detailStatus: "2",
        approvedAmount: null,
        unApproveReason: reason,
      });
    await releaseLines(
      tx,
      lines.map((line) => line["id"]),
    );
    const back = claim["status"] === "reTrial";
    await sumUp(tx, actor, claim["id"], back ? { status: "firstTrial", backNode: "re", backReason: reason } : {});
    await writeDecisions(tx, actor, claim, "unApprove", before, {
      fromStatus: claim["status"],
      toStatus: back ? "firstTrial" : claim["status"],
    });
  }),

  reads(lineExperience, (db, actor, { studentId }, app) => experienceOf(db, actor, app, studentId) as never),
];
