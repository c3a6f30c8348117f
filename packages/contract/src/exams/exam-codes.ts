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
  photo: ["同意并拍照", "Agreed to a photo"],
  same: ["身份一致", "Identity confirmed"],
  byEye: ["目视核验一致", "Identity confirmed by eye"],
  different: ["身份不一致", "Identity rejected"],
});
/** Events that a candidate's browser reports. */
export const reportedEvent = codeList("REPORTED_EVENT", "页面事件", "Reported event", {
  leave: sittingEvent.codes.leave,
  copy: sittingEvent.codes.copy,
  paste: sittingEvent.codes.paste,
  offline: sittingEvent.codes.offline,
});
/** How seats are given out. */
export const seatOrder = codeList("SEAT_ORDER", "排座方式", "Order of the seats", {
  studentNo: ["按学号", "By student number"],
  random: ["随机", "At random"],
});

/** How the identity check of a paper stands. */
export const identityState = codeList("IDENTITY_STATE", "身份核验", "Identity check", {
  "0": ["待拍照", "Photo due", "waiting"],
  "1": ["待核验", "To be decided", "waiting"],
  "2": ["一致", "Confirmed", "good"],
  "3": ["不一致", "Rejected", "bad"],
});
/** What whoever invigilates finds. */
export const identityDecision = codeList("IDENTITY_DECISION", "核验结论", "Decision on the identity", {
  same: ["与照片一致", "The person of the photo"],
  byEye: ["目视核验一致(无照片)", "Confirmed by eye, without a photo"],
  different: ["不一致", "Not the same person"],
});
export const identityPhoto = codeList("IDENTITY_PHOTO", "核验照片", "Photo of the identity check", {
  taken: ["现场照片", "Taken at the start"],
  file: ["档案照片", "On file"],
});

/** So often may a candidate leave the page before the paper is marked. */
export const mostSwitches = 5;
