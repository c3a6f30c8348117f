import { columns } from "../../core/entity/columns.ts";
import { OrganisationPlan, organisationPlanCalls as calls } from "@jipei/contract/training/organisation-plan.ts";
import { organisationPlanMachine } from "@jipei/contract/training/organisation-plan.machine.ts";
import { planCalls } from "@jipei/contract/training/plan.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { withHistory } from "../../core/entity/audit.ts";
import { now } from "../../core/foundation/clock.ts";
import { type CrudOptions, crud, crudRoutes } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import { exporter } from "../../core/excel/export.ts";
import { reads, writes } from "../../core/http/implement.ts";
import { descending } from "../../core/list/order.ts";
import { Refusal, illegalState, invalidValue } from "../../core/foundation/refusal.ts";
import { lockRows, ownRows, splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { countShown } from "../../core/entity/child-rows.ts";
import { type Effect, decidedBy, lifecycle, moveRoute, transition } from "../../core/entity/transition.ts";
import { notify } from "../../notices/notices.queries.ts";
import { assertActive } from "../../providers/providers.queries.ts";
import { nextNumber } from "../../settings/settings.queries.ts";
import { assertOfKind, findCourse } from "../../catalogue/catalogue.queries.ts";
import {
  courseApproved,
  assertNoDuplicate,
  assertLiesInYear,
  noLiveClass,
  noDuplicate,
  ofKindOfCourse,
  organisationActive,
  quotaLeft,
  quotaStillFree,
  recountPlan,
  releasedPlan,
  withinWindow,
} from "./organisation-plan.guards.ts";

const drafts = ["unSubmit", "back"];
/** Submitted rows stay as they are. @throws STATE_ILLEGAL */
function assertDraft({ confirmStatus }: { confirmStatus: string }, zh: string, en: string): void {
  if (!drafts.includes(confirmStatus)) throw illegalState(organisationPlanMachine.states, confirmStatus, zh, en);
}
const newPlan = columns(OrganisationPlan, { confirmStatus: "unSubmit", usedHeadcount: 0 });

const options: CrudOptions<typeof OrganisationPlan> = {
  entity: OrganisationPlan,
  resource: "org_plan",
  audited: true,
  scope: ownRows,
  order: [descending(sql`(t.confirm_status = 'unConfirm')`), descending(sql`t.create_time`), descending(sql`t.id`)],
  async beforeSave(tx, actor, row, old) {
    if (!actor.orgId) throw new Refusal("NOT_OWNER");
    if (old) assertDraft(old, "修改", "edit");
    await assertActive(tx, actor.orgId);
    const plan = await releasedPlan(tx, row.planId);
    if (old?.commitTime && old.courseId !== row.courseId)
      throw invalidValue(OrganisationPlan, "courseId", "提交后不能更换", "cannot change after submission");
    const course = await findCourse(tx, row.courseId);
    if (!course) throw invalidValue(OrganisationPlan, "courseId", "课程不存在", "no such course");
    assertOfKind(OrganisationPlan, plan, course);
    assertLiesInYear(row, plan);
    await assertNoDuplicate(tx, { id: old?.id, planId: row.planId, orgId: actor.orgId, courseId: row.courseId });
    const { courseName, occupationCode, occupationName, level } = course;
    return columns(OrganisationPlan, {
      orgId: actor.orgId,
      courseName,
      occupationCode,
      occupationName,
      level,
      trainKind: plan.trainKind,
      ...(old ? {} : newPlan),
    });
  },
  async beforeRemove(tx, actor, rows, app) {
    for (const row of rows) {
      assertDraft(row, "删除", "remove");
      await noLiveClass(tx, actor, row, {}, app);
    }
  },
  detail: withHistory(OrganisationPlan),
};

const notifyInstitution =
  (titleZh: string, titleEn: string): Effect<typeof OrganisationPlan> =>
  (tx, _actor, row, input) =>
    notify(tx, {
      to: { orgId: row.orgId },
      title: { zh: titleZh, en: titleEn },
      text: {
        zh: `${row.orgPlanNo ?? ""} ${row.courseName} ${row.headcount}人${input.reason ? `：${input.reason}` : ""}`,
        en: `${row.orgPlanNo ?? ""} ${row.courseName}, ${row.headcount} people${input.reason ? `: ${input.reason}` : ""}`,
      },
      link: "/my/plan",
    });

export const organisationPlanLifecycle = lifecycle({
  machine: organisationPlanMachine,
  entity: OrganisationPlan,
  scope: ownRows,
  moves: {
    commit: {
      guards: [organisationActive, withinWindow, ofKindOfCourse, courseApproved, noDuplicate, quotaLeft],
      set: async (tx, actor, row) =>
        columns(OrganisationPlan, {
          orgPlanNo: row.orgPlanNo ?? (await nextNumber(tx, "ORG_PLAN_NO")),
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
              zh: `${row.orgPlanNo} ${row.courseName} ${row.headcount}人`,
              en: `${row.orgPlanNo} ${row.courseName}, ${row.headcount} people`,
            },
            link: "/plan/org",
          }),
      ],
    },
    confirm: {
      guards: [quotaStillFree],
      set: (_tx, actor) => columns(OrganisationPlan, decidedBy(actor)),
      effects: [recountPlan, notifyInstitution("机构计划已通过", "Institution plan approved")],
    },
    back: {
      set: (_tx, actor, _row, input) => columns(OrganisationPlan, { ...decidedBy(actor), backReason: input.reason }),
      effects: [notifyInstitution("机构计划被退回", "Institution plan returned")],
    },
    invalidate: {},
    invalidateApproved: {
      guards: [noLiveClass],
      effects: [recountPlan, notifyInstitution("机构计划已撤销", "Approval of an institution plan withdrawn")],
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
    rows.filter((row) => (row.confirmStatus === "Confirm") === approved).map((row) => row.id);
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

const organisationPlanExport = exporter(OrganisationPlan, calls.export, options);
export const organisationPlanRoutes = [
  organisationPlanExport,
  ...crudRoutes(calls, options),
  reads(calls.usedByOrg, list),
  reads(calls.usedByManage, list),
  reads(planCalls.orgPlanUsedByOrg, list),
  reads(planCalls.orgPlanUsedByManage, list),
  moveRoute(calls.commit, organisationPlanLifecycle, "commit"),
  moveRoute(calls.confirm, organisationPlanLifecycle, "confirm"),
  moveRoute(calls.back, organisationPlanLifecycle, "back"),
  writes(calls.invalidate, invalidate),
  reads(calls.pendingNumber, (db, actor) =>
    countShown(db, actor, OrganisationPlan, ownRows, sql`t.confirm_status = 'unConfirm'`),
  ),
];
