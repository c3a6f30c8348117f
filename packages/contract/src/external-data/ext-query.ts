import { byId, call } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, datetime, id, long, lookup, ref, text } from "../core/fields/field.ts";
import { any, map, orNull, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";

/** The look-ups that the registers of the province answer. */
export const queryKind = codeList("EXT_QUERY", "查询种类", "Register", {
  getPersonInfo: ["人员基本信息", "Person"],
  getUnitInfo: ["单位信息", "Unit"],
  employmentDifficulties: ["就业困难认定", "Employment difficulty"],
  employmentContract: ["劳动合同", "Labour contracts"],
  examin: ["鉴定成绩", "Assessments"],
  getTrainClass: ["省平台班级", "Provincial class"],
  getTrainStudent: ["省平台学员", "Provincial students"],
  getTraining: ["培训记录", "Trainings"],
  getTrainSignup: ["培训报名", "Training sign-ups"],
  getTrainCertificate: ["证书", "Certificates"],
  getTrainSubsidy: ["培训补贴", "Training subsidies"],
  getBackPay: ["欠薪记录", "Wage arrears"],
  getReceptionRegistration: ["失业登记", "Unemployment registration"],
  getMediationCase: ["调解案件", "Mediation cases"],
  getPersonInsured: ["社会保险", "Social insurance"],
});
export type QueryKind = keyof (typeof queryKind)["codes"];
export const queryKinds = Object.keys(queryKind.codes) as QueryKind[];

export const queryResult = codeList("EXT_RESULT", "返回码", "Answer", {
  "200": ["有结果", "Found", "good"],
  "204": ["无记录", "No record", "neutral"],
  "500": ["不可用", "Unavailable", "bad"],
});

/** One look-up in a register: who asked what, why, and what came back. Kept as evidence, never changed. */
export const ExtQuery = entity(
  "ExtQuery",
  "外部数据查询",
  "Register look-up",
  {
    queryKind: code(queryKind, "查询种类", "Register", "computed", { always: true }),
    /** The question as JSON, like the answer. Both name people, so both are encrypted and each part is masked by its kind; the hash finds a repeated question. */
    queryBody: text(1000, "查询条件", "Question", "computed", { encrypted: true, masked: "parts", always: true }),
    purpose: text(200, "查询事由", "Purpose", "required"),
    bizType: text(30, "关联业务", "For", "optional", { exact: true }),
    bizId: text(20, "关联业务ID", "For row", "optional", { exact: true, within: "bizType" }),
    resultCode: code(queryResult, "返回码", "Answer", "computed", { always: true }),
    resultData: long("返回数据", "Data", "computed", { encrypted: true, masked: "parts" }),
    queryTime: datetime("查询时间", "Asked", "computed", { always: true }),
    cacheUntil: datetime("缓存至", "Cached until", "computed", { always: true }),
    operator: ref("User", "查询人", "Asked by", "computed", { always: true }),
    operatorName: lookup("operator", "User", "realName", "查询者", "Asked by (name)"),
  },
  {
    title: "queryKind",
    filters: ["queryKind", "operator", "queryTime", "bizType", "bizId", "resultCode"],
    sorts: ["queryTime"],
    order: ["-queryTime"],
  },
);
export interface ExtQueryRow extends Row<typeof ExtQuery> {}

const path = "/api/zjgrsj-ext-interface/sxt";
export const questionFields = {
  idNumber: text(18, "证件号码", "ID number"),
  name: text(50, "姓名", "Name"),
  creditCode: text(18, "统一社会信用代码", "Credit code", "optional", { format: "creditCode" }),
  classNo: text(20, "班级编号", "Class number"),
  certNo: text(40, "证书编号", "Certificate number"),
  yearMonth: text(7, "年月", "Month"),
  purpose: text(200, "查询事由", "Purpose", "required"),
  bizType: text(30, "关联业务", "For"),
  bizId: text(20, "关联业务ID", "For row"),
};
const question = record(questionFields);
export type Question = NonNullable<(typeof question)["$value"]>;

/** Fields of an answer depend on its register. */
const answer = record({
  id: id("依据", "Evidence", "required"),
  resultCode: code(queryResult, "返回码", "Answer", "required"),
  resultData: orNull(map(any())),
  queryTime: datetime("查询时间", "Asked", "required"),
  cacheUntil: datetime("缓存至", "Cached until", "required"),
});
export type Answer = NonNullable<(typeof answer)["$value"]>;

/** What identifies the subject of a question. */
export type QuestionKey = "idNumber" | "name" | "creditCode" | "classNo" | "certNo" | "yearMonth";
/** Keys of a question by register, the first ones that identify it. */
export const questionKeys: Readonly<Record<QueryKind, readonly QuestionKey[]>> = {
  getPersonInfo: ["idNumber", "name"],
  getUnitInfo: ["creditCode"],
  employmentDifficulties: ["idNumber"],
  employmentContract: ["idNumber", "creditCode"],
  examin: ["idNumber"],
  getTrainClass: ["classNo"],
  getTrainStudent: ["classNo", "idNumber"],
  getTraining: ["idNumber"],
  getTrainSignup: ["idNumber"],
  getTrainCertificate: ["idNumber", "certNo"],
  getTrainSubsidy: ["idNumber"],
  getBackPay: ["creditCode"],
  getReceptionRegistration: ["idNumber"],
  getMediationCase: ["creditCode", "idNumber"],
  getPersonInsured: ["idNumber", "yearMonth"],
};

const ask = (kind: QueryKind) => {
  const [zh, en] = queryKind.codes[kind];
  return call({
    name: `sxt.${kind}`,
    method: "POST",
    path: `${path}/${kind}`,
    zh: `查询${zh}`,
    en: `Look up: ${en}`,
    access: "ext_query_add",
    input: question,
    output: answer,
  });
};
export const registerCalls = Object.fromEntries(queryKinds.map((kind) => [kind, ask(kind)])) as Record<
  QueryKind,
  ReturnType<typeof ask>
>;

export const extQueryCalls = {
  export: exportCall(ExtQuery, path, "ext_query"),
  list: call({
    name: "ExtQuery.list",
    method: "GET",
    path: `${path}/list`,
    zh: "外部数据查询记录",
    en: "Look-ups: list",
    access: "ext_query_view",
    input: queryShape(ExtQuery),
    output: pageShape(rowShape(ExtQuery)),
  }),
  detail: call({
    name: "ExtQuery.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "外部数据查询详情",
    en: "Look-up: detail",
    access: "ext_query_view",
    input: byId,
    output: rowShape(ExtQuery),
  }),
};

/** Parts of the answers of registers, as people read them. */
export const answerNames: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  match: ["姓名与号码一致", "Name and number match"],
  isAlive: ["健在", "Alive"],
  name: ["姓名", "Name"],
  sex: ["性别", "Sex"],
  birthday: ["出生日期", "Date of birth"],
  regionCode: ["户籍区划", "Household region"],
  hukouType: ["户口性质", "Household"],
  isDifficulty: ["就业困难", "Employment difficulty"],
  difficultyKind: ["困难类型", "Kind of difficulty"],
  startDate: ["开始日期", "From"],
  endDate: ["结束日期", "Until"],
  isInsured: ["参保", "Insured"],
  insuranceKind: ["参保类型", "Kind of insurance"],
  unitName: ["单位名称", "Unit"],
  creditCode: ["统一社会信用代码", "Credit code"],
  months: ["缴费月数", "Months paid"],
  contracts: ["劳动合同", "Labour contracts"],
};
