import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  undo: "Undo",
  undoTitle: "Undo the import?",
  undoQuestion:
    "Undoing “{file}” removes the {inserted} rows that it added and sets the {updated} rows that it changed back. The history tells so.",
  undone: "The import was undone",
  isUndone: "Undone already",
  builtOn: "Built on it",
  nothingBuilt: "Nothing was built on this import; it can be undone.",
} satisfies Translation<typeof zh>;
