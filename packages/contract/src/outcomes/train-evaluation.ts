import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, date, datetime, decimal, id, int, lookup, ref, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { list, record } from "../core/fields/shape.ts";

const score = { min: 1, max: 5, unitZh: "分(1–5)", unitEn: "of 5" } as const;
/** What is scored, each from 1 to 5. */
export const scoreFields = {
  teachScore: int("教学评分", "Teaching", "required", score),
  contentScore: int("课程内容评分", "Content", "required", score),
  siteScore: int("场地设备评分", "Place and equipment", "required", score),
  serviceScore: int("服务评分", "Service", "required", score),
};
/** Answers of a class from which on its institution sees them (docs/rules.md, Figures): fewer would show who said what. */
export const leastAnswers = 5;
/** Days in which people may change what they said. */
export const editDays = 7;

/** What somebody who was trained says of the class. Whose answer it is stands in the row only for those who gave their name. */
export const TrainEvaluation = entity(
  "TrainEvaluation",
  "培训评价",
  "Evaluation",
  {
    classId: ref("TrainingClass", "班级", "Class", "required"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    ...scoreFields,
    avgScore: decimal(3, 2, "平均分", "Average", "computed", { always: true, unitZh: "分", unitEn: "of 5" }),
    suggestion: text(500, "意见建议", "Suggestions"),
    isAnonymous: code(yesNo, "是否匿名", "Anonymous", "required", { default: "1" }),
    /** Empty where it is anonymous. */
    studentName: text(50, "姓名", "Name", "computed", { derived: true, person: true }),
    evaluateTime: datetime("评价时间", "Time", "computed", { always: true }),
  },
  {
    idName: "evaluationId",
    title: "className",
    filters: ["classId", "className", "orgId", "orgName", "avgScore", "isAnonymous", "evaluateTime"],
    sorts: ["avgScore", "evaluateTime"],
    order: ["-evaluateTime"],
  },
);
export interface TrainEvaluationRow extends Row<typeof TrainEvaluation> {}

const path = "/api/zjgrsj-train/trainingManagement/train_evaluation";
const resource = "train_evaluation";
const average = (zh: string, en: string) => decimal(3, 2, zh, en, "optional", { unitZh: "分", unitEn: "of 5" });

export const trainEvaluationCalls = {
  ...crudCalls(TrainEvaluation, path, resource),
  /** Classes of the person that are over and that they have said nothing of. */
  due: call({
    name: "TrainEvaluation.due",
    method: "GET",
    path: `${path}/due`,
    zh: "待评价班级",
    en: "Classes to evaluate",
    access: `${resource}_add`,
    audience: ["person"],
    input: record({}),
    output: list(
      record({
        classId: id("班级", "Class", "required"),
        className: text(100, "班级名称", "Class name", "required"),
        orgName: text(100, "机构名称", "Institution name", "required"),
        endDate: date("结业日期", "Ends", "required"),
      }),
    ),
  }),
  /** Averages of what the reader may see; none below five answers. */
  summary: call({
    name: "TrainEvaluation.summary",
    method: "GET",
    path: `${path}/summary`,
    zh: "培训评价汇总",
    en: "Evaluations: averages",
    access: `${resource}_view`,
    audience: ["bureau", "institution"],
    input: record({ classId: id("班级", "Class"), orgId: id("机构", "Institution") }),
    output: record({
      answers: int("评价份数", "Answers", "required"),
      teachScore: average("教学评分", "Teaching"),
      contentScore: average("课程内容评分", "Content"),
      siteScore: average("场地设备评分", "Place and equipment"),
      serviceScore: average("服务评分", "Service"),
      avgScore: average("满意度", "Satisfaction"),
    }),
  }),
  export: exportCall(TrainEvaluation, path, resource),
};
