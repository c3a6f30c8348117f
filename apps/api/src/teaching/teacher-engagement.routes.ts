import { unpaged } from "@jipei/contract/core/shape.ts";
import { TeacherEngagement, teacherEngagementCalls as calls } from "@jipei/contract/teaching/teacher-engagement.ts";
import { Teacher } from "@jipei/contract/teaching/teacher.ts";
import { sql } from "kysely";
import { type CrudOptions, crudRoutes } from "../core/crud.ts";
import { reads } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { refuseTwin } from "../core/references.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import { lockRows } from "../core/rows.ts";
import { ofTeacherScope, teacherScope } from "./teaching.scope.ts";

/** Rows made from the timetable are evidence; nobody edits them. */
function mustBeByHand(row: Record<string, any>, zh: string, en: string): void {
  if (row["sourceKind"] === "2")
    throw new Refusal("STATE_ILLEGAL", { status: { zh: "课程表生成", en: "from the timetable" }, action: { zh, en } });
}

const options: CrudOptions = {
  entity: TeacherEngagement,
  resource: "teacher_engage",
  scope: ofTeacherScope,
  async beforeSave(tx, actor, merged, old) {
    if (old) mustBeByHand(old, "修改", "edit");
    if (merged["endDate"] && merged["endDate"] < merged["startDate"])
      throw invalidField("endDate", "结束日期", "Until", "不能早于开始日期", "may not be before the first day");
    await lockRows(tx, Teacher, teacherScope, actor, [merged["teacherId"]]);
    const { teacherId, orgName, courseName, startDate } = merged as Record<string, string>;
    await refuseTwin(tx, TeacherEngagement, merged["id"], { teacherId, orgName, courseName, startDate }, "DUPLICATE", {
      field: { zh: "该任教经历", en: "This engagement" },
    });
    return { sourceKind: "1" };
  },
  async beforeRemove(_tx, _actor, rows) {
    for (const row of rows) mustBeByHand(row, "删除", "remove");
  },
};

export const teacherEngagementRoutes = [
  ...crudRoutes(calls, options),
  reads(calls.byTeacher, async (_db, actor, { teacherId }, app) => {
    return (
      await listPage(app, actor, TeacherEngagement, unpaged, {
        scope: ofTeacherScope,
        where: [sql`t.teacher_id = ${teacherId}`],
      })
    ).records as never;
  }),
];
