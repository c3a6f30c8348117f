import { paperStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** A paper is drawn when its candidate starts it, and handed in by them or by the clock. */
export const examPaperMachine = machine({
  name: "examPaper",
  zh: "答卷",
  en: "Paper",
  entity: "ExamPaper",
  field: "status",
  resource: "exam_paper",
  states: paperStatus,
  initial: "0",
  actions: {
    start: { zh: "开始答题", en: "Start", from: ["0"], to: "1", by: ["student"] },
    handIn: { zh: "交卷", en: "Hand in", from: ["1"], to: "2", by: ["student"] },
    close: { zh: "到时交卷", en: "Close at the deadline", from: ["1"], to: "2", by: [], clock: true },
    grade: { zh: "评分", en: "Grade", from: ["2"], to: "3", by: ["clerk", "assessor"] },
    void: {
      zh: "作废",
      en: "Void",
      from: ["1", "2", "3"],
      to: "9",
      by: ["clerk"],
      reason: true,
      danger: true,
    },
  },
});
export type ExamPaperMove = keyof typeof examPaperMachine.actions;
