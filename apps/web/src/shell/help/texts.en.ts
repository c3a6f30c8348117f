import type { Translation } from "../../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  title: "About this page",
  who: "Who may do it",
  next: "What happens next",
  basis: "On what basis",
  keys: "Ctrl+K searches; Esc closes.",
  letters: "Keys of one letter (/ search, J K down and up, N next case, P pass, R return)",
} satisfies Translation<typeof zh>;
