import { unpaged } from "@jipei/contract/core/shape.ts";
import { SubsidyStandard, subsidyStandardCalls as calls } from "@jipei/contract/teaching/subsidy-standard.ts";
import { sql } from "kysely";
import { crudRoutes } from "../core/crud.ts";
import { reads } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import type { Condition } from "../core/sql.ts";
import { standardOptions } from "./subsidy-standard.ts";
import { validRows } from "./teaching.scope.ts";

/** In force on a day: from the first to the last day of the standard, both included. */
const inForceOn = (day: string | null | undefined): Condition[] =>
  day
    ? [sql`(t.effect_date <= ${day} and (t.expire_date is null or t.expire_date >= ${day}) and t.is_valid = 'isValid')`]
    : [];

export const subsidyStandardRoutes = [
  ...crudRoutes(calls as never, standardOptions, {
    list: reads(
      calls.list,
      (_db, actor, query, app) =>
        listPage(app, actor, SubsidyStandard, query, {
          scope: validRows,
          where: inForceOn(query.extra.effectiveOn),
        }) as never,
    ),
  }),
  reads(calls.byCourse, async (_db, actor, { courseId, effectiveOn }, app) => {
    const page = await listPage(app, actor, SubsidyStandard, unpaged, {
      scope: validRows,
      where: [sql`t.course_id = ${courseId}`, ...inForceOn(effectiveOn)],
    });
    return page.records as never;
  }),
];
