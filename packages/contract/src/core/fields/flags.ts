import { codeList } from "./field.ts";

/** Yes and no in the words of the field: lists of two or three codes that every domain uses. */

/** Yes and no as the wire writes them. */
export const yesNo = codeList("YES_NO", "是否", "Yes or no", { "1": ["是", "Yes"], "0": ["否", "No"] });
export const validity = codeList("VALIDITY", "是否有效", "Validity", {
  isValid: ["有效", "Valid", "good"],
  unValid: ["无效", "Invalid", "bad"],
});
export const currency = codeList("CURRENT", "当前聘用", "Current", {
  isCurrentUser: ["当前聘用", "Current", "good"],
  unCurrentUser: ["非当前聘用", "Not current"],
});
/** 1 yes, 0 no, 2 unknown: the answer of an external register. */
export const known = codeList("KNOWN", "核验结果", "Verified", {
  "1": ["是", "Yes", "good"],
  "0": ["否", "No", "bad"],
  "2": ["未知", "Unknown"],
});
