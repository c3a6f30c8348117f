import { CourseSubsidyFile, courseSubsidyFileCalls as calls } from "@jipei/contract/teaching/course-subsidy-file.ts";
import { Course } from "@jipei/contract/teaching/course.ts";
import { type CrudOptions, crud, crudRoutes, saveRow } from "../core/crud.ts";
import { writes } from "../core/implement.ts";
import { refuseTwin, refuseUsed } from "../core/references.ts";
import { invalidField } from "../core/refusal.ts";
import { liveRow } from "../core/rows.ts";
import { standardsOf } from "./course-standards.ts";
import { saveStandard } from "./subsidy-standard.ts";
import { allRows } from "./teaching.scope.ts";

const options: CrudOptions = {
  entity: CourseSubsidyFile,
  resource: "course_subsidy_file",
  scope: allRows,
  async beforeSave(tx, _actor, merged) {
    if (!(await liveRow(tx, Course, merged["courseId"])))
      throw invalidField("courseId", "课程", "Course", "不存在", "does not exist");
    if (merged["expireDate"] && merged["expireDate"] <= merged["effectDate"])
      throw invalidField("expireDate", "失效日期", "Until", "须晚于生效日期", "must be after the first day");
    await refuseTwin(
      tx,
      CourseSubsidyFile,
      merged["id"],
      { courseId: merged["courseId"], fileNo: merged["fileNo"] },
      "DUPLICATE",
      { field: { zh: "该课程的文号", en: "This document number of the course" } },
    );
    return {};
  },
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "SUBSIDY_FILE_IN_USE",
      rows.map((row) => row["id"]),
      ["subsidy_standard.subsidy_file_id"],
    ),
};

export const courseSubsidyFileRoutes = crudRoutes(calls as never, options, {
  submit: writes(calls.submit, async (tx, actor, { courseSubsidyFileDTO, trainSubsidyDTO }, app) => {
    const { id } = await saveRow(tx, actor, options, courseSubsidyFileDTO, app);
    const file = await crud(options).detail(tx, actor, { id }, app);
    if (trainSubsidyDTO)
      await saveStandard(tx, actor, app, { ...trainSubsidyDTO, subsidyFileId: id, courseId: file.courseId });
    return { ...file, subsidyList: await standardsOf(tx, actor, app, { subsidyFileId: id }) };
  }),
});
