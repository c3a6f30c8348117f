import { type Row, entity } from "../core/entity.ts";
import { code, datetime, decimal, int, ref, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";

/** A question of a paper, with its answer. */
export const StudentQuestion = entity(
  "StudentQuestion",
  "学员答题",
  "Answer",
  {
    paperId: ref("ExamPaper", "答卷", "Paper", "computed", { always: true }),
    questionId: ref("Question", "试题", "Question", "computed", { always: true }),
    edition: int("试题版本", "Edition", "computed", { always: true, name: true }),
    orderNo: int("题号", "Number", "computed", { always: true, name: true }),
    /** As the candidate read it, options included. */
    stemSnapshot: text(6000, "题干快照", "Question", "computed", { derived: true }),
    studentAnswer: text(20, "学员答案", "Answer"),
    isRight: code(yesNo, "是否正确", "Right", "computed"),
    score: decimal(4, 1, "得分", "Score", "computed", { unitZh: "分", unitEn: "points" }),
    answerTime: datetime("作答时间", "Answered", "computed"),
    objection: text(500, "异议", "Objection", "computed"),
    objectionTime: datetime("异议时间", "Objected", "computed"),
    objectionReply: text(500, "异议答复", "Reply", "computed"),
    objectionReplyTime: datetime("答复时间", "Replied", "computed"),
  },
  {
    idName: "studentQuestionId",
    title: "orderNo",
    filters: ["paperId", "questionId", "isRight", "objectionTime", "objectionReplyTime"],
    order: ["-paperId", "orderNo"],
    pageSize: 200,
  },
);
export interface StudentQuestionRow extends Row<typeof StudentQuestion> {}
