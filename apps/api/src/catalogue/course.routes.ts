import { formImporter } from "../core/excel/import/form-import.ts";
import { Course, type CourseRow, courseCalls as calls } from "@jipei/contract/catalogue/course.ts";
import { sql } from "kysely";
import { getAudit } from "../core/entity/audit.ts";
import { type CrudOptions, crud, crudRoutes, saveRow } from "../core/entity/crud.ts";
import { visible } from "../core/access/data-scope.ts";
import { reads, writes } from "../core/http/implement.ts";
import { createResponseMapper } from "../core/entity/to-response.ts";
import { refuseUsed } from "../core/entity/references.ts";
import { listColumns } from "../core/database/sql.ts";
import { courseFindings, followCourse, prepareCourse } from "./course.ts";
import { getStandards } from "./course-standards.ts";
import { saveStandard } from "./subsidy-standard.ts";
import { courseScope } from "./catalogue.scope.ts";

const options = {
  entity: Course,
  resource: "train_course",
  audited: true,
  scope: courseScope,
  beforeSave: prepareCourse,
  afterSave: followCourse,
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, Course, rows, "COURSE_IN_USE"),
  detail: async (db, actor, row, app) => ({
    subsidyList: await getStandards(db, actor, app, { courseId: row.id }),
    auditList: actor.audience === "bureau" ? await getAudit(db, actor, Course.name, row.id) : [],
  }),
} satisfies CrudOptions<typeof Course>;
const { detail } = crud(options);

export const courseRoutes = [
  ...crudRoutes(calls, options, {
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
      from course t left join course_offer o on o.course_id = t.id and o.org_id = ${institution ?? null} and o.is_deleted = 0
      where t.is_deleted = 0 and t.is_valid = 'isValid' and ${visible(Course, courseScope, actor)} order by t.valid_year desc, t.occupation_code, t.level desc, t.id limit 5000`.execute(
      db,
    );
    return found.rows.map(createResponseMapper(Course, actor, app.cipher, "list"));
  }),
  reads(calls.checkData, (db, _actor, course) => courseFindings(db, course)),
];

export const courseImporter = formImporter(calls.import, options, {
  columns: [
    { field: "minHours", example: "80" },
    { field: "validYear", example: "2026" },
  ],
});
