import { type classRun, confirmStatus } from "../core/fields/codes.ts";
import type { CodeOf } from "../core/fields/field.ts";
import { machine } from "../core/machine.ts";

/** Roster row. `commit`, `recall`, `release`, `drop`, `discard` and `terminate` are parts of moves of the class and need the class's right only. */
export const studentMachine = machine({
  name: "student",
  zh: "学员",
  en: "Student",
  entity: "Student",
  field: "confirmStatus",
  resource: "train_student",
  states: confirmStatus,
  initial: "unSubmit",
  actions: {
    commit: {
      zh: "随班级提交",
      en: "Submit with the class",
      from: ["unSubmit", "back"],
      to: "unConfirm",
      by: ["orgAdmin"],
      permission: "train_class_commit",
    },
    recall: {
      zh: "随班级撤回",
      en: "Withdraw with the class",
      from: ["unConfirm"],
      to: "unSubmit",
      by: ["orgAdmin"],
      permission: "train_class_commit",
    },
    release: {
      zh: "随班级退回",
      en: "Return with the class",
      from: ["unConfirm"],
      to: "unSubmit",
      by: ["clerk", "firstReviewer"],
      permission: "train_class_back",
    },
    check: {
      zh: "审核通过",
      en: "Approve",
      from: ["unConfirm"],
      to: "Confirm",
      by: ["clerk", "firstReviewer"],
      notOwn: true,
    },
    back: { zh: "退回", en: "Return", from: ["unConfirm"], to: "back", by: ["clerk", "firstReviewer"], reason: true },
    changeClass: {
      zh: "调班",
      en: "Move to another class",
      from: ["unSubmit", "unConfirm", "Confirm"],
      to: ["unSubmit", "unConfirm", "Confirm"],
      by: ["clerk", "orgAdmin"],
    },
    invalidate: {
      zh: "退班",
      en: "Leave the class",
      from: ["Confirm"],
      to: "Invalidate",
      by: ["orgAdmin", "clerk"],
      reason: true,
      danger: true,
    },
    drop: {
      zh: "随班级确认剔除",
      en: "Drop at confirmation",
      from: ["back"],
      to: "Invalidate",
      by: ["clerk", "firstReviewer"],
      permission: "train_class_confirm",
    },
    discard: {
      zh: "随班级作废",
      en: "Discard with the class",
      from: ["unSubmit", "unConfirm", "Confirm", "back"],
      to: "Invalidate",
      by: ["orgAdmin", "clerk"],
      permission: "train_class_discard",
    },
    terminate: {
      zh: "随班级终止",
      en: "End with the class",
      from: ["unSubmit", "unConfirm", "Confirm", "back"],
      to: "Invalidate",
      by: ["clerk"],
      permission: "train_class_terminate",
    },
  },
});

const runsToLeave: readonly CodeOf<typeof classRun>[] = ["draft", "notStarted", "running", "ended"];

/** Whether the running state of a class allows its students to leave: until it is in assessment. @param runState null where it is not known */
export const runAllowsLeaving = (runState: string | null): boolean => runsToLeave.some((run) => run === runState);
