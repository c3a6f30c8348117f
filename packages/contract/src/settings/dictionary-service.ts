import { call } from "../core/call.ts";
import { code, codeList, text } from "../core/fields/field.ts";
import { any, record } from "../core/fields/shape.ts";

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

export const getDictionaryInfo = call({
  name: "System.getDictionaryInfo",
  method: "POST",
  path: "/api/zjgrsj-system/web/dic/getdicinfo.action",
  zh: "字典信息",
  en: "Dictionary: head",
  access: "signedIn",
  style: "encrypted",
  input: record({ dicId }),
  output: any<DictionaryInfo>(),
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
  output: any<DictionaryDetail[]>(),
});
