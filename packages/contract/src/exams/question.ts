import { call } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { difficulty, questionType } from "../core/fields/codes.ts";
import { type CodeOf, code, data, datetime, decimal, id, int, long, lookup, ref, text } from "../core/fields/field.ts";
import { validity } from "../core/fields/flags.ts";
import { file, list, map, one, optional, queryShape, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { importedResource } from "../core/resource.ts";

/** Letters of the options, in their order. */
export const letters = ["A", "B", "C", "D", "E", "F"] as const;
export type Letter = (typeof letters)[number];
/** Longest stem, in characters. */
export const longestStem = 2000;

const optionText = (letter: Letter) => text(500, `选项${letter}`, `Option ${letter}`);
const optionsByLetter = record({
  A: optionText("A"),
  B: optionText("B"),
  C: optionText("C"),
  D: optionText("D"),
  E: optionText("E"),
  F: optionText("F"),
});
/** What a candidate reads of a question, and by what the answer is judged. */
const contentFields = {
  questionType: code(questionType, "题型", "Kind", "required"),
  difficulty: code(difficulty, "难度", "Difficulty", "required"),
  stem: text(longestStem, "题干", "Question", "required"),
  optionA: optionText("A"),
  optionB: optionText("B"),
  optionC: optionText("C"),
  optionD: optionText("D"),
  optionE: optionText("E"),
  optionF: optionText("F"),
  /** Letters in their order. */
  answer: text(20, "答案", "Answer", "required"),
  analysis: { ...long("解析", "Explanation"), length: longestStem },
};

/** A question of the bank: the bureau's, or one that an institution practises with. */
export const Question = entity(
  "Question",
  "试题",
  "Question",
  {
    courseId: ref("Course", "课程", "Course", "required"),
    courseName: lookup("courseId", "Course", "courseName", "课程名称", "Course name"),
    classificationId: ref("QuestionClassification", "知识点", "Knowledge point", "required"),
    classificationName: lookup("classificationId", "QuestionClassification", "name", "知识点名称", "Knowledge point"),
    ...contentFields,
    /** The options by their letters. */
    options: data(map(one(text(500, "选项", "Option"))), "选项", "Options", { derived: true }),
    score: decimal(4, 1, "默认分值", "Points", "optional", { min: 0.5, max: 100, unitZh: "分", unitEn: "points" }),
    attId: ref("Attachment", "图片", "Picture", "optional", { upload: "pic" }),
    isValid: code(validity, "是否启用", "In use", "required", { default: "isValid" }),
    /** Whose it is; none: the bureau's. */
    orgId: ref("Organisation", "机构", "Institution", "computed"),
    /** Counts the changes of what a candidate reads: papers keep the edition that they showed. */
    edition: int("版本", "Edition", "computed", { always: true, name: true }),
    useCount: int("使用次数", "Times used", "computed", { always: true }),
    rightRate: decimal(5, 2, "正确率", "Right answers", "computed", { unitZh: "%", unitEn: "%" }),
    /** Right answers among the best 27 % of the papers less those among the last 27 %; none before ten papers. */
    discrimination: decimal(4, 2, "区分度", "Discrimination", "computed", { min: -1, max: 1 }),
  },
  {
    idName: "questionId",
    title: "stem",
    filters: [
      "courseId",
      "courseName",
      "classificationId",
      "questionType",
      "difficulty",
      "stem",
      "isValid",
      "useCount",
      "discrimination",
    ],
    sorts: ["createTime", "useCount", "rightRate", "discrimination", "difficulty"],
    order: ["-createTime"],
    grams: ["stem"],
  },
);
/** Questions that discriminate less tell good candidates from weak ones badly, and are marked. */
export const leastDiscrimination = 0.2;
export interface QuestionRow extends Row<typeof Question> {}
export type QuestionType = CodeOf<typeof questionType>;
export type Difficulty = CodeOf<typeof difficulty>;

const edition = record({
  edition: int("版本", "Edition", "required"),
  ...contentFields,
  attId: id("图片", "Picture", "optional"),
  changeName: text(50, "修改人", "Changed by"),
  changeTime: datetime("修改时间", "Changed", "required"),
});
export type QuestionEdition = NonNullable<(typeof edition)["$value"]>;

const similar = record({
  id: id("主键", "Id", "required"),
  stem: text(longestStem, "题干", "Question", "required"),
  /** Share of the pairs of characters that both have, 1 for the same ones. */
  likeness: decimal(3, 2, "相似度", "Likeness", "required"),
});
export type SimilarQuestion = NonNullable<(typeof similar)["$value"]>;

const path = "/api/zjgrsj-train/trainingManagement/question";
export const questionResource = importedResource(Question, {
  resource: "question",
  path,
  page: "/exam/question",
  menu: { no: "B0705", zh: "题库", en: "Question bank", roles: ["clerk"] },
  rights: "LCED LCED - - - - L OCED OCE - - LCE -",
  ownRoutes: true,
});

/** Which questions are counted: those of a course, or of a knowledge point and those below it. */
const counted = record({
  courseId: id("课程", "Course", "optional"),
  classificationId: id("知识点", "Knowledge point", "optional"),
  isValid: code(validity, "是否启用", "In use"),
});
const countCall = { method: "POST", access: ["question_view", "exam_view"], writes: false } as const;
const { calls } = questionResource;
const listed = queryShape(Question, {
  belowId: ref("QuestionClassification", "知识点(含下级)", "Knowledge point or below"),
});
const exported = { method: "GET", access: "question_export", input: listed } as const;

export const questionCalls = {
  ...calls,
  list: call({
    ...calls.list,
    input: listed,
  }),
  detail: call({ ...calls.detail, output: rowShape(Question, { editions: list(edition) }) }),
  /** The options by their fields, or all of them by their letters. */
  submit: call({
    ...calls.submit,
    input: saveShape(Question, { options: optional(optionsByLetter) }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  /** The same rows as a Word document in the layout that the import reads. */
  exportWord: call({
    ...exported,
    name: "Question.exportWord",
    path: `${path}/exportWord`,
    zh: "导出试题为Word",
    en: "Questions as a Word document",
    output: file("any"),
  }),
  /** The same rows as a package of QTI 2.2, for other exam systems. */
  exportQti: call({
    ...exported,
    name: "Question.exportQti",
    path: `${path}/exportQti`,
    zh: "导出试题为QTI",
    en: "Questions as QTI",
    output: file("zip"),
  }),
  /** Questions of the same bank whose words are nearly the same. */
  similar: call({
    name: "Question.similar",
    method: "POST",
    path: `${path}/similar`,
    zh: "相似试题",
    en: "Similar questions",
    access: "question_view",
    writes: false,
    input: record({
      questionId: id("试题", "Question", "optional"),
      courseId: id("课程", "Course", "required"),
      stem: text(longestStem, "题干", "Question", "required"),
    }),
    output: list(similar),
  }),
  countQuestionType: call({
    ...countCall,
    name: "Question.countQuestionType",
    path: `${path}/countQuestionType`,
    zh: "按题型统计试题",
    en: "Questions by kind",
    input: counted,
    output: list(
      record({
        questionType: code(questionType, "题型", "Kind", "required"),
        count: int("题数", "Questions", "required"),
      }),
    ),
  }),
  countQuestionDifficulty: call({
    ...countCall,
    name: "Question.countQuestionDifficulty",
    path: `${path}/countQuestionDifficulty`,
    zh: "按难度统计试题",
    en: "Questions by difficulty",
    input: counted,
    output: list(
      record({
        questionType: code(questionType, "题型", "Kind", "required"),
        difficulty: code(difficulty, "难度", "Difficulty", "required"),
        count: int("题数", "Questions", "required"),
      }),
    ),
  }),
};
