import { code, codeList, decimal, lookup, ref, refs, text } from "../core/fields/field.ts";
import { institutionsOnly, recordEntity, recordKind } from "./record-kind.ts";
import { yuan } from "./work-record.ts";

export const projectKind = codeList("PROJECT_KIND", "项目类型", "Kind of project", {
  "1": ["政府购买", "Procured"],
  "2": ["项目制", "Project-based"],
  "3": ["专项行动", "Campaign"],
});

/** Training that the bureau procures as a project, at a price of its own. */
export const TrainingProject = recordEntity(
  "TrainingProject",
  "培训项目",
  "Training project",
  {
    projectNo: text(20, "项目编号", "Project number", "computed"),
    projectName: text(100, "项目名称", "Project", "required"),
    projectKind: code(projectKind, "项目类型", "Kind of project", "required"),
    budgetAmount: decimal(14, 2, "项目预算", "Budget", "required", yuan),
    unitPrice: decimal(10, 2, "核定单价", "Price per person", "submit", { min: 0, unitZh: "元/人", unitEn: "yuan" }),
    undertakeOrg: ref("Organisation", "承办机构", "Undertaken by"),
    undertakeName: lookup("undertakeOrg", "Organisation", "orgName", "承办机构名称", "Undertaken by"),
    trainTarget: text(200, "培训对象", "For whom", "required"),
    classIds: refs("TrainingClass", "关联班级", "Classes"),
    staffClassIds: refs("EnterpriseClass", "关联企业班级", "Classes of enterprises"),
  },
  { title: "projectName", filters: ["projectName", "projectKind"], order: ["-workYear", "-createTime"] },
);

export const trainingProjectKind = recordKind(TrainingProject, "train_project", institutionsOnly);
