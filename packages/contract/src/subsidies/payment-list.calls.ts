import { unitSide } from "../core/fields/codes.ts";
import { call } from "../core/call.ts";
import { exportCall, exportForPurpose } from "../core/export.ts";
import { code } from "../core/fields/field.ts";
import { pageShape, queryShape, rowShape } from "../core/fields/shape.ts";
import { SubsidyApplication } from "./subsidy-application.ts";

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/subsidy_apply";

/** Claims of both sides that were submitted, in whatever state they are: what the bureau looks up, and what figures count. */
export const submittedClaims = call({
  name: "SubsidyApplication.submitted",
  method: "GET",
  path: `${path}/submitted`,
  zh: "已提交的补贴申请",
  en: "Submitted claims",
  access: "subsidy_apply_view",
  audience: ["bureau"],
  input: queryShape(SubsidyApplication),
  output: pageShape(rowShape(SubsidyApplication)),
});
export const submittedClaimsExport = call({
  ...exportCall(SubsidyApplication, path, "subsidy_apply", ["bureau"]),
  name: "SubsidyApplication.exportSubmitted",
  path: `${path}/exportSubmitted`,
});

/** Completed claims of both sides: what is on public notice, to be paid, or paid. */
export const paymentQueue = call({
  name: "SubsidyApplication.payments",
  method: "GET",
  path: `${path}/payments`,
  zh: "公示与拨付列表",
  en: "Claims on public notice and in payment",
  access: "subsidy_apply_view",
  audience: ["bureau"],
  input: queryShape(SubsidyApplication),
  output: pageShape(rowShape(SubsidyApplication, { side: code(unitSide, "单位类型", "Kind of unit", "required") })),
});

export const paymentQueueExport = call({
  ...exportCall(SubsidyApplication, path, "subsidy_apply", ["bureau"]),
  name: "SubsidyApplication.exportPayments",
  path: `${path}/exportPayments`,
});

/** The people that the finance office pays, with account numbers in full. */
export const paymentList = exportForPurpose(SubsidyApplication, {
  name: "SubsidyApplication.paymentList",
  path: `${path}/exportPaymentList`,
  zh: "导出拨付清单",
  en: "Payment list",
  access: "subsidy_apply_pay",
});
