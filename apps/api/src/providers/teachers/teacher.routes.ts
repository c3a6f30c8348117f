import { formImporter } from "../../core/excel/import/form-import.ts";
import { Teacher, teacherCalls as calls } from "@jipei/contract/providers/teacher.ts";
import { sql } from "kysely";
import { crudRoutes } from "../../core/entity/crud.ts";
import { reads, writes, writesPrepared } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Condition } from "../../core/database/sql.ts";
import { askProvince, takeOver } from "./teacher-sync.ts";
import { saveTeacher, teacherOptions } from "./teacher.ts";
import { teacherScope } from "../providers.scope.ts";

/** Teachers that an institution hires or has filed. */
const ofOrganisation = (orgId: string | null | undefined): Condition[] =>
  orgId
    ? [
        sql`(t.id in (select h.teacher_id from teacher_hire h where h.org_id = ${orgId} and h.is_deleted = 0) or t.id in (select o.teacher_id from organisation_teacher o where o.org_id = ${orgId} and o.is_deleted = 0))`,
      ]
    : [];

const list = (call: typeof calls.list, more: readonly Condition[] = []) =>
  reads(call, (_db, actor, query, app) =>
    listPage(app, actor, Teacher, query, {
      scope: teacherScope,
      where: [...ofOrganisation(query.extra.orgId), ...more],
    }),
  );

export const teacherRoutes = [
  ...crudRoutes(calls, teacherOptions, {
    list: list(calls.list),
    submit: writes(calls.submit, saveTeacher),
  }),
  list(calls.choices, [sql`t.is_valid = 'isValid'`]),
  list(calls.usedByOrg),
  list(calls.usedByManage),
  writesPrepared(
    calls.syncTeachers,
    (app) => askProvince(app, null),
    (tx, actor, _input, app, reports) => takeOver(tx, actor, app, reports),
  ),
  writesPrepared(
    calls.syncOrgTeachers,
    (app, actor) => {
      if (!actor.orgId) throw new Refusal("NOT_OWNER");
      return askProvince(app, actor.orgId);
    },
    (tx, actor, _input, app, reports) => takeOver(tx, actor, app, reports),
  ),
  writes(calls.orgTeacherSave, saveTeacher),
];

/** Of the bureau: an institution adds a teacher together with a hire. */
export const teacherImporter = formImporter(calls.import, teacherOptions, {
  columns: [{ field: "skillLevel", example: "三级/高级工" }],
  assertAllowed({ audience }) {
    if (audience !== "bureau") throw new Refusal("ROLE_DENIED");
  },
});
