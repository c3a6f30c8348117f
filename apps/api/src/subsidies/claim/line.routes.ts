import {
  lineCalls,
  lineExperience,
  lineListOfBureau,
  lineListOfOrg,
  lineTotalOfBureau,
  lineTotalOfOrg,
  lineUnapprove,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import type { ListQuery, ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { lineStatus } from "@jipei/contract/subsidies/subsidy-codes.ts";
import { subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import { type Actor, assertPermission } from "../../core/foundation/actor.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Db } from "../../core/database/db.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { listSource } from "../../core/list/list-source.ts";
import { countSearches } from "../../core/security/masked-search.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { readRow, splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { assertNotOwn } from "../../core/entity/transition.ts";
import { assertSeparate } from "../duties/claim-duties.ts";
import { writeDecisions } from "./claim.decide.ts";
import { lineScope } from "./claim.scope.ts";
import { isDraft } from "../policy/claim-policy.ts";
import { release } from "./claim.reservation.ts";
import { getLines, sumUp } from "./claim.store.ts";
import { claimOfLines, removeLines, setAmount } from "./line-calls.ts";
import { institutionClaims } from "./claim-side.ts";
import { findExperience } from "./experience.ts";

export const lineRows = { entity: SubsidyLine, scope: lineScope, resource: "subsidy_apply_detail" as const };

const list = (_db: Db, actor: Actor, query: ListQuery, app: Services) =>
  listPage(app, actor, SubsidyLine, query, { scope: lineScope });

/** Sums over everything a list shows, whatever the page. Of rows that are blocked or refused nothing is payable. */
async function totals(db: Db, actor: Actor, query: ListQuery, app: Services): Promise<Totals> {
  const { where } = listSource(app, actor, SubsidyLine, query, { scope: lineScope });
  await countSearches(app, actor, SubsidyLine, query);
  const { rows } =
    await sql<Totals>`select count(*)::int as person_count, coalesce(sum(t.apply_amount), 0)::numeric(14,2) as apply_amount, coalesce(sum(t.payable_amount) filter (where t.trial_result is distinct from '3' and t.detail_status is distinct from '2'), 0)::numeric(14,2) as payable_amount,
    count(*) filter (where t.detail_status = '1')::int as approved_count, coalesce(sum(t.approved_amount) filter (where t.detail_status = '1'), 0)::numeric(14,2) as approved_amount
    from subsidy_line t where ${where}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a sum has one row");
  return row;
}
type Totals = ValueOfShape<typeof lineTotalOfBureau.output>;

export const lineRoutes: Route[] = [
  reads(lineCalls.list, list),
  reads(lineListOfBureau, list),
  reads(lineListOfOrg, list),
  reads(lineTotalOfBureau, totals),
  reads(lineTotalOfOrg, totals),
  reads(lineCalls.detail, async (db, actor, { id }, app) =>
    toResponse(SubsidyLine, actor, app.cipher, await readRow(db, SubsidyLine, lineScope, actor, id), "detail"),
  ),

  writes(lineCalls.submit, (tx, actor, input) => setAmount(tx, actor, institutionClaims, input)),
  writes(lineCalls.remove, (tx, actor, { ids }) => removeLines(tx, actor, institutionClaims, splitIds(ids))),

  // A refused row releases the person's training and does not touch the check of the others. From the second review the claim returns to the first.
  writes(lineUnapprove, async (tx, actor, { ids, unApproveReason }) => {
    const { claim, lines } = await claimOfLines(tx, actor, institutionClaims, splitIds(ids));
    const stage = claim.status === "firstTrial" ? "subsidy_apply_first_commit" : "subsidy_apply_re_commit";
    if (isDraft(claim) || claim.status === "compile")
      throw illegalState(subsidyStatus, claim.status, "明细不通过", "refuse rows");
    assertPermission(actor, stage);
    assertNotOwn(actor, claim);
    await assertSeparate(tx, actor, claim, claim.status === "firstTrial" ? "firstReviewer" : "secondReviewer");
    if (lines.some((line) => line.detailStatus === "2"))
      throw illegalState(lineStatus, "2", "明细不通过", "refuse rows");
    const reason = unApproveReason?.trim() ?? "";
    if (reason === "") throw new Refusal("REASON_REQUIRED");
    const before = await getLines(tx, claim.id);
    for (const line of lines)
      await updateRow(tx, actor, SubsidyLine, line.id, {
        detailStatus: "2",
        approvedAmount: null,
        unApproveReason: reason,
      });
    await release(
      tx,
      claim,
      before.filter(({ id }) => lines.some((line) => line.id === id)),
    );
    const back = claim.status === "reTrial";
    await sumUp(tx, actor, claim.id, back ? { status: "firstTrial", backNode: "re", backReason: reason } : {});
    await writeDecisions(tx, actor, claim, "unApprove", before, {
      fromStatus: claim.status,
      toStatus: back ? "firstTrial" : claim.status,
    });
  }),

  reads(lineExperience, (db, actor, { studentId }, app) => findExperience(db, actor, app, studentId)),
];
