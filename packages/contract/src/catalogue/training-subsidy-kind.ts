import { savedOrProposed } from "../core/call.ts";
import { subsidyKind, trainKind } from "../core/fields/codes.ts";
import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, date, ref } from "../core/fields/field.ts";
import { resource } from "../core/resource.ts";
import { payTarget } from "./subsidy-standard.ts";

/**
 * Which kinds of subsidy a kind of training may have, and who is paid. A standard or a claim of any other pair is refused (docs/rules.md, kinds
 * that go together). Both the assessment subsidy (05) and the living allowance (10) stand beside the one kind that pays for the training itself.
 */
export const TrainingSubsidyKind = entity(
  "TrainingSubsidyKind",
  "培训与补贴对照",
  "Training and subsidy kinds",
  {
    trainKind: code(trainKind, "培训类别", "Kind of training", "required"),
    subsidyKind: code(subsidyKind, "补贴种类", "Kind of subsidy", "required"),
    payTarget: code(payTarget, "支付对象", "Paid to", "required"),
    effectDate: date("生效日期", "From", "required"),
    /** The last day is included. */
    expireDate: date("失效日期", "Until"),
    isValid: code(validity, "是否有效", "Validity", "required"),
    /** The change by which two people put it in force as it is. */
    approvedChangeId: ref("PolicyChange", "批准的变更", "Approved change", "computed"),
    /** A change that waits for a second person, or for its day. */
    policyChangeId: ref("PolicyChange", "待生效变更", "Pending change", "computed", { derived: true }),
  },
  {
    title: "trainKind",
    filters: ["trainKind", "subsidyKind", "payTarget", "isValid", "effectDate"],
    sorts: ["trainKind", "subsidyKind", "effectDate"],
    order: ["trainKind", "subsidyKind", "-effectDate"],
    openTo: { institution: "everything", enterprise: "everything" },
  },
);
export interface TrainingSubsidyKindRow extends Row<typeof TrainingSubsidyKind> {}

/** Kinds that stand beside the one that pays for the training: assessment, what is recorded only, living allowance. */
export const besideKinds: readonly string[] = ["05", "09", "10"];

const stated = resource(TrainingSubsidyKind, {
  resource: "training_subsidy_kind",
  path: "/api/zjgrsj-train/basics/training_subsidy_kind",
  page: "/basics/trainingSubsidyKind",
  menu: { no: "B0408", roles: ["sysAdmin", "clerk", "leader", "auditor"] },
  rights: "LCED LCE L L L L L V - V - - -",
  // Saved as proposals of a second person's decision.
  ownRoutes: true,
});
export const trainingSubsidyKindResource = {
  ...stated,
  calls: { ...stated.calls, submit: { ...stated.calls.submit, output: savedOrProposed } },
};
export const trainingSubsidyKindCalls = trainingSubsidyKindResource.calls;
