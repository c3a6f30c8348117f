import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls, idsWithReason, picked } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { paperStatus } from "../core/fields/codes.ts";
import { code, datetime, decimal, id, int, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { draftShape, list, none, record, rowShape } from "../core/fields/shape.ts";
import { reportedEvent, sittingEvent } from "./exam-codes.ts";
import { ExamPaper } from "./exam-paper.ts";
import { sittingState } from "./sitting.ts";

const path = "/api/blade-train/student/exam_paper";
const ours = "/api/zjgrsj-train/student/exam_paper";
const resource = "exam_paper";
const crud = crudCalls(ExamPaper, path, resource);
const handedIn = record({
  id: id("答卷", "Paper", "required"),
  status: code(paperStatus, "答卷状态", "State", "required"),
  submitTime: datetime("交卷时间", "Handed in", "required"),
  objectiveScore: decimal(5, 2, "客观题得分", "Objective score"),
  isPass: code(yesNo, "是否及格", "Passed"),
});

export const examPaperCalls = {
  ...crud,
  detail: call({
    ...crud.detail,
    output: rowShape(ExamPaper, {
      auditList: list(auditRecordShape),
      /** What happened during the sitting, without its answers. */
      events: list(
        record({
          kind: code(sittingEvent, "事件", "Event", "required"),
          time: datetime("时间", "Time", "required"),
          text: text(500, "说明", "Note"),
          /** Who decided, or did something for the candidate. */
          userName: text(50, "经办人", "By", "optional", { person: true }),
        }),
      ),
    }),
  }),
  /** Grades a paper that was handed in (`status` 3, or a score alone), or voids one with a reason (`status` 9). */
  submit: call({
    ...crud.submit,
    name: "ExamPaper.submit",
    zh: "答卷评分、作废",
    en: "Paper: grade, void",
    access: [`${resource}_edit`, `${resource}_grade`, `${resource}_void`],
    input: draftShape(ExamPaper, {
      /** Without an id, all papers of the exam that were handed in are graded. */
      examId: id("考试", "Exam", "optional"),
      status: code(paperStatus, "答卷状态", "State"),
      score: decimal(5, 2, "得分", "Score", "optional", { min: 0, max: 100 }),
      /** The paper is void for a violation: no new sitting is opened. */
      isCheat: code(yesNo, "是否违纪", "Violation"),
      reason: text(500, "原因", "Reason"),
    }),
    output: record({ id: id("主键", "Id", "optional"), graded: int("评分份数", "Graded", "required") }),
  }),
  /** Hands in. A second call answers what the first one did. */
  submitExam: call({
    name: "ExamPaper.submitExam",
    method: "POST",
    path: `${ours}/submitExam`,
    zh: "交卷",
    en: "Hand in a paper",
    access: `${resource}_hand_in`,
    style: "query",
    answersAnew: true,
    input: record({ id: id("答卷", "Paper", "required") }),
    output: handedIn,
  }),
  /** Tells that the candidate is there, and what happened on the page; answers how long it lasts. */
  beat: call({
    name: "ExamPaper.beat",
    method: "POST",
    path: `${ours}/beat`,
    zh: "答题心跳",
    en: "Heartbeat of a sitting",
    access: `${resource}_hand_in`,
    writes: false,
    answersAnew: true,
    input: record({
      id: id("答卷", "Paper", "required"),
      sitting: int("答题会话", "Sitting", "required"),
      events: list(
        record({
          kind: code(reportedEvent, "事件", "Event", "required"),
          at: int("时刻", "When", "required", { min: 0 }),
        }),
        100,
      ),
    }),
    output: sittingState,
  }),
  /** Gives candidates more time, beyond the end of the exam too. */
  extend: call({
    name: "ExamPaper.extend",
    method: "POST",
    path: `${ours}/extend`,
    zh: "延长答题时间",
    en: "Add time for candidates",
    access: `${resource}_invigilate`,
    adds: "more",
    input: record({
      ids: picked(),
      minutes: int("分钟", "Minutes", "required", { min: 1, max: 120 }),
      reason: text(500, "原因", "Reason", "required"),
    }),
    output: none,
  }),
  /** Closes the sitting on the device that has it, so that the candidate goes on with another one. */
  release: call({
    name: "ExamPaper.release",
    method: "POST",
    path: `${ours}/release`,
    zh: "解除设备占用",
    en: "Release the device of a candidate",
    access: `${resource}_invigilate`,
    input: idsWithReason,
    output: none,
  }),
  export: exportCall(ExamPaper, path, resource),
};
