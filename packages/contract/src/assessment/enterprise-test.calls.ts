import { call, crudCalls } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { draftShape } from "../core/fields/shape.ts";
import { EnterpriseTest } from "./enterprise-test.ts";
import { gradeEntry } from "./grade.calls.ts";

const path = "/api/zjgrsj-train/trainingManagement/enterprise/enterpriseTest";
const resource = "enterprise_test";
const crud = crudCalls(EnterpriseTest, path, resource);

export const enterpriseTestCalls = {
  ...crud,
  /**
   * Without `id` somebody is put into an application that is still being prepared; with it, source and condition are changed there, scores are entered once
   * it is approved. `scores` and `gradeStatus` as in the calls of grades: a whole sheet, checked, sent back to entry or published together.
   */
  submit: call({
    ...crud.submit,
    access: [`${resource}_add`, `${resource}_edit`, "grade_edit", "grade_check", "grade_uncheck", "grade_publish"],
    input: draftShape(EnterpriseTest, gradeEntry),
  }),
  getEnterpriseTest: call({
    ...crud.list,
    name: "EnterpriseTest.getEnterpriseTest",
    path: `${path}/getEnterpriseTest`,
  }),
  export: exportCall(EnterpriseTest, path, resource),
};
