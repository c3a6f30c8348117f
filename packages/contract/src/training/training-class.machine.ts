import { type RunState, classStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** The running state of a class is derived, no machine moves it. */
export const classMachine = machine({
  name: "trainingClass",
  zh: "培训班级",
  en: "Training class",
  entity: "TrainingClass",
  field: "status",
  resource: "train_class",
  states: classStatus,
  initial: "unCommit",
  actions: {
    commit: { zh: "提交", en: "Submit", from: ["unCommit"], to: "unConfirm", by: ["orgAdmin"], collect: true },
    withdraw: {
      zh: "撤回",
      en: "Withdraw",
      from: ["unConfirm"],
      to: "unCommit",
      by: ["orgAdmin"],
      permission: "train_class_commit",
    },
    confirm: {
      zh: "确认",
      en: "Confirm",
      from: ["unConfirm"],
      to: "Confirm",
      by: ["clerk", "firstReviewer"],
      notOwn: true,
      collect: true,
    },
    back: {
      zh: "退回",
      en: "Return",
      from: ["unConfirm"],
      to: "unCommit",
      by: ["clerk", "firstReviewer"],
      reason: true,
    },
    backConfirmed: {
      zh: "撤回确认并退回",
      en: "Return after confirmation",
      from: ["Confirm"],
      to: "unCommit",
      by: ["clerk"],
      reason: true,
      danger: true,
    },
    undoConfirm: {
      zh: "撤销确认",
      en: "Undo confirmation",
      from: ["Confirm"],
      to: "unConfirm",
      by: ["sysAdmin"],
      reason: true,
      danger: true,
    },
    discard: { zh: "作废", en: "Discard", from: ["unCommit"], to: "deleted", by: ["orgAdmin", "clerk"], danger: true },
    terminate: {
      zh: "终止开班",
      en: "End the class",
      from: ["Confirm"],
      to: "deleted",
      by: ["clerk"],
      reason: true,
      danger: true,
    },
    correct: {
      zh: "数据更正",
      en: "Correct",
      from: ["Confirm"],
      to: "Confirm",
      by: ["clerk", "sysAdmin"],
      reason: true,
    },
  },
});

export type ClassMove = keyof typeof classMachine.actions;

/** The call that makes each move; some make several, and find the move by the present or the wanted status. */
const callOf = {
  commit: "commit",
  withdraw: "switchStatus",
  confirm: "switchStatus",
  back: "back",
  backConfirmed: "back",
  undoConfirm: "switchStatus",
  discard: "switchStatus",
  terminate: "switchStatus",
  correct: "correct",
} as const satisfies Record<ClassMove, string>;

/** The moves that a call makes. */
export const getMovesOf = (call: (typeof callOf)[ClassMove]): ClassMove[] =>
  (Object.keys(callOf) as ClassMove[]).filter((move) => callOf[move] === call);

/** Moves that a confirmed class makes in some running states only: until its grades are published it is ended, until it is assessed corrected. */
const runsForMove = {
  backConfirmed: ["notStarted"],
  undoConfirm: ["notStarted"],
  terminate: ["notStarted", "running", "ended", "testing"],
  correct: ["notStarted", "running", "ended"],
} as const satisfies Partial<Record<string, readonly RunState[]>>;

/** Whether the running state of a class allows a move. @param runState null where it is not known */
export const runAllows = (action: keyof typeof runsForMove, runState: string | null): boolean =>
  runsForMove[action].some((run) => run === runState);
