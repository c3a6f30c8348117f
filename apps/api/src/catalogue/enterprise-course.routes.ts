import { Course } from "@jipei/contract/catalogue/course.ts";
import { enterpriseCourseCalls as calls, enterpriseKinds } from "@jipei/contract/catalogue/enterprise-course.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { readRow } from "../core/database/rows.ts";
import { toResponse } from "../core/entity/to-response.ts";
import type { Condition } from "../core/database/sql.ts";
import { courseScope } from "./catalogue.scope.ts";

/** Courses in force of the kinds that an enterprise may run. */
const offered: Condition = sql`t.is_valid = 'isValid' and t.train_kind = any(${[...enterpriseKinds]})`;
const scope = () => offered;

/** The standard of a course that is in force today and paid to enterprises, the latest where there are several kinds. */
const standard = (courseId: RawBuilder<unknown>) => sql<string | null>`(
  select s.standard_amount from subsidy_standard s where s.course_id = ${courseId} and s.pay_target = '2' and s.is_valid = 'isValid' and s.is_deleted = 0
    and current_date >= s.effect_date and (s.expire_date is null or current_date <= s.expire_date) order by s.effect_date desc, s.id desc limit 1)`;

const options = { scope: courseScope, where: [offered], columns: sql`${standard(sql`t.id`)} as "standardAmount"` };

const list = (_db: Db, actor: Actor, query: ListQuery, app: Services) => listPage(app, actor, Course, query, options);

async function detail(db: Db, actor: Actor, { id }: { id: string }, app: Services) {
  const row = await readRow(db, Course, scope, actor, id);
  const { rows } = await sql<{
    standardAmount: string | null;
  }>`select ${standard(sql`${id}`)} as standard_amount`.execute(db);
  return { ...toResponse(Course, actor, app.cipher, row, "detail"), standardAmount: rows[0]?.standardAmount ?? null };
}

const deny = async (): Promise<never> => {
  throw new Refusal("ROLE_DENIED");
};

/** Courses as enterprises see them (docs/decisions/0281). */
export const enterpriseCourseRoutes: readonly Route[] = [
  reads(calls.list, list),
  reads(calls.getClassCourse, list),
  reads(calls.detail, detail),
  writes(calls.submit, deny),
  writes(calls.remove, deny),
];
