import type { BusinessDictionary, Dictionary, dictionaryCalls } from "@jipei/contract/settings/dictionary.ts";

/** One of the two dictionaries, which share their pages. */
export interface DictionaryProps {
  entity: typeof Dictionary | typeof BusinessDictionary;
  calls: typeof dictionaryCalls;
  resource: "dict" | "dict_biz";
}
