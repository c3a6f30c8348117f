import { auditRecordShape } from "../core/audit-record.ts";
import { crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { text } from "../core/fields/field.ts";
import { list, rowShape } from "../core/fields/shape.ts";

/** A parameter in force; what the built-in keys mean stands in parameters.ts. */
export const Parameter = entity(
  "Parameter",
  "参数",
  "Parameter",
  {
    paramName: text(100, "参数名称", "Name", "required"),
    paramKey: text(100, "参数键名", "Key", "required"),
    paramValue: text(500, "参数键值", "Value", "required"),
  },
  { title: "paramName", filters: ["paramName", "paramKey"], sorts: ["paramKey", "paramName"], order: ["paramKey"] },
);
export interface ParameterRow extends Row<typeof Parameter> {}

const calls = crudCalls(Parameter, "/api/blade-system/param", "param");
export const parameterCalls = {
  ...calls,
  detail: { ...calls.detail, output: rowShape(Parameter, { auditList: list(auditRecordShape) }) },
};
