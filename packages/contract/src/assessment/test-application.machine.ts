import { confirmStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";
import type { RoleAlias } from "../core/roles.ts";

/** The moves of an application, whichever side files it. @param filer the role that applies */
const applicationMoves = <const F extends RoleAlias>(filer: F) =>
  ({
    commit: { zh: "提交", en: "Submit", from: ["unSubmit", "back"], to: "unConfirm", by: [filer], collect: true },
    confirm: {
      zh: "审核通过",
      en: "Approve",
      from: ["unConfirm"],
      to: "Confirm",
      by: ["clerk", "firstReviewer"],
      notOwn: true,
    },
    back: {
      zh: "退回",
      en: "Return",
      from: ["unConfirm"],
      to: "back",
      by: ["clerk", "firstReviewer"],
      reason: true,
      danger: true,
    },
    invalidate: {
      zh: "作废",
      en: "Void",
      from: ["unSubmit", "back", "unConfirm"],
      to: "Invalidate",
      by: [filer, "clerk"],
      reason: true,
      danger: true,
    },
    revoke: {
      zh: "撤销考核",
      en: "Cancel the assessment",
      from: ["Confirm"],
      to: "Invalidate",
      by: ["clerk"],
      reason: true,
      danger: true,
    },
  }) as const;

/** Test application of an institution. */
export const testApplicationMachine = machine({
  name: "testApplication",
  zh: "考核申请",
  en: "Test application",
  entity: "TestApplication",
  field: "confirmType",
  resource: "test_apply",
  states: confirmStatus,
  initial: "unSubmit",
  actions: applicationMoves("orgAdmin"),
});

/** Test application of an enterprise for its own staff. */
export const enterpriseTestMachine = machine({
  name: "enterpriseTest",
  zh: "考核申请(企业)",
  en: "Test application of an enterprise",
  entity: "EnterpriseTestApplication",
  field: "confirmType",
  resource: "enterprise_test_apply",
  states: confirmStatus,
  initial: "unSubmit",
  actions: applicationMoves("entAdmin"),
});

export type ApplicationMove = keyof ReturnType<typeof applicationMoves>;
