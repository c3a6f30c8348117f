import { texts } from "../../core/i18n/texts.ts";

/** Texts of the pages that stand outside the shell: errors, lock, public frame. */
export const { useTexts } = texts("frame", {
  zh: () => import("./frame-texts.zh.ts"),
  en: () => import("./frame-texts.en.ts"),
});
