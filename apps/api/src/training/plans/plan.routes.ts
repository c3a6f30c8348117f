import { formImporter } from "../../core/excel/import/form-import.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import { Plan, planCalls } from "@jipei/contract/training/plan.ts";
import { planMachine } from "@jipei/contract/training/plan.machine.ts";
import { sql } from "kysely";
import { withHistory } from "../../core/entity/audit.ts";
import { now, today } from "../../core/foundation/clock.ts";
import { type CrudOptions, crud, crudRoutes } from "../../core/entity/crud.ts";
import { exporter } from "../../core/excel/export.ts";
import { reads } from "../../core/http/implement.ts";
import { Refusal, invalidValue, notPossible } from "../../core/foundation/refusal.ts";
import type { Scope } from "../../core/database/rows.ts";
import { everything, nothing } from "../../core/database/sql.ts";
import { type Guard, lifecycle, moveRoute } from "../../core/entity/transition.ts";
import { notify } from "../../notices/notices.queries.ts";
import { nextNumber } from "../../settings/settings.queries.ts";

const scope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  return actor.audience === "institution" ? sql`t.is_release = '1'` : nothing;
};

/** What institutions declared under; the rest of a released plan may still change. */
const frozenAfterRelease = ["planName", "planYear", "trainKind", "startDate"] as const;

const options: CrudOptions<typeof Plan> = {
  entity: Plan,
  resource: "train_plan",
  audited: true,
  scope,
  async beforeSave(tx, _actor, plan, old) {
    if (plan.startDate > plan.endDate)
      throw invalidValue(Plan, "endDate", "不能早于开始日期", "may not be before the opening day");
    if (!old) return columns(Plan, { planNo: await nextNumber(tx, "PLAN_NO"), isRelease: "0", allocatedHeadcount: 0 });
    if (old.isRelease === "1") assertStaysReleased(plan, old);
  },
  async afterSave(tx, _actor, plan, old) {
    if (old?.isRelease !== "1") return;
    await notify(tx, {
      to: { audience: "institution" },
      title: { zh: "培训计划已调整", en: "A training plan was changed" },
      text: {
        zh: `${plan.planName}：申报截止${plan.endDate}，计划${plan.totalHeadcount}人`,
        en: `${plan.planName}: window closes ${plan.endDate}, headcount ${plan.totalHeadcount}`,
      },
      link: "/my/plan",
    });
  },
  async beforeRemove(tx, _actor, rows) {
    const ids = rows.map((row) => row.id as string);
    const used = await tx
      .selectFrom("organisationPlan")
      .select("id")
      .where("planId", "in", ids)
      .where("isDeleted", "=", 0)
      .executeTakeFirst();
    if (used || rows.some((row) => row.isRelease === "1")) throw new Refusal("PLAN_IN_USE");
  },
  detail: withHistory(Plan),
};

/** A released plan may run longer and grow; it may not shrink below what is given away (4.1-3). */
function assertStaysReleased(plan: Draft<typeof Plan>, old: StoredRow<typeof Plan>): void {
  const changed = frozenAfterRelease.find((name) => plan[name] !== old[name]);
  if (changed)
    throw notPossible({
      status: { zh: "已下达", en: "Released" },
      action: { zh: `修改${Plan.fields[changed].zh}`, en: `change ${Plan.fields[changed].en}` },
    });
  if (plan.endDate < old.endDate)
    throw invalidValue(Plan, "endDate", "下达后只能延长", "may only be extended after release");
  if ((plan.totalHeadcount as number) < (old.allocatedHeadcount as number))
    throw new Refusal("PLAN_BELOW_ALLOCATED", { n: old.allocatedHeadcount as number });
}

const windowStillOpen: Guard<typeof Plan> = (_tx, _actor, plan) => {
  if (plan.endDate < today()) throw new Refusal("PLAN_WINDOW_PAST");
};

export const planLifecycle = lifecycle({
  machine: planMachine,
  entity: Plan,
  scope,
  moves: {
    release: {
      guards: [windowStillOpen],
      set: () => columns(Plan, { releaseTime: now() }),
      effects: [
        (tx, _actor, plan) =>
          notify(tx, {
            to: { audience: "institution" },
            title: { zh: "新的培训计划", en: "New training plan" },
            text: {
              zh: `${plan.planName}已下达，申报时间${plan.startDate}至${plan.endDate}`,
              en: `${plan.planName} is released; declare from ${plan.startDate} to ${plan.endDate}`,
            },
            link: "/my/plan",
          }),
      ],
    },
  },
});

const { list } = crud(options);
const planExport = exporter(Plan, planCalls.export, options);
export const planRoutes = [
  planExport,
  ...crudRoutes(planCalls, options),
  reads(planCalls.usedByOrg, list),
  reads(planCalls.usedByManage, list),
  moveRoute(planCalls.release, planLifecycle, "release"),
];

export const planImporter = formImporter(planCalls.import, options);
