import { exportCall } from "../core/export.ts";
import { auditRecordShape } from "../core/audit-record.ts";
import { crudCalls, savedOrProposed } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { date, ref, text } from "../core/fields/field.ts";
import { list, rowShape, saveShape } from "../core/fields/shape.ts";

/** A parameter in force; what the built-in keys mean stands in parameters.ts. */
export const Parameter = entity(
  "Parameter",
  "参数",
  "Parameter",
  {
    paramName: text(100, "参数名称", "Name", "required"),
    paramKey: text(100, "参数键名", "Key", "required"),
    paramValue: text(500, "参数键值", "Value", "required"),
    /** The change by which two people put it in force as it is. */
    approvedChangeId: ref("PolicyChange", "批准的变更", "Approved change", "computed"),
    /** A change that waits for a second person, or for its day. */
    policyChangeId: ref("PolicyChange", "待生效变更", "Pending change", "computed", { derived: true }),
  },
  { title: "paramName", filters: ["paramName", "paramKey"], sorts: ["paramKey", "paramName"], order: ["paramKey"] },
);
export interface ParameterRow extends Row<typeof Parameter> {}

const path = "/api/blade-system/param";
const calls = crudCalls(Parameter, path, "param");
export const parameterCalls = {
  ...calls,
  export: exportCall(Parameter, path, "param"),
  /** A parameter of a formula changes once a second person has approved it, on its day at the earliest. */
  submit: {
    ...calls.submit,
    input: saveShape(Parameter, { effectDate: date("生效日期", "In force from") }),
    output: savedOrProposed,
  },
  detail: { ...calls.detail, output: rowShape(Parameter, { auditList: list(auditRecordShape) }) },
};
