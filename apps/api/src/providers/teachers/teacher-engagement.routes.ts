import { columns } from "../../core/entity/columns.ts";
import { unpaged } from "@jipei/contract/core/fields/shape.ts";
import { TeacherEngagement, teacherEngagementCalls as calls } from "@jipei/contract/providers/teacher-engagement.ts";
import { Teacher } from "@jipei/contract/providers/teacher.ts";
import { sql } from "kysely";
import { type CrudOptions, crudRoutes } from "../../core/entity/crud.ts";
import { reads } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import { invalidValue, notPossible } from "../../core/foundation/refusal.ts";
import { lockRows } from "../../core/database/rows.ts";
import { ofTeacherScope, teacherScope } from "../providers.scope.ts";

/** Rows made from the timetable are evidence; nobody edits them. */
function assertByHand(row: { sourceKind: string }, zh: string, en: string): void {
  if (row.sourceKind === "2")
    throw notPossible({ status: { zh: "课程表生成", en: "from the timetable" }, action: { zh, en } });
}

const options: CrudOptions<typeof TeacherEngagement> = {
  entity: TeacherEngagement,
  resource: "teacher_engage",
  scope: ofTeacherScope,
  async beforeSave(tx, actor, merged, old) {
    if (old) assertByHand(old, "修改", "edit");
    if (merged.endDate && merged.endDate < merged.startDate)
      throw invalidValue(TeacherEngagement, "endDate", "不能早于开始日期", "may not be before the first day");
    await lockRows(tx, Teacher, teacherScope, actor, [merged.teacherId]);
    const { teacherId, orgName, courseName, startDate } = merged;
    await refuseDuplicate(
      tx,
      TeacherEngagement,
      merged.id,
      { teacherId, orgName, courseName, startDate },
      "DUPLICATE",
      {
        field: { zh: "该任教经历", en: "This engagement" },
      },
    );
    return columns(TeacherEngagement, { sourceKind: "1" });
  },
  async beforeRemove(_tx, _actor, rows) {
    for (const row of rows) assertByHand(row, "删除", "remove");
  },
};

export const teacherEngagementRoutes = [
  ...crudRoutes(calls, options),
  reads(calls.byTeacher, async (_db, actor, { teacherId }, app) => {
    const page = await listPage(app, actor, TeacherEngagement, unpaged, {
      scope: ofTeacherScope,
      where: [sql`t.teacher_id = ${teacherId}`],
    });
    return page.records;
  }),
];
