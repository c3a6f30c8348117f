import { codeList } from "../core/fields/field.ts";

/** Formal exams and make-ups belong to an approved assessment, practice to a class. */
export const examKind = codeList("EXAM_KIND", "考试类型", "Kind of exam", {
  "1": ["正式", "Formal"],
  "2": ["补考", "Make-up"],
  "3": ["模拟", "Practice"],
});

/** What a question turned out to be after the exam: a struck one counts in full for everybody who had it. */
export const ruling = codeList("QUESTION_RULING", "试题更正", "Ruling", {
  struck: ["剔除(全员得分)", "Struck: full score for all"],
  key: ["更正答案", "Key corrected"],
});

/** What happens during a sitting, beside answers. */
export const sittingEvent = codeList("SITTING_EVENT", "答题过程", "Event of a sitting", {
  start: ["开始答题", "Started"],
  resume: ["重新打开", "Opened again"],
  moved: ["换设备继续", "Moved to another device"],
  answer: ["作答", "Answered"],
  leave: ["离开页面", "Left the page"],
  copy: ["复制", "Copied"],
  paste: ["粘贴", "Pasted"],
  offline: ["断网期间作答", "Was without a network"],
  handIn: ["交卷", "Handed in"],
  deadline: ["到时自动交卷", "Handed in at the deadline"],
  extend: ["延长时间", "Time added"],
  release: ["解除设备占用", "Device released"],
});
/** Events that a candidate's browser reports. */
export const reportedEvent = codeList("REPORTED_EVENT", "页面事件", "Reported event", {
  leave: sittingEvent.codes.leave,
  copy: sittingEvent.codes.copy,
  paste: sittingEvent.codes.paste,
  offline: sittingEvent.codes.offline,
});
/** So often may a candidate leave the page before the paper is marked. */
export const mostSwitches = 5;
