import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { call, crudCalls } from "../core/call.ts";
import { yesNo } from "../core/fields/flags.ts";
import { type Entity, type Row, entity } from "../core/entity.ts";
import { code, codeList, int, ref, text, texts, type Fields } from "../core/fields/field.ts";
import { branchShape, list, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { type Branch, treeNode } from "../core/tree.ts";

/** `dictKey` of the row that heads a list; the entries of the list have it as parent. */
export const headKey = "-1";

const fields = (self: string) => ({
  code: text(50, "字典编号", "List", "required"),
  dictKey: text(50, "字典键值", "Key", "required"),
  dictValue: text(100, "字典名称", "Name", "required"),
  dictValueEn: text(100, "英文名称", "English name"),
  parentId: ref(self, "上级字典", "Parent"),
  sort: int("排序", "Order", "required", { min: 0, max: 1_000_000 }),
  /** Sealed values stay displayable, but can no longer be chosen. */
  isSealed: code(yesNo, "是否封存", "Sealed", "required", { default: "0" }),
});
const options = {
  title: "dictValue",
  filters: ["code", "dictKey", "dictValue", "isSealed", "parentId"],
  sorts: ["sort", "code"],
  order: ["sort"],
  openTo: { institution: "everything", enterprise: "everything", person: "everything" },
} as const;

/** Lists of the system itself. */
export const Dictionary = entity("Dictionary", "系统字典", "Dictionary", fields("Dictionary"), options);
export interface DictionaryRow extends Row<typeof Dictionary> {}

/** The code lists of the business, seeded from the contract; the bureau may seal values and add lists of its own. */
export const BusinessDictionary = entity(
  "BusinessDictionary",
  "业务字典",
  "Business dictionary",
  fields("BusinessDictionary"),
  options,
);
export interface BusinessDictionaryRow extends Row<typeof BusinessDictionary> {}

/**
 * Code lists that the software decides by: states of machines, answers of rules, switches. They can be read in the dictionary, and not be
 * changed there. Of the other lists that the software brings, values can be sealed, put in another order, and removed while no row uses
 * them; their names and keys stay.
 */
export const fixedLists: ReadonlySet<string> = new Set([
  "ConfirmStatusEnum",
  "ClassEnum",
  "SubsidyEnum",
  "FillEnum",
  "CLASS_RUN",
  "ORG_STATE",
  "GRADE_STATUS",
  "EXAM_STATUS",
  "PAPER_STATUS",
  "EXAM_KIND",
  "IDENTITY_STATE",
  "NOTICE_STATUS",
  "PAY_STATUS",
  "INVESTIGATE_STATUS",
  "TASK_STATUS",
  "FLOW_DEFINITION_STATE",
  "FLOW_STATUS",
  "FLOW_ENDING",
  "FLOW_ACTION",
  "LEAVE_STATUS",
  "APPROVAL_STATUS",
  "OBJECTION_STATE",
  "PAYMENT_COMMAND",
  "BAR_STATE",
  "POLICY_STATE",
  "POLICY_SUBJECT",
  "POLICY_CHANGE_KIND",
  "BAR_SUBJECT",
  "USER_STATUS",
  "LINE_STATUS",
  "STUDENT_SUBSIDY",
  "PLAN_RELEASE",
  "PRINTED",
  "CHANGE_PENDING",
  "GRADE_RESULT",
  "GRADE_BAND",
  "TRIAL_RESULT",
  "SEVERITY",
  "EXT_QUERY",
  "EXT_RESULT",
  "FINDING_BUSINESS",
  "REVIEW_NODE",
  "INSPECT_RESULT",
  "RESIGN_KIND",
  "ROSTER_SOURCE",
  "VALIDITY",
  "YES_NO",
  "CURRENT",
  "KNOWN",
  "LOGIN_TYPE",
  "APPLY_SIDE",
  "MENU_CATEGORY",
  "MENU_ACTION",
  "MENU_OPEN",
  "REGION_LEVEL",
  "DATE_PATTERN",
  "RESET_CYCLE",
  "DEPT_CATEGORY",
]);

/** Who maintains a list: the bureau, the software for keys and names only, or the software alone. */
export const keeping = codeList("DICT_KEEPING", "维护方式", "Maintained by", {
  own: ["自行维护", "Bureau"],
  built: ["系统内置", "Built in"],
  fixed: ["系统固定", "Fixed"],
});

const byCode = record({ code: text(50, "字典编号", "List", "required") });

function createCalls<F extends Fields>(entity: Entity<F>, path: string, resource: string) {
  const { name, zh, en } = entity;
  const { detail, submit, remove } = crudCalls(entity, path, resource);
  const view = { method: "GET", access: `${resource}_view` } as const;
  return {
    export: exportCall(entity, path, resource),
    import: importCalls(entity, path, resource),
    /** All rows that match, as trees. */
    list: call({
      ...view,
      name: `${name}.list`,
      path: `${path}/list`,
      zh: `${zh}列表`,
      en: `${en}: list`,
      input: queryShape(entity),
      output: list(branchShape<Branch<DictionaryRow>>(entity)),
    }),
    /** The heads of the lists. */
    parentList: call({
      ...view,
      name: `${name}.parentList`,
      path: `${path}/parent-list`,
      zh: `${zh}：字典`,
      en: `${en}: lists`,
      input: queryShape(entity),
      output: pageShape(rowShape(entity, { keeping: code(keeping, "维护方式", "Maintained by", "required") })),
    }),
    /** Everything below a head that matches, as a tree. */
    childList: call({
      ...view,
      name: `${name}.childList`,
      path: `${path}/child-list`,
      zh: `${zh}：字典值`,
      en: `${en}: entries of a list`,
      input: queryShape(entity, { parentId: ref(name, "上级字典", "Parent", "required") }),
      output: list(branchShape<Branch<DictionaryRow>>(entity)),
    }),
    tree: call({
      ...view,
      name: `${name}.tree`,
      path: `${path}/tree`,
      zh: `${zh}树`,
      en: `${en}: tree`,
      input: record({ code: text(50, "字典编号", "Not used") }),
      output: list(treeNode),
    }),
    /** Entries of one list in order, sealed ones included (they are marked). */
    dictionary: call({
      name: `${name}.dictionary`,
      method: "GET",
      path: `${path}/dictionary`,
      zh: `读取${zh}`,
      en: `${en}: entries`,
      access: "signedIn",
      input: byCode,
      output: list(rowShape(entity)),
    }),
    detail: { ...detail, output: rowShape(entity, { parentName: text(100, "上级字典", "Parent", "computed") }) },
    submit,
    remove,
  };
}

/** The head of a list, as the list of heads gives it. */
export type DictionaryHead = DictionaryRow & { keeping: "own" | "built" | "fixed" };

export const dictionaryCalls = createCalls(Dictionary, "/api/blade-system/dict", "dict");

const businessPath = "/api/blade-system/dict-biz";
export const businessDictionaryCalls = {
  ...createCalls(BusinessDictionary, businessPath, "dict_biz"),
  /** Of the software's own lists, those that the bureau changed: which keys may be chosen, in which order. The rest is offered as it is. */
  offered: call({
    name: "BusinessDictionary.offered",
    method: "GET",
    path: `${businessPath}/offered`,
    zh: "可选字典值",
    en: "Business dictionary: what may be chosen",
    access: "signedIn",
    output: list(
      record({ code: text(50, "字典编号", "List", "required"), keys: texts(50, "字典键值", "Keys", "required") }),
    ),
  }),
};
export type OfferedList = { code: string; keys: string[] };
