import { machine } from "../core/machine.ts";
import { recoveryState } from "./subsidy-codes.ts";

/** What is to be recovered is settled by a recovery, or dismissed by two people: one says why, another agrees. */
export const recoveryItemMachine = machine({
  name: "recoveryItem",
  zh: "待追回",
  en: "To be recovered",
  entity: "RecoveryItem",
  field: "state",
  resource: "recovery_item",
  states: recoveryState,
  initial: "open",
  actions: {
    settle: {
      zh: "追回",
      en: "Recover",
      from: ["open", "proposed"],
      to: "settled",
      by: ["finance"],
      permission: "subsidy_apply_pay",
      danger: true,
    },
    propose: {
      zh: "提议不予追回",
      en: "Propose to dismiss",
      from: ["open"],
      to: "proposed",
      by: ["clerk", "finance"],
      reason: true,
    },
    decline: {
      zh: "不同意",
      en: "Decline",
      from: ["proposed"],
      to: "open",
      by: ["secondReviewer"],
      permission: "recovery_item_dismiss",
      reason: true,
    },
    dismiss: {
      zh: "不予追回",
      en: "Dismiss",
      from: ["proposed"],
      to: "dismissed",
      by: ["secondReviewer"],
      danger: true,
    },
  },
});
