import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  undo: "Undo",
  undoTitle: "Undo the import?",
  undoQuestion:
    "Undoing “{file}” removes the rows that it added ({inserted}) and sets back those that it changed ({updated}). The history tells so.",
  undone: "The import was undone",
  isUndone: "Undone already",
  builtOn: "Built on it",
  nothingBuilt: "Nothing was built on this import; it can be undone.",
} satisfies Translation<typeof zh>;
