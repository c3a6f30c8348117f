import { BusinessDictionary, businessDictionaryCalls } from "@jipei/contract/settings/dictionary.ts";
import { DictionaryLists } from "./dictionary-lists.tsx";

/** Code lists of the business: the lists above, the values of the one that is picked below. */
export default function BusinessDictionaryPage() {
  return <DictionaryLists entity={BusinessDictionary} calls={businessDictionaryCalls} resource="dict_biz" above />;
}
