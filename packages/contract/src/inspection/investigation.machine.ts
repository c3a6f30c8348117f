import { investigateStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** An investigation is filled by one person and verified by another. */
export const investigationMachine = machine({
  name: "investigation",
  zh: "企业调查",
  en: "Investigation",
  entity: "Investigation",
  field: "fillStatus",
  resource: "investigation",
  states: investigateStatus,
  initial: "0",
  actions: {
    fill: { zh: "填报", en: "Fill in", from: ["0"], to: "1", by: ["entAdmin", "clerk", "firstReviewer"] },
    verify: {
      zh: "核实",
      en: "Verify",
      from: ["1"],
      to: "2",
      by: ["clerk", "firstReviewer"],
      notOwn: true,
    },
    back: { zh: "退回", en: "Return", from: ["1"], to: "0", by: ["clerk"], reason: true, danger: true },
  },
});
