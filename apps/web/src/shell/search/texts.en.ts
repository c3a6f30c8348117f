import type { Translation } from "../../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  title: "Search",
  placeholder: "Menu, pinyin initials, class, person, number of a claim or certificate",
  pagesOnly: "Menu, pinyin initials, action",
  none: "Nothing found",
  hint: "↑↓ to choose, Enter to open, Esc to close",
  looking: "Looking for classes, people, claims and certificates…",
  action: "Action",
} satisfies Translation<typeof zh>;
