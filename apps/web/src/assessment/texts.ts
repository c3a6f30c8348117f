import { texts } from "../core/i18n/texts.ts";

export const { useTexts, load } = texts("assessment", {
  zh: () => import("./texts.zh.ts"),
  en: () => import("./texts.en.ts"),
});
