import { call, crudCalls } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { paperStatus, questionType } from "../core/fields/codes.ts";
import { code, decimal, id, int, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { draftShape, file, flag, list, optional, record } from "../core/fields/shape.ts";
import { ruling } from "./exam-codes.ts";
import { letters } from "./question.ts";
import { answerFate, openPaper, signedAnswer, sittingState } from "./sitting.ts";
import { StudentQuestion } from "./student-question.ts";

const path = "/api/zjgrsj-train/trainingManagement/student_question";
const resource = "student_question";
const crud = crudCalls(StudentQuestion, path, resource);

const markedQuestion = record({
  id: id("题目", "Question of the paper", "required"),
  questionId: id("试题", "Question", "required"),
  orderNo: int("题号", "Number", "required"),
  questionType: code(questionType, "题型", "Kind", "required"),
  stem: text(2000, "题干", "Question", "required"),
  options: list(
    record({ letter: text(1, "选项", "Letter", "required"), text: text(500, "内容", "Text", "required") }),
    letters.length,
  ),
  attId: id("图片", "Picture", "optional"),
  studentAnswer: text(20, "学员答案", "Answer"),
  answer: text(20, "答案", "Key", "required"),
  analysis: text(2000, "解析", "Explanation"),
  isRight: code(yesNo, "是否正确", "Right"),
  points: decimal(4, 1, "分值", "Points", "required"),
  score: decimal(4, 1, "得分", "Score"),
  ruling: code(ruling, "试题更正", "Ruling"),
  objection: text(500, "异议", "Objection"),
  objectionReply: text(500, "异议答复", "Reply"),
});
export type MarkedQuestion = NonNullable<(typeof markedQuestion)["$value"]>;

const markedPaper = record({
  paperId: id("答卷", "Paper", "required"),
  examName: text(100, "考试名称", "Exam", "required"),
  name: text(50, "姓名", "Name", "required", { person: true }),
  status: code(paperStatus, "答卷状态", "State", "required"),
  score: decimal(5, 2, "得分", "Score"),
  isPass: code(yesNo, "是否及格", "Passed"),
  /** Whether the candidate may still object to a question. */
  mayObject: flag("可提异议", "May object"),
  questions: list(markedQuestion),
});
export type MarkedPaper = NonNullable<(typeof markedPaper)["$value"]>;

const practicePoint = record({
  classificationId: id("知识点", "Knowledge point", "required"),
  courseName: text(200, "课程名称", "Course name", "required"),
  name: text(50, "知识点名称", "Knowledge point", "required"),
  questions: int("题数", "Questions", "required"),
});
export type PracticePoint = NonNullable<(typeof practicePoint)["$value"]>;

/** A question to practise with: its key comes along, since the candidate learns from it at once. */
const practiceQuestion = record({
  questionId: id("试题", "Question", "required"),
  questionType: code(questionType, "题型", "Kind", "required"),
  stem: text(2000, "题干", "Question", "required"),
  options: list(
    record({ letter: text(1, "选项", "Letter", "required"), text: text(500, "内容", "Text", "required") }),
    letters.length,
  ),
  attId: id("图片", "Picture", "optional"),
  answer: text(20, "答案", "Key", "required"),
  analysis: text(2000, "解析", "Explanation"),
});
export type PracticeQuestion = NonNullable<(typeof practiceQuestion)["$value"]>;
/** Questions of one round of practice. */
export const practiceRound = 10;

const text500 = (zh: string, en: string) => text(500, zh, en, "required");

export const studentQuestionCalls = {
  ...crud,
  /**
   * Saves the answer to a question of one's paper, or several that were kept in the browser: signed by the key of the sitting, in their
   * order. Only signed ones count that arrive after the deadline.
   */
  submit: call({
    ...crud.submit,
    name: "StudentQuestion.submit",
    zh: "保存答案",
    en: "Save answers",
    access: `${resource}_edit`,
    audience: ["person"],
    answersAnew: true,
    input: draftShape(StudentQuestion, {
      paperId: id("答卷", "Paper", "optional"),
      questionId: id("试题", "Question", "optional"),
      sitting: int("答题会话", "Sitting"),
      answers: optional(list(signedAnswer, 500)),
    }),
    output: record({
      id: id("题目", "Question of the paper", "optional"),
      fates: list(
        record({
          seq: int("序号", "Sequence", "required"),
          fate: code(answerFate, "作答处理", "What became of it", "required"),
        }),
      ),
      state: optional(sittingState),
    }),
  }),
  export: exportCall(StudentQuestion, path, resource),
  /** Starts a paper of the exam, or opens the started one again: the same questions, answers and deadline. */
  getQuestion: call({
    name: "StudentQuestion.getQuestion",
    method: "POST",
    path: `${path}/getQuestion`,
    zh: "开始或继续答题",
    en: "Start or go on with a paper",
    access: "exam_paper_start",
    audience: ["person"],
    style: "query",
    answersAnew: true,
    input: record({
      examId: id("考试", "Exam", "optional"),
      /** The same, by the name that other calls have for it. */
      id: id("考试", "Exam", "optional"),
      /** 1: closes the sitting on the other device. */
      takeOver: code(yesNo, "在本设备继续", "Go on here"),
    }),
    output: openPaper,
  }),
  /** The picture of a question of a paper that one may read. */
  picture: call({
    name: "StudentQuestion.picture",
    method: "GET",
    path: `${path}/picture`,
    zh: "题目图片",
    en: "Picture of a question",
    access: `${resource}_view`,
    input: record({ id: id("题目", "Question of the paper", "required") }),
    output: file("any"),
  }),
  /** A paper that was handed in, with keys and explanations; that of a formal exam once it is graded. */
  getSubmitQuestion: call({
    name: "StudentQuestion.getSubmitQuestion",
    method: "POST",
    path: `${path}/getSubmitQuestion`,
    zh: "查看已交答卷",
    en: "A paper that was handed in",
    access: `${resource}_view`,
    style: "query",
    writes: false,
    input: record({
      paperId: id("答卷", "Paper", "optional"),
      /** The same, by the name that other calls have for it. */
      id: id("答卷", "Paper", "optional"),
    }),
    output: markedPaper,
  }),
  /** What a person answered wrong in papers that they may read, the last first. */
  wrong: call({
    name: "StudentQuestion.wrong",
    method: "GET",
    path: `${path}/wrong`,
    zh: "我的错题",
    en: "One's own wrong answers",
    access: `${resource}_view`,
    audience: ["person"],
    output: list(markedQuestion),
  }),
  /** Knowledge points with questions of the institutions whose classes a person attends. */
  practicePoints: call({
    name: "StudentQuestion.practicePoints",
    method: "GET",
    path: `${path}/practicePoints`,
    zh: "可练习的知识点",
    en: "Knowledge points to practise",
    access: `${resource}_view`,
    audience: ["person"],
    output: list(practicePoint),
  }),
  /** Some questions of a knowledge point and those below it, by chance, with their keys. Nothing of it is stored. */
  practise: call({
    name: "StudentQuestion.practise",
    method: "GET",
    path: `${path}/practise`,
    zh: "按知识点练习",
    en: "Practise a knowledge point",
    access: `${resource}_view`,
    audience: ["person"],
    input: record({ classificationId: id("知识点", "Knowledge point", "required") }),
    output: list(practiceQuestion, practiceRound),
  }),
  /** The picture of a question that one may practise with. */
  practicePicture: call({
    name: "StudentQuestion.practicePicture",
    method: "GET",
    path: `${path}/practicePicture`,
    zh: "练习题图片",
    en: "Picture of a question to practise",
    access: `${resource}_view`,
    audience: ["person"],
    input: record({ id: id("试题", "Question", "required") }),
    output: file("any"),
  }),
  /** An objection of the candidate to a question, once and within the period. */
  object: call({
    name: "StudentQuestion.object",
    method: "POST",
    path: `${path}/object`,
    zh: "对试题提出异议",
    en: "Object to a question",
    access: `${resource}_edit`,
    audience: ["person"],
    adds: "more",
    input: record({ id: id("题目", "Question of the paper", "required"), text: text500("异议", "Objection") }),
    output: record({ id: id("题目", "Question of the paper", "required") }),
  }),
  reply: call({
    name: "StudentQuestion.reply",
    method: "POST",
    path: `${path}/reply`,
    zh: "答复试题异议",
    en: "Reply to an objection",
    access: "exam_grade",
    audience: ["bureau"],
    adds: "more",
    input: record({ id: id("题目", "Question of the paper", "required"), text: text500("答复", "Reply") }),
    output: record({ id: id("题目", "Question of the paper", "required") }),
  }),
};
