import { type Issue, issue } from "../core/issue.ts";
import { code, codeList, int, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { leftOut, list, optional, record } from "../core/fields/shape.ts";
import type { Shape, ValueOfShape } from "../core/fields/shape.ts";

/** Kinds a generated field may have: all that a form fills. */
export const fieldKind = codeList("FIELD_KIND", "字段类型", "Kind of field", {
  text: ["文本", "Text"],
  long: ["长文本", "Long text"],
  int: ["整数", "Whole number"],
  decimal: ["小数", "Decimal"],
  date: ["日期", "Date"],
  datetime: ["日期时间", "Date and time"],
  time: ["时刻", "Time"],
  code: ["代码", "Code"],
  codes: ["多个代码", "Codes"],
  texts: ["多个文本", "Texts"],
  ref: ["引用", "Reference"],
  refs: ["多个引用", "References"],
  files: ["附件", "Files"],
});
export type FieldKind = keyof (typeof fieldKind)["codes"];

/** Whether a kind may be a column, a filter or a sort key of a list: bulky kinds are no columns, and only plain values are sorted. */
export const listed = (kind: FieldKind): boolean => kind !== "long" && kind !== "files";
export const filtered = (kind: FieldKind): boolean => kind !== "files";
export const sorted = (kind: FieldKind): boolean =>
  ["text", "int", "decimal", "date", "datetime", "time", "code"].includes(kind);

const codeRows = list(
  record({
    key: text(20, "代码", "Code", "required"),
    zh: text(50, "中文", "Chinese", "required"),
    en: text(80, "英文", "English", "required"),
  }),
  50,
);
/** A stored field that is no code has no key for them. */
const ownCodes: Shape<ValueOfShape<typeof codeRows> | undefined> = leftOut(optional(codeRows));

/** A field as it will be generated. */
export const codeField = record({
  /** Column it was read from. */
  column: text(63, "列", "Column", "required"),
  name: text(30, "字段名", "Field name", "required"),
  zh: text(50, "中文标签", "Chinese label", "required"),
  en: text(80, "英文标签", "English label", "required"),
  kind: code(fieldKind, "类型", "Kind", "required"),
  required: code(yesNo, "必填", "Required", "required"),
  inList: code(yesNo, "列表", "In the list", "required"),
  inFilters: code(yesNo, "查询", "In the search", "required"),
  sortable: code(yesNo, "排序", "Sortable", "required"),
  /** Of texts. */
  length: int("长度", "Length", "optional", { min: 1, max: 2000 }),
  /** Of decimals: digits in all, and after the point. */
  precision: int("总位数", "Digits", "optional", { min: 1, max: 38 }),
  scale: int("小数位", "Decimals", "optional", { min: 0, max: 20 }),
  /** Of references: the entity. */
  entity: text(60, "引用对象", "Refers to"),
  /** Of codes: the list. */
  codes: ownCodes,
});
export type CodeField = ValueOfShape<typeof codeField>;

/** Upper limit for the fields of one table. */
export const mostFields = 80;

/** Reserved names: of base fields, of parameters of lists, and of members of every object. */
const taken = new Set([
  "id",
  "createUser",
  "createDept",
  "createTime",
  "updateUser",
  "updateTime",
  "version",
  "remark",
  "isDeleted",
  "tenantId",
  "auditList",
  "current",
  "size",
  "pageIndex",
  "pageSize",
  "isPaging",
  "ascs",
  "descs",
  "ids",
  ...Object.getOwnPropertyNames(Object.prototype),
]);
const secret = /password|passwd|secret|token/i;
const hanText = /\p{Script=Han}/u;

/** Whether a name is a valid field name: letters and digits, first letter in lower case, not reserved, and not that of a secret. */
export const isFieldName = (name: string): boolean =>
  /^[a-z][a-zA-Z0-9]{0,29}$/.test(name) && !taken.has(name) && !secret.test(name);

/** The first issue of a field, with the part it is about. */
export function findFieldIssue(field: CodeField): ({ part: string } & Issue) | null {
  const wrong = (part: string, zh: string, en: string) => ({ part, ...issue("CODE_FIELD", zh, en) });
  if (!isFieldName(field.name))
    return wrong(
      "name",
      `字段名“${field.name}”须以小写字母开头，仅含字母和数字，且不是保留名或机密`,
      `“${field.name}” must begin with a small letter, have letters and digits only, and be no reserved name and no secret`,
    );
  if (hanText.test(field.en)) return wrong("en", "英文标签不能含汉字", "the English label has no Chinese");
  if (field.kind === "text" || field.kind === "texts")
    if (!field.length) return wrong("length", "请填写长度", "the length is missing");
  if (field.kind === "decimal" && (!field.precision || field.scale == null || field.scale > field.precision))
    return wrong(
      "precision",
      "请填写总位数和小数位，小数位不大于总位数",
      "digits and decimals are needed, no more decimals than digits",
    );
  if ((field.kind === "ref" || field.kind === "refs") && !field.entity)
    return wrong("entity", "请选择引用对象", "what it refers to is missing");
  if (field.kind === "code" || field.kind === "codes") {
    const keys = (field.codes ?? []).map(({ key }) => key);
    if (keys.length === 0 || new Set(keys).size < keys.length)
      return wrong("codes", "请填写代码，且代码不能重复", "codes are needed, each once");
    if (keys.some((key) => !/^[A-Za-z0-9]{1,20}$/.test(key) || taken.has(key)))
      return wrong("codes", "代码须为1–20位字母或数字", "codes have 1–20 letters or digits");
    if (field.codes?.some(({ en }) => hanText.test(en)))
      return wrong("codes", "代码的英文不能含汉字", "English words of codes have no Chinese");
  }
  if (field.inList === "1" && !listed(field.kind))
    return wrong("inList", "该类型不在列表中显示", "this kind does not stand in lists");
  if (field.inFilters === "1" && !filtered(field.kind))
    return wrong("inFilters", "该类型不能查询", "this kind is not searched");
  if (field.sortable === "1" && !sorted(field.kind))
    return wrong("sortable", "该类型不能排序", "this kind is not sorted");
  return null;
}
