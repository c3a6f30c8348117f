import { Dictionary, dictionaryCalls } from "@jipei/contract/settings/dictionary.ts";
import { DictionaryLists } from "./dictionary-lists.tsx";

/** Lists of the system: the list and its values side by side. */
export default function DictionaryPage() {
  return <DictionaryLists entity={Dictionary} calls={dictionaryCalls} resource="dict" />;
}
