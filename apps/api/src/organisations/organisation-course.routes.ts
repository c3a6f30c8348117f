import { unpaged } from "@jipei/contract/core/shape.ts";
import {
  OrganisationCourse,
  type OrganisationCourseRow,
  organisationCourseCalls as calls,
} from "@jipei/contract/organisations/organisation-course.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { crud, crudRoutes } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { reads, writes } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import type { Services } from "../core/services.ts";
import { shownRows } from "../core/shown-rows.ts";
import { moveRoute } from "../core/transition.ts";
import { notify } from "../notices/notices.queries.ts";
import { saveFiling } from "./filing.ts";
import { courseLifecycle, courseOptions } from "./organisation-course.ts";
import { offerScope } from "./organisations.scope.ts";

const { list, remove } = crud(courseOptions);

async function save(tx: Tx, actor: Actor, app: Services, row: Record<string, any>): Promise<string> {
  const { orgCourseId, ...values } = row;
  return saveFiling(
    tx,
    actor,
    app,
    { options: courseOptions, life: courseLifecycle },
    { ...values, id: values["id"] ?? orgCourseId },
  );
}

/** One notice for a set, not one for each course. */
const tellClerks = (tx: Tx, actor: Actor, n: number) =>
  notify(tx, {
    to: { role: "clerk" },
    title: { zh: "机构课程待审核", en: "Institution courses wait for approval" },
    text: { zh: `${actor.name}提交了${n}门课程`, en: `${actor.name} filed ${n} course(s)` },
    link: "/org/course?confirmStatus=unConfirm",
  });

export const organisationCourseRoutes = [
  ...crudRoutes(calls as never, courseOptions, {
    submit: writes(calls.submit, async (tx, actor, row, app) => {
      const id = await save(tx, actor, app, row);
      if (actor.audience === "institution") await tellClerks(tx, actor, 1);
      return { id };
    }),
  }),
  reads(calls.usedByManage, list as never),
  reads(calls.usedByOrg, list as never),
  reads(calls.all, async (_db, actor, { orgId }, app) => {
    const institution = actor.audience === "institution" ? actor.orgId : orgId;
    return (
      await listPage(app, actor, OrganisationCourse, unpaged, {
        scope: offerScope,
        where: institution ? [sql`t.org_id = ${institution}`] : [],
      })
    ).records as never;
  }),
  writes(calls.saveCourses, async (tx, actor, { orgCourseList, delList }, app) => {
    if (delList.length > 0) await remove(tx, actor, { ids: delList.map((row) => row.orgCourseId).join(",") }, app);
    const saved: string[] = [];
    for (const row of orgCourseList) saved.push(await save(tx, actor, app, row));
    if (actor.audience === "institution" && saved.length > 0) await tellClerks(tx, actor, saved.length);
    return shownRows<OrganisationCourseRow>(tx, actor, app, OrganisationCourse, {
      scope: offerScope,
      where: sql`t.id = any(${saved}::bigint[])`,
      order: sql`t.occupation_code, t.level desc, t.id`,
      view: "detail",
    });
  }),
  moveRoute(calls.confirm, courseLifecycle, "confirm"),
  moveRoute(calls.back, courseLifecycle, "back"),
];
