import { Course, type CourseRow, courseCalls as calls } from "@jipei/contract/teaching/course.ts";
import { sql } from "kysely";
import { type CrudOptions, crud, crudRoutes, saveRow } from "../core/crud.ts";
import { visible } from "../core/data-scope.ts";
import { reads, writes } from "../core/implement.ts";
import { presenter } from "../core/present.ts";
import { refuseUsed } from "../core/references.ts";
import { listColumns } from "../core/sql.ts";
import { courseFindings, courseUses, followCourse, prepareCourse } from "./course.ts";
import { standardsOf } from "./course-standards.ts";
import { saveStandard } from "./subsidy-standard.ts";
import { courseScope } from "./teaching.scope.ts";

const options: CrudOptions = {
  entity: Course,
  resource: "train_course",
  scope: courseScope,
  beforeSave: prepareCourse,
  afterSave: followCourse,
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "COURSE_IN_USE",
      rows.map((row) => row["id"]),
      courseUses,
    ),
  detail: async (db, actor, row, app) => ({ subsidyList: await standardsOf(db, actor, app, { courseId: row["id"] }) }),
};
const { detail } = crud(options);

export const courseRoutes = [
  ...crudRoutes(calls as never, options, {
    submit: writes(calls.submit, async (tx, actor, { trainCourseDTO, trainSubsidyDTO }, app) => {
      const { id } = await saveRow(tx, actor, options, trainCourseDTO, app);
      if (trainSubsidyDTO) await saveStandard(tx, actor, app, { ...trainSubsidyDTO, courseId: id });
      return detail(tx, actor, { id }, app);
    }),
  }),
  reads(calls.byId, detail),
  reads(calls.catalogue, async (db, actor, { orgId }, app) => {
    const institution = actor.audience === "institution" ? actor.orgId : orgId;
    const found = await sql<CourseRow & { orgCourseId: string | null; orgCourseStatus: string | null }>`
      select ${listColumns(Course)}, o.id as "orgCourseId", o.confirm_status as "orgCourseStatus"
      from course t left join organisation_course o on o.course_id = t.id and o.org_id = ${institution ?? null} and o.is_deleted = 0
      where t.is_deleted = 0 and t.is_valid = 'isValid' and ${visible(Course, courseScope, actor)} order by t.valid_year desc, t.occupation_code, t.level desc, t.id limit 5000`.execute(
      db,
    );
    return found.rows.map(presenter(Course, actor, app.cipher, "list")) as never;
  }),
  reads(calls.checkData, (db, _actor, course) => courseFindings(db, course)),
];
