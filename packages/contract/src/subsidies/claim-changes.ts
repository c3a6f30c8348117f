import { int, text } from "../core/fields/field.ts";
import { record } from "../core/fields/shape.ts";
import type { ValueOfShape } from "../core/fields/shape.ts";

/** A parameter or a standard that a committed claim keeps, and that is another one today. */
export const policyChangeShape = record({
  /** Key of the parameter, or id of the standard. */
  key: text(100, "参数或标准", "Parameter or standard", "required"),
  name: text(200, "名称", "Name", "required"),
  nameEn: text(200, "英文名称", "Name in English", "required"),
  /** As the claim keeps it. */
  before: text(200, "提交时", "When submitted", "required"),
  /** Empty: no standard is in force any more. */
  after: text(200, "现在", "Now"),
  /** Of a standard: rows that keep it. */
  rowCount: int("涉及明细", "Rows"),
});
export type PolicyChange = ValueOfShape<typeof policyChangeShape>;
