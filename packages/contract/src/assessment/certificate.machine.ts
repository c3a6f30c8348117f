import { validity } from "../core/fields/flags.ts";
import { machine } from "../core/machine.ts";

const moves = {
  revoke: {
    zh: "作废",
    en: "Revoke",
    from: ["isValid"],
    to: "unValid",
    by: ["clerk", "sysAdmin"],
    reason: true,
    danger: true,
  },
} as const;

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
  actions: moves,
});

/** The same for the staff of enterprises. */
export const enterpriseCertificateMachine = machine({
  name: "enterpriseCertificate",
  zh: "企业学员证书",
  en: "Certificate of an enterprise's staff",
  entity: "EnterpriseCertificate",
  field: "isValid",
  resource: "enterprise_cert",
  states: validity,
  initial: "isValid",
  actions: moves,
});
