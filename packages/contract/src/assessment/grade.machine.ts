import { gradeStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** Scores from entry to publication. Entering and correcting keep the state and are no moves. */
export const gradeMachine = machine({
  name: "grade",
  zh: "成绩",
  en: "Grade",
  entity: "Grade",
  field: "gradeStatus",
  resource: "grade",
  states: gradeStatus,
  initial: "0",
  actions: {
    check: { zh: "复核", en: "Check", from: ["0"], to: "1", by: ["clerk", "assessor"] },
    uncheck: { zh: "退回登分", en: "Back to entry", from: ["1"], to: "0", by: ["clerk"], reason: true, danger: true },
    publish: { zh: "发布", en: "Publish", from: ["1"], to: "2", by: ["clerk"] },
  },
});
