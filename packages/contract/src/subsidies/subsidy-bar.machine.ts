import { machine } from "../core/machine.ts";
import { barState } from "./subsidy-codes.ts";

/** A bar stands until a second reviewer clears it. */
export const subsidyBarMachine = machine({
  name: "subsidyBar",
  zh: "申领限制",
  en: "Bar",
  entity: "SubsidyBar",
  field: "state",
  resource: "subsidy_bar",
  states: barState,
  initial: "standing",
  actions: {
    clear: {
      zh: "解除限制",
      en: "Clear",
      from: ["standing"],
      to: "cleared",
      by: ["secondReviewer"],
      notOwn: true,
      reason: true,
      danger: true,
    },
  },
});
