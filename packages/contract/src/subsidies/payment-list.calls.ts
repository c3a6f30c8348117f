import { exportForPurpose } from "../core/export.ts";
import { SubsidyApplication } from "./subsidy-application.ts";

/** The people that the finance office pays, with account numbers in full. */
export const paymentList = exportForPurpose(SubsidyApplication, {
  name: "SubsidyApplication.paymentList",
  path: "/api/zjgrsj-train/trainingManagement/trainInstitution/subsidy_apply/exportPaymentList",
  zh: "导出拨付清单",
  en: "Payment list",
  access: "subsidy_apply_pay",
});
