import { yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, data, datetime, id, int, text } from "../core/fields/field.ts";
import { list, record, type Shape } from "../core/fields/shape.ts";
import { findingBusiness, findingSeverity } from "./subsidy-codes.ts";

/** Where a finding leads: the row that proves it. */
export interface EvidenceLink {
  /** Entity, e.g. Certificate, ExtQuery; of Lesson and Attendance the id is that of the class, whose page shows them. */
  entity: string;
  id: string;
  zh: string;
  en: string;
}
export const evidenceLinks: Shape<EvidenceLink[]> = list(
  record({
    entity: text(60, "对象", "Entity", "required"),
    id: id("主键", "Id", "required"),
    zh: text(200, "中文", "Chinese", "required"),
    en: text(200, "英文", "English", "required"),
  }),
);

/**
 * The outcome of one rule for one row, with inputs and evidence. Written by the server only, and stored with the claim for ever. What rows pass is kept once
 * for each rule and run: a list of the county shows it so (`passedRows`), a list of one claim or row, and each export, a finding for each row.
 */
export const Finding = entity(
  "Finding",
  "校验明细",
  "Check finding",
  {
    bizType: code(findingBusiness, "业务类型", "Business", "computed"),
    bizId: text(20, "业务", "Business row", "computed", { exact: true, within: "bizType" }),
    detailId: text(20, "明细", "Row", "computed", { exact: true, within: "bizType" }),
    ruleCode: text(10, "规则编码", "Rule", "computed"),
    ruleName: text(100, "规则名称", "Rule name", "computed"),
    ruleNameEn: text(100, "规则英文名称", "Rule name (English)", "computed"),
    severity: code(findingSeverity, "级别", "Severity", "computed"),
    isPass: code(yesNo, "是否通过", "Passed", "computed"),
    expectValue: text(200, "应为", "Expected", "computed"),
    expectValueEn: text(200, "应为（英文）", "Expected (English)", "computed"),
    actualValue: text(200, "实为", "Actual", "computed"),
    actualValueEn: text(200, "实为（英文）", "Actual (English)", "computed"),
    message: text(500, "说明", "Message", "computed"),
    messageEn: text(500, "英文说明", "Message (English)", "computed"),
    evidence: data(evidenceLinks, "依据", "Evidence"),
    runNo: text(30, "批次号", "Run", "computed"),
    runTime: datetime("校验时间", "Checked", "computed"),
    isIgnored: code(yesNo, "人工确认", "Confirmed by hand"),
    ignoreReason: text(200, "确认理由", "Reason for confirmation"),
    /** Of a finding that stands for all rows that passed a rule in a run. */
    passedRows: int("符合的明细数", "Rows that passed", "computed"),
  },
  {
    idName: "validId",
    title: "ruleName",
    filters: ["bizType", "bizId", "detailId", "ruleCode", "severity", "isPass", "isIgnored", "runNo", "runTime"],
    sorts: ["severity", "ruleCode", "runTime"],
    order: ["severity", "detailId"],
  },
);
export interface FindingRow extends Row<typeof Finding> {}
