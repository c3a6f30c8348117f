import { accountState } from "./account-state.ts";
import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, crudCalls, idsWithReason } from "../core/call.ts";
import { yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, datetime, decimal, int, lookup, ref, refs, text } from "../core/fields/field.ts";
import { list, none, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { payeeFields, payeeParts } from "../providers/payee-account.ts";

export const entScale = codeList("ENT_SCALE", "企业规模", "Size", {
  "1": ["大型", "Large"],
  "2": ["中型", "Medium"],
  "3": ["小型", "Small"],
  "4": ["微型", "Micro"],
});

const people = { unitZh: "人", unitEn: "people" };
const turns = { unitZh: "人次", unitEn: "trainings" };
const yuan = { unitZh: "元", unitEn: "yuan" };

/** What an enterprise says of itself once a year, what the registers say of it, and what it has trained and been paid. */
export const EnterpriseTotal = entity(
  "EnterpriseTotal",
  "企业台账",
  "Enterprise record",
  {
    /** Taken from the session of an enterprise; the bureau names it. */
    entId: ref("Department", "企业", "Enterprise", "optional", { always: true }),
    /** By which the enterprise trains, claims and is paid. */
    unitId: ref("Organisation", "单位", "Unit", "computed", { always: true }),
    entNo: lookup("unitId", "Organisation", "orgNo", "企业编号", "Enterprise number"),
    entName: text(100, "企业名称", "Enterprise name", "required"),
    creditCode: text(18, "统一社会信用代码", "Credit code", "required", { format: "creditCode" }),
    year: int("年度", "Year", "required", { min: 2000, max: 2100, name: true }),
    regionCode: text(12, "所属区划", "Region", "required", { format: "digits", region: true }),
    /** A code of GB/T 4754, from the section to the class. */
    industryCode: text(5, "所属行业", "Industry", "required", { format: "codeNumber" }),
    entScale: code(entScale, "企业规模", "Size", "required"),
    isHighRisk: code(yesNo, "高危行业", "High-risk industry", "required"),
    address: text(200, "地址", "Address", "required"),
    legalPerson: text(50, "法定代表人", "Legal representative", "required", { person: true }),
    contact: text(50, "联系人", "Contact", "required", { person: true }),
    contactPhone: text(11, "联系电话", "Contact phone", "required", {
      masked: "phone",
      encrypted: true,
      format: "mobile",
    }),
    ...payeeFields,
    accountState: code(accountState, "收款账户状态", "State of the account", "computed", { always: true }),
    accountReason: text(500, "账户退回原因", "Reason for return of the account", "computed"),
    accountTime: datetime("账户提交时间", "Account filed", "computed"),
    /** Whoever wrote any of the account that waits: none of them approves it. */
    pendingFilers: refs("User", "提交人", "Filed by", "computed"),
    employeeCount: int("职工总数", "Employees", "required", { min: 0, max: 10_000_000, ...people }),
    skilledCount: int("技能人才数", "Skilled workers", "required", { min: 0, max: 10_000_000, ...people }),
    highSkilledCount: int("高技能人才数", "Highly skilled workers", "required", { min: 0, max: 10_000_000, ...people }),
    eduFund: decimal(14, 2, "职工教育经费提取", "Education fund", "optional", { min: 0, ...yuan }),
    planTrainCount: int("计划培训人次", "Trainings planned", "optional", { min: 0, max: 10_000_000, ...turns }),
    insuredCount: int("参保人数", "Insured staff", "computed", people),
    isBlack: code(yesNo, "失信/欠薪", "In arrears", "computed"),
    registerTime: datetime("登记信息时间", "Registers asked", "computed"),
    unitEvidenceId: ref("ExtQuery", "单位信息依据", "Evidence of the unit", "computed"),
    arrearsEvidenceId: ref("ExtQuery", "欠薪信息依据", "Evidence of arrears", "computed"),
    trainedCount: int("已培训人次", "Trainings finished", "computed", { ...turns, derived: true }),
    certCount: int("取证人数", "People certified", "computed", { ...people, derived: true }),
    subsidyAmount: decimal(14, 2, "已拨付补贴", "Subsidies paid", "computed", { ...yuan, derived: true }),
  },
  {
    title: "entName",
    filters: [
      "unitId",
      "entName",
      "creditCode",
      "year",
      "regionCode",
      "industryCode",
      "entScale",
      "isHighRisk",
      "isBlack",
      "accountState",
    ],
    sorts: ["year", "entName", "employeeCount", "insuredCount"],
    order: ["-year", "entName"],
    grams: ["entName"],
  },
);
export interface EnterpriseTotalRow extends Row<typeof EnterpriseTotal> {}

const path = "/api/zjgrsj-train/trainingManagement/enterprise/total/EnterpriseTotal";
const resource = "enterprise_total";

export const enterpriseTotalCalls = {
  ...crudCalls(EnterpriseTotal, path, resource),
  detail: call({
    name: "EnterpriseTotal.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "企业台账详情",
    en: "Enterprise record: detail",
    access: `${resource}_view`,
    input: byId,
    output: rowShape(EnterpriseTotal, { ...payeeParts, auditList: list(auditRecordShape) }),
  }),
  /** The sums of the records that the filters leave. */
  total: call({
    name: "EnterpriseTotal.total",
    method: "GET",
    path: `${path}/total`,
    zh: "企业台账合计",
    en: "Enterprise records: totals",
    access: `${resource}_view`,
    input: queryShape(EnterpriseTotal),
    output: record({
      entCount: int("企业数", "Enterprises", "required"),
      employeeCount: int("职工总数", "Employees", "required"),
      skilledCount: int("技能人才数", "Skilled workers", "required"),
      highSkilledCount: int("高技能人才数", "Highly skilled workers", "required"),
      insuredCount: int("参保人数", "Insured staff", "required"),
      planTrainCount: int("计划培训人次", "Trainings planned", "required"),
      trainedCount: int("已培训人次", "Trainings finished", "required"),
      certCount: int("取证人数", "People certified", "required"),
      subsidyAmount: decimal(14, 2, "已拨付补贴", "Subsidies paid", "required"),
    }),
  }),
  /** Asks the registers again about insured staff and wage arrears. */
  refresh: call({
    name: "EnterpriseTotal.refresh",
    method: "POST",
    path: `${path}/refresh`,
    zh: "更新登记信息",
    en: "Enterprise record: ask the registers",
    access: `${resource}_edit`,
    input: byId,
    output: rowShape(EnterpriseTotal),
  }),
  /** The accounts that wait are in force: enterprises are paid to them from now on. */
  approveAccount: call({
    name: "EnterpriseTotal.approveAccount",
    method: "POST",
    path: `${path}/approveAccount`,
    zh: "收款账户审核通过",
    en: "Enterprise record: approve the account",
    access: `${resource}_approve_account`,
    audience: ["bureau"],
    input: idsWithReason,
    output: none,
  }),
  returnAccount: call({
    name: "EnterpriseTotal.returnAccount",
    method: "POST",
    path: `${path}/returnAccount`,
    zh: "退回收款账户",
    en: "Enterprise record: return the account",
    access: `${resource}_return_account`,
    audience: ["bureau"],
    input: idsWithReason,
    output: none,
  }),
  export: exportCall(EnterpriseTotal, path, resource),
};
