import { validity } from "../core/fields/flags.ts";
import { machine } from "../core/machine.ts";

/** An issued certificate can only be revoked; its number is never used again. */
export const certificateMachine = machine({
  name: "certificate",
  zh: "证书",
  en: "Certificate",
  entity: "Certificate",
  field: "isValid",
  resource: "certificate",
  states: validity,
  initial: "isValid",
  actions: {
    revoke: {
      zh: "作废",
      en: "Revoke",
      from: ["isValid"],
      to: "unValid",
      by: ["clerk", "sysAdmin"],
      reason: true,
      danger: true,
    },
  },
});
