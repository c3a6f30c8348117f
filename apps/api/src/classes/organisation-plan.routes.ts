import { OrganisationPlan, organisationPlanCalls as calls } from "@jipei/contract/classes/organisation-plan.ts";
import { organisationPlanMachine } from "@jipei/contract/classes/organisation-plan.machine.ts";
import { planCalls } from "@jipei/contract/classes/plan.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { withHistory } from "../core/audit.ts";
import { now } from "../core/clock.ts";
import { type CrudOptions, crud, crudRoutes } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { exporter } from "../core/excel/export.ts";
import { reads, writes } from "../core/implement.ts";
import { descending } from "../core/order.ts";
import { Refusal, illegalState, invalidField } from "../core/refusal.ts";
import { lockRows, ownRows, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { countShown } from "../core/shown-rows.ts";
import { type Effect, decidedBy, lifecycle, moveRoute, transition } from "../core/transition.ts";
import { notify } from "../notices/notices.queries.ts";
import { mustBeActive } from "../organisations/organisations.queries.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { courseOf } from "../teaching/teaching.queries.ts";
import {
  courseApproved,
  mustHaveNoTwin,
  mustLieInYear,
  noLiveClass,
  noTwin,
  organisationActive,
  quotaLeft,
  quotaStillFree,
  recountPlan,
  releasedPlan,
  withinWindow,
} from "./organisation-plan.guards.ts";

const drafts = ["unSubmit", "back"];

const options: CrudOptions = {
  entity: OrganisationPlan,
  resource: "org_plan",
  scope: ownRows,
  order: [descending(sql`(t.confirm_status = 'unConfirm')`), descending(sql`t.create_time`), descending(sql`t.id`)],
  async beforeSave(tx, actor, row, old) {
    if (!actor.orgId) throw new Refusal("NOT_OWNER");
    if (old && !drafts.includes(old["confirmStatus"]))
      throw illegalState(organisationPlanMachine.states, old["confirmStatus"], "修改", "edit");
    await mustBeActive(tx, actor.orgId);
    const plan = await releasedPlan(tx, row["planId"]);
    const { courseId: label } = OrganisationPlan.fields;
    if (old?.["commitTime"] && old["courseId"] !== row["courseId"])
      throw invalidField("courseId", label.zh, label.en, "提交后不能更换", "cannot change after submission");
    const course = await courseOf(tx, row["courseId"]);
    if (!course) throw invalidField("courseId", label.zh, label.en, "课程不存在", "no such course");
    mustLieInYear(row as never, plan);
    await mustHaveNoTwin(tx, { id: old?.["id"], planId: row["planId"], orgId: actor.orgId, courseId: row["courseId"] });
    const { courseName, occupationCode, occupationName, level } = course;
    return {
      orgId: actor.orgId,
      courseName,
      occupationCode,
      occupationName,
      level,
      trainKind: plan.trainKind,
      ...(old ? {} : { confirmStatus: "unSubmit", usedHeadcount: 0 }),
    };
  },
  async beforeRemove(tx, actor, rows, app) {
    for (const row of rows) {
      if (!drafts.includes(row["confirmStatus"]))
        throw illegalState(organisationPlanMachine.states, row["confirmStatus"], "删除", "remove");
      await noLiveClass(tx, actor, row, {}, app);
    }
  },
  detail: withHistory(OrganisationPlan),
};

const tell =
  (titleZh: string, titleEn: string): Effect =>
  (tx, _actor, row, input) =>
    notify(tx, {
      to: { orgId: row["orgId"] },
      title: { zh: titleZh, en: titleEn },
      text: {
        zh: `${row["orgPlanNo"] ?? ""} ${row["courseName"]} ${row["headcount"]}人${input["reason"] ? `：${input["reason"]}` : ""}`,
        en: `${row["orgPlanNo"] ?? ""} ${row["courseName"]}, ${row["headcount"]} people${input["reason"] ? `: ${input["reason"]}` : ""}`,
      },
      link: "/my/plan",
    });

export const organisationPlanLifecycle = lifecycle({
  machine: organisationPlanMachine,
  entity: OrganisationPlan,
  scope: ownRows,
  moves: {
    commit: {
      guards: [organisationActive, withinWindow, courseApproved, noTwin, quotaLeft],
      set: async (tx, actor, row) => ({
        orgPlanNo: row["orgPlanNo"] ?? (await nextNumber(tx, "ORG_PLAN_NO")),
        commitTime: now(),
        commitUser: actor.userId,
        backReason: null,
      }),
      effects: [
        (tx, _actor, row) =>
          notify(tx, {
            to: { role: ["clerk", "firstReviewer"] },
            title: { zh: "机构计划待审核", en: "Institution plan to review" },
            text: {
              zh: `${row["orgPlanNo"]} ${row["courseName"]} ${row["headcount"]}人`,
              en: `${row["orgPlanNo"]} ${row["courseName"]}, ${row["headcount"]} people`,
            },
            link: "/plan/org",
          }),
      ],
    },
    confirm: {
      guards: [quotaStillFree],
      set: (_tx, actor) => decidedBy(actor),
      effects: [recountPlan, tell("机构计划已通过", "Institution plan approved")],
    },
    back: {
      set: (_tx, actor, _row, input) => ({ ...decidedBy(actor), backReason: input["reason"] }),
      effects: [tell("机构计划被退回", "Institution plan returned")],
    },
    invalidate: {},
    invalidateApproved: {
      guards: [noLiveClass],
      effects: [recountPlan, tell("机构计划已撤销", "Approval of an institution plan withdrawn")],
    },
  },
});

/** Rows in review or draft are voided by either side; approved ones give their places back, which the bureau alone decides. */
async function invalidate(
  tx: Tx,
  actor: Actor,
  input: { ids: string; reason?: string | null },
  app: Services,
): Promise<void> {
  const rows = await lockRows(tx, OrganisationPlan, ownRows, actor, splitIds(input.ids));
  const ids = (approved: boolean) =>
    rows.filter((row) => (row["confirmStatus"] === "Confirm") === approved).map((row) => row["id"] as string);
  const open = ids(false);
  const approved = ids(true);
  if (open.length > 0)
    await transition(tx, actor, organisationPlanLifecycle, "invalidate", open, { reason: input.reason }, app);
  if (approved.length > 0)
    await transition(
      tx,
      actor,
      organisationPlanLifecycle,
      "invalidateApproved",
      approved,
      { reason: input.reason },
      app,
    );
}

const { list } = crud(options);

export const organisationPlanExport = exporter(OrganisationPlan, calls.export, options);
export const organisationPlanRoutes = [
  organisationPlanExport.route,
  ...crudRoutes(calls, options),
  reads(calls.usedByOrg, list as never),
  reads(calls.usedByManage, list as never),
  reads(planCalls.orgPlanUsedByOrg, list as never),
  reads(planCalls.orgPlanUsedByManage, list as never),
  moveRoute(calls.commit, organisationPlanLifecycle, "commit"),
  moveRoute(calls.confirm, organisationPlanLifecycle, "confirm"),
  moveRoute(calls.back, organisationPlanLifecycle, "back"),
  writes(calls.invalidate, invalidate),
  reads(calls.pendingNumber, async (db, actor) => ({
    number: await countShown(db, actor, OrganisationPlan, ownRows, sql`t.confirm_status = 'unConfirm'`),
  })),
];
