import { machine } from "../core/machine.ts";
import { planRelease } from "./plan.ts";

/** Saving and removing a draft are plain edits. */
export const planMachine = machine({
  name: "plan",
  zh: "培训计划",
  en: "Training plan",
  entity: "Plan",
  field: "isRelease",
  resource: "train_plan",
  states: planRelease,
  initial: "0",
  actions: {
    release: { zh: "下达", en: "Release", from: ["0"], to: "1", by: ["clerk", "firstReviewer"] },
  },
});
