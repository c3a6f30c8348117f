import { CourseSubsidyFile, courseSubsidyFileCalls as calls } from "@jipei/contract/catalogue/course-subsidy-file.ts";
import { Course } from "@jipei/contract/catalogue/course.ts";
import { type CrudOptions, crud, crudRoutes, saveRow } from "../core/entity/crud.ts";
import { writes } from "../core/http/implement.ts";
import { refuseDuplicate, refuseUsed } from "../core/entity/references.ts";
import { invalidValue } from "../core/foundation/refusal.ts";
import { liveRow } from "../core/database/rows.ts";
import { getStandards } from "./course-standards.ts";
import { saveStandard } from "./subsidy-standard.ts";
import { allRows } from "./catalogue.scope.ts";

const options: CrudOptions<typeof CourseSubsidyFile> = {
  entity: CourseSubsidyFile,
  resource: "course_subsidy_file",
  scope: allRows,
  async beforeSave(tx, _actor, merged) {
    if (!(await liveRow(tx, Course, merged.courseId)))
      throw invalidValue(CourseSubsidyFile, "courseId", "不存在", "does not exist");
    if (merged.expireDate && merged.expireDate <= merged.effectDate)
      throw invalidValue(CourseSubsidyFile, "expireDate", "须晚于生效日期", "must be after the first day");
    await refuseDuplicate(
      tx,
      CourseSubsidyFile,
      merged.id,
      { courseId: merged.courseId, fileNo: merged.fileNo },
      "DUPLICATE",
      { field: { zh: "该课程的文号", en: "This document number of the course" } },
    );
  },
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, CourseSubsidyFile, rows, "SUBSIDY_FILE_IN_USE"),
};

export const courseSubsidyFileRoutes = crudRoutes(calls, options, {
  submit: writes(calls.submit, async (tx, actor, { courseSubsidyFileDTO, trainSubsidyDTO }, app) => {
    const { id } = await saveRow(tx, actor, options, courseSubsidyFileDTO, app);
    const file = await crud(options).detail(tx, actor, { id }, app);
    if (trainSubsidyDTO)
      await saveStandard(tx, actor, app, { ...trainSubsidyDTO, subsidyFileId: id, courseId: file.courseId });
    return { ...file, subsidyList: await getStandards(tx, actor, app, { subsidyFileId: id }) };
  }),
});
