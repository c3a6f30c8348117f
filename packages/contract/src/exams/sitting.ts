import { paperStatus, questionType } from "../core/fields/codes.ts";
import { code, codeList, decimal, id, int, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";
import { identityState } from "./exam-codes.ts";
import { letters } from "./question.ts";

/** What browser and server say to each other while a paper is answered. Times are milliseconds of the epoch, by the server's clock. */

const announcement = record({
  id: id("通知", "Announcement", "required"),
  text: text(500, "内容", "Text", "required"),
});

/** How a sitting stands: part of every answer to the browser. */
export const sittingState = record({
  status: code(paperStatus, "答卷状态", "State", "required"),
  serverTime: int("服务器时间", "Time of the server", "required"),
  deadline: int("截止时间", "Deadline", "required"),
  /** Whether the paper is still answered in this sitting, and not on another device. */
  isCurrent: int("是否当前会话", "This sitting", "required", { min: 0, max: 1 }),
  /** How the identity check stands; none where the exam asks for none. Answers count whatever it says. */
  identity: code(identityState, "身份核验", "Identity check"),
  announcements: list(announcement),
});
export type SittingState = NonNullable<(typeof sittingState)["$value"]>;

const paperQuestion = record({
  id: id("题目", "Question of the paper", "required"),
  orderNo: int("题号", "Number", "required"),
  questionType: code(questionType, "题型", "Kind", "required"),
  points: decimal(4, 1, "分值", "Points", "required"),
  stem: text(2000, "题干", "Question", "required"),
  /** In the order that they are shown in; the letters are those of the bank. */
  options: list(
    record({ letter: text(1, "选项", "Letter", "required"), text: text(500, "内容", "Text", "required") }),
    letters.length,
  ),
  attId: id("图片", "Picture", "optional"),
  studentAnswer: text(20, "学员答案", "Answer"),
});
export type PaperQuestion = NonNullable<(typeof paperQuestion)["$value"]>;

/** A paper as its candidate answers it. */
export const openPaper = record({
  paperId: id("答卷", "Paper", "required"),
  examId: id("考试", "Exam", "required"),
  examName: text(100, "考试名称", "Exam", "required"),
  name: text(50, "姓名", "Name", "required", { person: true }),
  timesNo: int("第几次", "Attempt", "required"),
  totalScore: decimal(5, 2, "总分", "Total", "required"),
  passScore: decimal(5, 2, "及格分", "Pass mark", "required"),
  sitting: int("答题会话", "Sitting", "required"),
  /** Signs the answers of this sitting, those of a time without a network too. */
  key: text(64, "会话密钥", "Key of the sitting", "required"),
  /** The last answer that the server has. */
  lastSeq: int("最后序号", "Last answer", "required"),
  state: sittingState,
  questions: list(paperQuestion),
});
export type OpenPaper = NonNullable<(typeof openPaper)["$value"]>;

/** An answer as the browser keeps it until the server has it. */
export const signedAnswer = record({
  seq: int("序号", "Sequence", "required", { min: 1 }),
  id: id("题目", "Question of the paper", "required"),
  /** Letters in their order; none where the answer was taken back. */
  studentAnswer: text(20, "学员答案", "Answer"),
  at: int("作答时刻", "Answered", "required", { min: 0 }),
  mac: text(64, "签名", "Signature", "required"),
});
export type SignedAnswer = NonNullable<(typeof signedAnswer)["$value"]>;

/** What became of an answer: it counts, the server had it already, or it is kept as evidence alone. */
export const answerFate = codeList("ANSWER_FATE", "作答处理", "What became of an answer", {
  counted: ["已保存", "Saved"],
  known: ["已有", "Known"],
  evidence: ["仅留痕", "Kept as evidence"],
});

/** The text that a sitting's key signs. */
export const signedText = (
  paperId: string,
  sitting: number,
  { seq, id: question, studentAnswer, at }: Omit<SignedAnswer, "mac">,
): string => [paperId, sitting, seq, question, studentAnswer ?? "", at].join("|");
