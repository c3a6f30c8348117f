import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { difficulty, examStatus, paperStatus, questionType } from "../core/fields/codes.ts";
import { code, datetime, decimal, id, int, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { file, list, none, orNull, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { identityState, ruling } from "./exam-codes.ts";
import { Exam } from "./exam.ts";

/** Questions that the exam needs of one kind, and that its bank has. */
const bankCell = record({
  questionType: code(questionType, "题型", "Kind", "required"),
  difficulty: code(difficulty, "难度", "Difficulty", "required"),
  /** Of the first level, where questions are shared out by weight. */
  classificationId: id("知识点", "Knowledge point", "optional"),
  classificationName: text(50, "知识点名称", "Knowledge point"),
  needed: int("需要", "Needed", "required"),
  found: int("可用", "In the bank", "required"),
});
export type BankCell = NonNullable<(typeof bankCell)["$value"]>;

/** What decides which questions an exam asks for, as far as it is entered. */
const count = (zh: string, en: string) => int(zh, en, "optional", { min: 0, max: 200 });
const points = (zh: string, en: string) => decimal(4, 1, zh, en, "optional", { min: 0, max: 100 });
const share = (zh: string, en: string) => int(zh, en, "optional", { min: 0, max: 100 });
const plan = record({
  classId: id("班级", "Class", "required"),
  singleCount: count("单选题数", "Single choices"),
  singleScore: points("单选每题分", "Points per single choice"),
  multiCount: count("多选题数", "Multiple choices"),
  multiScore: points("多选每题分", "Points per multiple choice"),
  judgeCount: count("判断题数", "True or false"),
  judgeScore: points("判断每题分", "Points per true or false"),
  easyRate: share("易题比例", "Easy"),
  mediumRate: share("中题比例", "Medium"),
  hardRate: share("难题比例", "Hard"),
  classificationId: id("知识点范围", "Knowledge point", "optional"),
  byWeight: code(yesNo, "按鉴定比重抽题", "By weight"),
});

const attempt = record({
  paperId: id("答卷", "Paper", "required"),
  timesNo: int("第几次", "Attempt", "required"),
  status: code(paperStatus, "答卷状态", "State", "required"),
  startTime: datetime("开考时间", "Started"),
  deadline: datetime("截止时间", "Deadline"),
  submitTime: datetime("交卷时间", "Handed in"),
  score: decimal(5, 2, "得分", "Score"),
  isPass: code(yesNo, "是否及格", "Passed"),
  extraMinutes: int("延长时间", "Time added", "required"),
});

/** Where and when a candidate sits. */
const seat = record({
  roomName: text(50, "考场名称", "Room", "required"),
  place: text(100, "考场地点", "Place", "required"),
  seatNo: int("座位号", "Seat", "required"),
  startTime: datetime("场次开始", "Session starts", "required"),
  endTime: datetime("场次结束", "Session ends", "required"),
});
export type Seat = NonNullable<(typeof seat)["$value"]>;

const candidate = record({
  paperId: id("答卷", "Paper", "required"),
  studentNo: text(30, "学号", "Student number"),
  name: text(50, "姓名", "Name", "required", { person: true }),
  timesNo: int("第几次", "Attempt", "required"),
  status: code(paperStatus, "答卷状态", "State", "required"),
  answered: int("已答题数", "Answered", "required"),
  questions: int("题数", "Questions", "required"),
  switchCount: int("切屏次数", "Left the page", "required"),
  /** How often the paper was opened on another device. */
  moves: int("换设备次数", "Devices changed", "required"),
  deadline: datetime("截止时间", "Deadline"),
  extraMinutes: int("延长时间", "Time added", "required"),
  /** Seconds since the candidate's browser was heard; none before the start. */
  silence: int("未响应秒数", "Seconds unheard"),
  score: decimal(5, 2, "得分", "Score"),
  examRoomId: id("考场", "Room", "optional"),
  roomName: text(50, "考场名称", "Room"),
  seatNo: int("座位号", "Seat"),
  identity: code(identityState, "身份核验", "Identity check"),
  /** Whether there is a photo of the start, and one on the roster. */
  photoTaken: int("现场照片", "Photo taken", "required", { min: 0, max: 1 }),
  photoOnFile: int("档案照片", "Photo on file", "required", { min: 0, max: 1 }),
});
export type Candidate = NonNullable<(typeof candidate)["$value"]>;

/** A question with how it was answered in the papers of an exam. */
export const analysedFields = {
  questionId: id("试题", "Question", "required"),
  edition: int("试题版本", "Edition", "required"),
  stem: text(2000, "题干", "Question", "required"),
  questionType: code(questionType, "题型", "Kind", "required"),
  difficulty: code(difficulty, "难度", "Difficulty", "required"),
  key: text(20, "答案", "Key", "required"),
  used: int("使用次数", "Papers", "required"),
  right: int("答对", "Right", "required"),
  rightRate: decimal(5, 2, "正确率", "Right answers", "optional", { unitZh: "%", unitEn: "%" }),
  /** Right rate of the best 27 % of the papers less that of the last 27 %. */
  discrimination: decimal(4, 2, "区分度", "Discrimination"),
  objections: int("异议", "Objections", "required"),
  ruling: code(ruling, "试题更正", "Ruling"),
};
const analysedQuestion = record(analysedFields);
export type AnalysedQuestion = NonNullable<(typeof analysedQuestion)["$value"]>;

const alike = record({
  first: text(50, "考生", "Candidate", "required", { person: true }),
  second: text(50, "考生", "Candidate", "required", { person: true }),
  common: int("相同题数", "Questions in common", "required"),
  sameWrong: int("相同错答", "Same wrong answers", "required"),
  /** Of so many same wrong answers or more by chance. */
  probability: text(20, "偶然概率", "Probability by chance", "required"),
});
export type AlikePapers = NonNullable<(typeof alike)["$value"]>;

const analysis = record({
  papers: int("答卷数", "Papers", "required"),
  passed: int("及格人数", "Passed", "required"),
  average: decimal(5, 2, "平均分", "Average"),
  deviation: decimal(5, 2, "标准差", "Standard deviation"),
  /** KR-20, where all papers have the same questions. */
  reliability: decimal(4, 3, "信度(KR-20)", "Reliability (KR-20)"),
  bands: list(record({ from: int("分数段起", "From", "required"), papers: int("答卷数", "Papers", "required") })),
  questions: list(analysedQuestion),
  alike: list(alike),
});
export type ExamAnalysis = NonNullable<(typeof analysis)["$value"]>;

const rescored = record({
  paperId: id("答卷", "Paper", "required"),
  name: text(50, "姓名", "Name", "required", { person: true }),
  before: decimal(5, 2, "更正前", "Before"),
  after: decimal(5, 2, "更正后", "After", "required"),
});
export type Rescored = NonNullable<(typeof rescored)["$value"]>;

const path = "/api/zjgrsj-train/trainingManagement/exam";
const resource = "exam";
const crud = crudCalls(Exam, path, resource);
const byExam = record({ examId: id("考试", "Exam", "required") });

export const examCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: rowShape(Exam, { auditList: list(auditRecordShape) }) }),
  /** Saves a draft; with another `status`, publishes, grades or voids. */
  submit: call({
    ...crud.submit,
    name: "Exam.submit",
    zh: "保存、发布考试",
    en: "Exam: save, publish, grade, void",
    access: [`${resource}_add`, `${resource}_edit`, `${resource}_publish`, `${resource}_grade`, `${resource}_void`],
    input: saveShape(Exam, {
      status: code(examStatus, "考试状态", "State"),
      reason: text(500, "原因", "Reason"),
    }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  /** An exam as its candidate sees it: their papers, and what is left. */
  getTrainExam: call({
    name: "Exam.getTrainExam",
    method: "GET",
    path: `${path}/getTrainExam`,
    zh: "考试及本人答卷",
    en: "An exam with one's own papers",
    access: `${resource}_view`,
    input: record({ id: id("考试", "Exam", "required") }),
    output: rowShape(Exam, {
      serverTime: datetime("服务器时间", "Time of the server", "required"),
      papers: list(attempt),
      seat: orNull(seat),
      timesLeft: int("剩余次数", "Attempts left", "required"),
    }),
  }),
  getExamByClassId: call({
    name: "Exam.getExamByClassId",
    method: "GET",
    path: `${path}/getExamByClassId`,
    zh: "班级的考试",
    en: "Exams of a class",
    access: `${resource}_view`,
    input: record({ classId: id("班级", "Class", "required") }),
    output: list(rowShape(Exam)),
  }),
  /** What a draft needs, beside what the bank has. */
  bank: call({
    name: "Exam.bank",
    method: "POST",
    path: `${path}/bank`,
    zh: "题库是否充足",
    en: "Whether the bank is large enough",
    access: [`${resource}_add`, `${resource}_edit`],
    writes: false,
    input: plan,
    output: record({ total: decimal(6, 2, "分值之和", "Sum of the points", "required"), cells: list(bankCell) }),
  }),
  /** Who answers, who is silent, who left the page: for those who invigilate. */
  room: call({
    name: "Exam.room",
    method: "GET",
    path: `${path}/room`,
    zh: "监考",
    en: "Invigilation",
    access: "exam_paper_invigilate",
    input: byExam,
    output: record({
      serverTime: datetime("服务器时间", "Time of the server", "required"),
      status: code(examStatus, "考试状态", "State", "required"),
      candidates: list(candidate),
      announcements: list(
        record({ time: datetime("时间", "Time", "required"), text: text(500, "内容", "Text", "required") }),
      ),
    }),
  }),
  /** Shown to everybody who is answering. */
  announce: call({
    name: "Exam.announce",
    method: "POST",
    path: `${path}/announce`,
    zh: "考场通知",
    en: "Announce to the room",
    access: "exam_paper_invigilate",
    adds: "more",
    input: record({ examId: id("考试", "Exam", "required"), text: text(500, "内容", "Text", "required") }),
    output: none,
  }),
  analysis: call({
    name: "Exam.analysis",
    method: "GET",
    path: `${path}/analysis`,
    zh: "考试分析",
    en: "Analysis of an exam",
    access: ["exam_paper_grade", "exam_edit"],
    input: byExam,
    output: analysis,
  }),
  /** Its questions as a workbook. */
  analysisSheet: call({
    name: "Exam.analysisSheet",
    method: "GET",
    path: `${path}/analysisSheet`,
    zh: "导出考试分析",
    en: "Analysis as a workbook",
    access: ["exam_paper_grade", "exam_edit"],
    input: byExam,
    output: file("xlsx"),
  }),
  /** Strikes a question or corrects its key for all papers of the exam, and scores them anew. */
  rule: call({
    name: "Exam.rule",
    method: "POST",
    path: `${path}/rule`,
    zh: "更正试题并重新评分",
    en: "Rule on a question and score anew",
    access: `${resource}_grade`,
    adds: "more",
    input: record({
      examId: id("考试", "Exam", "required"),
      questionId: id("试题", "Question", "required"),
      ruling: code(ruling, "试题更正", "Ruling", "required"),
      answer: text(20, "更正后的答案", "Corrected key"),
      reason: text(500, "原因", "Reason", "required"),
    }),
    output: list(rescored),
  }),
  /** Papers A and B with their answer sheets and keys, for an exam on paper. Printed again they are the same. */
  print: call({
    name: "Exam.print",
    method: "GET",
    path: `${path}/print`,
    zh: "打印试卷",
    en: "Print papers",
    access: `${resource}_print`,
    input: byExam,
    output: file("pdf"),
  }),
  export: exportCall(Exam, path, resource),
};
