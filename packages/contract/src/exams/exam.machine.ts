import { examStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** An exam opens and ends by the server's clock. */
export const examMachine = machine({
  name: "exam",
  zh: "考试",
  en: "Exam",
  entity: "Exam",
  field: "status",
  resource: "exam",
  states: examStatus,
  initial: "0",
  actions: {
    publish: { zh: "发布", en: "Publish", from: ["0"], to: "1", by: ["clerk", "orgAdmin"] },
    open: { zh: "开考", en: "Open", from: ["1"], to: "2", by: [], clock: true },
    end: { zh: "结束", en: "End", from: ["2"], to: "3", by: [], clock: true },
    grade: { zh: "完成阅卷", en: "Grade", from: ["3"], to: "4", by: ["clerk"] },
    /** Comes with a paper that is void for a fault: its new sitting is sat and graded like the others. */
    reopen: {
      zh: "重新开放阅卷",
      en: "Reopen",
      from: ["4"],
      to: "3",
      by: ["clerk"],
      permission: "exam_paper_void",
      reason: true,
    },
    void: {
      zh: "作废",
      en: "Void",
      from: ["0", "1"],
      to: "9",
      by: ["clerk", "orgAdmin"],
      reason: true,
      danger: true,
    },
  },
});
export type ExamMove = keyof typeof examMachine.actions;
