import { type Row, entity } from "../core/entity.ts";
import { code, codeList, date, decimal, int, long, lookup, personLookup, ref, text } from "../core/fields/field.ts";
import { everyUnit } from "../work-records/record-kind.ts";
import { reporterFields, reviewedCalls, twoReviewFields } from "../work-records/two-reviews.ts";
import { recordMachine } from "../work-records/work-record.machine.ts";
import { yuan } from "../work-records/work-record.ts";

export const studyResult = codeList("STUDY_RESULT", "研修结果", "Result of the study", {
  "1": ["合格", "Passed", "good"],
  "2": ["不合格", "Failed", "bad"],
});
/** Least hours of a study that was passed. */
export const leastStudyHours = 40;

/** Advanced study of a skilled worker (技师研修), reported by a unit and reviewed as work records are. */
export const JsyxRecord = entity(
  "JsyxRecord",
  "技师研修",
  "Technician study",
  {
    technicianId: ref("Technician", "技能人才", "Skilled worker", "required"),
    name: personLookup("technicianId", "Technician", "姓名", "Name"),
    occupationName: lookup("technicianId", "Technician", "occupationName", "职业(工种)", "Occupation"),
    workUnit: lookup("technicianId", "Technician", "workUnit", "工作单位", "Employer"),
    year: int("年度", "Year", "required", { min: 2000, max: 2100, name: true }),
    projectName: text(100, "研修项目", "Programme", "required"),
    holdOrg: text(100, "承办单位", "Held by", "required"),
    startDate: date("开始日期", "From", "required"),
    endDate: date("结束日期", "To", "required"),
    studyHours: decimal(6, 1, "研修课时", "Hours", "required", { min: 0.5, unitZh: "课时", unitEn: "lesson hours" }),
    result: code(studyResult, "研修结果", "Result", "required"),
    achievement: long("研修成果", "Achievements"),
    subsidyAmount: decimal(10, 2, "补助金额", "Grant", "optional", yuan),
    ...reporterFields,
    ...twoReviewFields,
  },
  {
    idName: "jsyxId",
    title: "projectName",
    filters: ["technicianId", "name", "workUnit", "year", "projectName", "unitId", "unitName", "status"],
    sorts: ["year", "startDate", "studyHours", "commitTime"],
    order: ["-year", "-startDate"],
    grams: ["projectName"],
  },
);
export interface JsyxRecordRow extends Row<typeof JsyxRecord> {}

const resource = "jsyx_record";
export const jsyxMachine = recordMachine(JsyxRecord, resource, everyUnit);
export const jsyxCalls = reviewedCalls(JsyxRecord, "/api/zjgrsj-train/trainingManagement/jsyx", resource);
