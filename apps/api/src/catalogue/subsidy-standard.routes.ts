import { unpaged } from "@jipei/contract/core/fields/shape.ts";
import { SubsidyStandard, subsidyStandardCalls as calls } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { sql } from "kysely";
import { crudRoutes } from "../core/entity/crud.ts";
import { reads, writes } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import type { Condition } from "../core/database/sql.ts";
import { standardOptions, standards } from "./subsidy-standard.ts";
import { validRows } from "../core/database/rows.ts";

/** In force on a day: from the first to the last day of the standard, both included. */
const inForceOn = (day: string | null | undefined): Condition[] =>
  day
    ? [sql`(t.effect_date <= ${day} and (t.expire_date is null or t.expire_date >= ${day}) and t.is_valid = 'isValid')`]
    : [];

export const subsidyStandardRoutes = [
  ...crudRoutes(calls, standardOptions, {
    list: reads(calls.list, (_db, actor, query, app) =>
      listPage(app, actor, SubsidyStandard, query, {
        scope: validRows,
        where: inForceOn(query.extra.effectiveOn),
      }),
    ),
    submit: writes(calls.submit, (tx, actor, input, app) => standards.save(tx, actor, input, app)),
    remove: writes(calls.remove, standards.remove),
  }),
  reads(calls.byCourse, async (_db, actor, { courseId, effectiveOn }, app) => {
    const page = await listPage(app, actor, SubsidyStandard, unpaged, {
      scope: validRows,
      where: [sql`t.course_id = ${courseId}`, ...inForceOn(effectiveOn)],
    });
    return page.records;
  }),
];
