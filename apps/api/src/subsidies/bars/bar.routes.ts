import { SubsidyBar, subsidyBarCalls as calls } from "@jipei/contract/subsidies/subsidy-bar.ts";
import { subsidyBarMachine } from "@jipei/contract/subsidies/subsidy-bar.machine.ts";
import { sql } from "kysely";
import { type Scope, ownRows } from "../../core/database/rows.ts";
import { nothing } from "../../core/database/sql.ts";
import { getOwnActions, withHistory } from "../../core/entity/audit.ts";
import { columns } from "../../core/entity/columns.ts";
import { type CrudOptions, crud } from "../../core/entity/crud.ts";
import { type Guard, lifecycle, moveRoute } from "../../core/entity/transition.ts";
import { exporter } from "../../core/excel/export.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal, worded } from "../../core/foundation/refusal.ts";
import { type Route, reads } from "../../core/http/implement.ts";
import { ascending, descending } from "../../core/list/order.ts";
import { notify } from "../../notices/notices.queries.ts";
import { getUnitReceivers } from "../../providers/providers.queries.ts";
import { getClaimPage } from "../claim/claim-side.ts";

/** For the bureau alone; restricted by regions as other rows of institutions are. */
const scope: Scope = (actor) => (actor.audience === "bureau" ? ownRows(actor) : nothing);

/** @throws SUBSIDY_BARRED for a class, whose bar stands for ever */
const notClass: Guard<typeof SubsidyBar> = (_tx, _actor, { subjectKind }) => {
  if (subjectKind === "class")
    throw worded("SUBSIDY_BARRED", ["班级的限制永久有效，不能解除", "The bar of a class is permanent"]);
};

/** Whoever filed the claim or recovered its money does not clear what followed. @throws SELF_REVIEW */
const notInvolved: Guard<typeof SubsidyBar> = async (tx, actor, { applyId }) => {
  const done = await getOwnActions(tx, actor.userId, "SubsidyApplication", applyId);
  if (done.some(({ action }) => ["save", "commit", "recover"].includes(action))) throw new Refusal("SELF_REVIEW");
};

const barLifecycle = lifecycle({
  machine: subsidyBarMachine,
  entity: SubsidyBar,
  scope,
  moves: {
    clear: {
      guards: [notClass, notInvolved],
      set: (_tx, actor, _row, input) =>
        columns(SubsidyBar, { clearUser: actor.userId, clearTime: now(), clearReason: input.reason }),
      effects: [
        async (tx, _actor, row, input) => {
          if (row.subjectKind === "person") return;
          const claim = tx.selectFrom("subsidyApplication").select(["id", "side"]).where("id", "=", row.applyId);
          await notify(tx, {
            to: await getUnitReceivers(tx, row.orgId),
            title: { zh: "申领限制已解除", en: "A bar was cleared" },
            text: { zh: `${row.subject}：${input.reason}`, en: `${row.subject}: ${input.reason}` },
            link: getClaimPage(await claim.executeTakeFirstOrThrow()),
          });
        },
      ],
    },
  },
});

export const barRows = {
  entity: SubsidyBar,
  resource: "subsidy_bar",
  scope,
  // Standing ones first.
  order: [ascending(sql`(t.state <> 'standing')`), descending(sql`t.since`), descending(sql`t.id`)],
  detail: withHistory(SubsidyBar),
} satisfies CrudOptions;
const { list, detail } = crud(barRows);
const sheet = exporter(SubsidyBar, calls.export, barRows);

export const barRoutes: readonly Route[] = [
  sheet,
  reads(calls.list, list),
  reads(calls.detail, detail),
  moveRoute(calls.clear, barLifecycle, "clear"),
];
