import { call } from "../core/call.ts";
import { code, codeList, int, text } from "../core/fields/field.ts";
import { form, list, record } from "../core/fields/shape.ts";

/** The dictionary calls of the system service, with encrypted bodies (auth/envelope.ts). */

/** The conditions that a caller may name for entries; a caller cannot send SQL. */
export const dictionaryCondition = codeList("DIC_CONDITION", "字典条件", "Which entries", {
  all: ["全部", "All"],
  unsealed: ["未封存", "Not sealed"],
  sealed: ["已封存", "Sealed"],
});

const dicId = text(50, "字典编号", "List", "required");

export interface DictionaryInfo {
  dicId: string;
  dicName: string;
  dicNameEn: string | null;
  isSealed: string;
  remark: string | null;
}

export interface DictionaryDetail {
  dicId: string;
  detailId: string;
  dictKey: string;
  dictValue: string;
  dictValueEn: string | null;
  sort: number;
  isSealed: string;
}

const words = (zh: string, en: string) => text(500, zh, en, "required");
const dictionaryInfo = form<DictionaryInfo>("DictionaryInfo", "字典信息", "Head of a dictionary", () => ({
  dicId: words("字典编号", "List"),
  dicName: words("字典名称", "Name"),
  dicNameEn: text(500, "英文名称", "English name"),
  isSealed: words("是否封存", "Sealed"),
  remark: text(500, "备注", "Remark"),
}));
const dictionaryDetail = form<DictionaryDetail>("DictionaryDetail", "字典明细", "Entry of a dictionary", () => ({
  dicId: words("字典编号", "List"),
  detailId: words("明细主键", "Id of the entry"),
  dictKey: words("键值", "Key"),
  dictValue: words("名称", "Name"),
  dictValueEn: text(500, "英文名称", "English name"),
  sort: int("排序", "Order", "required"),
  isSealed: words("是否封存", "Sealed"),
}));

export const getDictionaryInfo = call({
  name: "System.getDictionaryInfo",
  method: "POST",
  path: "/api/zjgrsj-system/web/dic/getdicinfo.action",
  zh: "字典信息",
  en: "Dictionary: head",
  access: "signedIn",
  style: "encrypted",
  input: record({ dicId }),
  output: dictionaryInfo,
});

export const loadDictionaryDetails = call({
  name: "System.loadDictionaryDetails",
  method: "POST",
  path: "/api/zjgrsj-system/web/dic/loaddicdetaillistbywherecondition.action",
  zh: "字典明细",
  en: "Dictionary: entries",
  access: "signedIn",
  style: "encrypted",
  input: record({ dicId, expCon: code(dictionaryCondition, "条件", "Condition") }),
  output: list(dictionaryDetail),
});
