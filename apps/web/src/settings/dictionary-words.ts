import type { DictionaryRow } from "@jipei/contract/settings/dictionary.ts";
import type { Named } from "../core/i18n/language.ts";

export const listsName: Named = ["字典", "Lists"];
export const valuesName: Named = ["字典值", "Values"];

/** What a list or a value is called; its English name may be missing. */
export const getName = ({ dictValue, dictValueEn }: Pick<DictionaryRow, "dictValue" | "dictValueEn">): Named => [
  dictValue,
  dictValueEn ?? dictValue,
];
