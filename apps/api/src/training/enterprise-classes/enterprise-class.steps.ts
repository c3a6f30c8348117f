import type { EnterpriseClassRow } from "@jipei/contract/training/enterprise-class.ts";
import { isDraft } from "../classes/class-state.ts";
import { type NextStepSide, draftStep, getReviewDay } from "../classes/next-step.ts";

/** Next steps of a class of an enterprise: its people are decided on with the class, and it is assessed in the mode that was approved. */
export const enterpriseSteps: NextStepSide<EnterpriseClassRow> = {
  owner: "enterprise",
  async filing(db, row) {
    if (isDraft(row.confirmStatus ?? "")) return draftStep(db, "enterprise", row);
    if (row.confirmStatus !== "unConfirm") return undefined;
    return { who: "bureau", zh: "审核班级", en: "Decide on the class", until: await getReviewDay(db, row) };
  },
  testing: {
    who: "enterprise",
    zh: "按批准的方式考核，登记并复核成绩",
    en: "Hold the assessment in its approved mode; scores are entered and checked",
  },
};
