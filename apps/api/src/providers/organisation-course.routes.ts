import { formImporter, rowsOf } from "../core/excel/import/form-import.ts";
import { unpaged } from "@jipei/contract/core/fields/shape.ts";
import { OrganisationCourse, organisationCourseCalls as calls } from "@jipei/contract/providers/organisation-course.ts";
import { sql } from "kysely";
import { type Actor, assertRight } from "../core/foundation/actor.ts";
import { crud, crudRoutes } from "../core/entity/crud.ts";
import type { Tx } from "../core/database/db.ts";
import { reads, writes } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import type { Services } from "../core/foundation/services.ts";
import { readChildRows } from "../core/entity/child-rows.ts";
import { moveRoute } from "../core/entity/transition.ts";
import { notify } from "../notices/notices.queries.ts";
import { type FilingInput, saveFiling } from "./organisations/filing.ts";
import { courseLifecycle, courseOptions } from "./organisation-course.ts";
import { offerScope } from "./providers.scope.ts";

const { list, removeAll } = crud(courseOptions);

const save = (tx: Tx, actor: Actor, app: Services, row: FilingInput<typeof OrganisationCourse>): Promise<string> =>
  saveFiling(tx, actor, app, { options: courseOptions, life: courseLifecycle }, row);

/** One notice for a set, not one for each course. */
const notifyClerks = (tx: Tx, actor: Actor, n: number) =>
  notify(tx, {
    to: { role: "clerk" },
    title: { zh: "机构课程待审核", en: "Institution courses are waiting for approval" },
    text: { zh: `${actor.name}提交了${n}门课程`, en: `Courses filed by ${actor.name}: ${n}` },
    link: "/org/course?confirmStatus=unConfirm",
  });

export const organisationCourseRoutes = [
  ...crudRoutes(calls, courseOptions, {
    submit: writes(calls.submit, async (tx, actor, row, app) => {
      const id = await save(tx, actor, app, row);
      if (actor.audience === "institution") await notifyClerks(tx, actor, 1);
      return { id };
    }),
  }),
  reads(calls.usedByManage, list),
  reads(calls.usedByOrg, list),
  reads(calls.all, async (_db, actor, { orgId }, app) => {
    const institution = actor.audience === "institution" ? actor.orgId : orgId;
    return (
      await listPage(app, actor, OrganisationCourse, unpaged, {
        scope: offerScope,
        where: institution ? [sql`t.org_id = ${institution}`] : [],
      })
    ).records;
  }),
  writes(calls.saveCourses, async (tx, actor, { orgCourseList, delList }, app) => {
    if (delList.length > 0) {
      assertRight(actor, courseOptions.resource, "delete");
      await removeAll(
        tx,
        actor,
        delList.map((row) => row.orgCourseId),
        app,
      );
    }
    const saved: string[] = [];
    for (const row of orgCourseList) saved.push(await save(tx, actor, app, row));
    if (actor.audience === "institution" && saved.length > 0) await notifyClerks(tx, actor, saved.length);
    return readChildRows(tx, actor, app, OrganisationCourse, {
      scope: offerScope,
      where: sql`t.id = any(${saved}::bigint[])`,
      order: sql`t.occupation_code, t.level desc, t.id`,
      view: "detail",
    });
  }),
  moveRoute(calls.confirm, courseLifecycle, "confirm"),
  moveRoute(calls.back, courseLifecycle, "back"),
];

/** Of an institution's courses, or of several institutions where the bureau imports. */
export const organisationCourseImporter = formImporter(calls.import, courseOptions, {
  columns: [
    { field: "courseId", synonyms: ["课程名称", "课程编号"], resolve: rowsOf("Course", "courseName", "courseNo") },
    { field: "courseHours", example: "80" },
    { field: "theoryHours", example: "30" },
    { field: "practiceHours", example: "50" },
    { field: "textbook", example: "国家职业技能培训教材", needed: true },
  ],
  without: ["confirmStatus", "backReason"],
  save: async (tx, actor, row, app) => ({
    id: await save(tx, actor, app, row as FilingInput<typeof OrganisationCourse>),
  }),
  saved: async (tx, actor, count) => {
    if (actor.audience === "institution" && count > 0) await notifyClerks(tx, actor, count);
  },
});
