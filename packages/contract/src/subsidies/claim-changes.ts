import { evidenceLinks } from "./finding.ts";
import { yesNo } from "../core/fields/flags.ts";
import { code, data, datetime, id, int, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";
import type { ValueOfShape } from "../core/fields/shape.ts";
import { findingSeverity } from "./subsidy-codes.ts";

/** A parameter, a standard, the shortage or a fee that a committed claim keeps, and that is another one today. */
export const policyChangeShape = record({
  /** Key of the parameter or of what enters the price, or id of the standard. */
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

/** What the newest check of a claim says otherwise than the one before it, and who changed it where the history tells. */
export const claimChangesShape = record({
  changes: list(
    record({
      /** Empty: of the claim itself. */
      lineId: id("明细", "Row"),
      name: text(50, "姓名", "Name"),
      ruleCode: text(10, "规则编码", "Rule", "required"),
      ruleName: text(100, "规则名称", "Rule name", "required"),
      ruleNameEn: text(100, "规则英文名称", "Rule name (English)", "required"),
      before: text(200, "原为", "Before"),
      beforeEn: text(200, "原为（英文）", "Before (English)"),
      after: text(200, "现为", "Now"),
      afterEn: text(200, "现为（英文）", "Now (English)"),
      isPass: code(yesNo, "是否通过", "Passed", "required"),
      severity: code(findingSeverity, "级别", "Severity", "required"),
      message: text(500, "说明", "Message"),
      messageEn: text(500, "英文说明", "Message (English)"),
      evidence: data(evidenceLinks, "依据", "Evidence"),
      checkedTime: datetime("发现时间", "Found", "required"),
      changedBy: text(50, "修改人", "Changed by"),
      changedTime: datetime("修改时间", "Changed"),
      changeReason: text(500, "修改原因", "Reason for the change"),
    }),
  ),
  /** What differs from the newest check and was not checked yet: rows by the person, the claim itself without. */
  unchecked: list(record({ lineId: id("明细", "Row"), name: text(50, "姓名", "Name") })),
});
