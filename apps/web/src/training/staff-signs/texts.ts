import { texts } from "../../core/i18n/texts.ts";

export const { useTexts, load } = texts("staffSigns", {
  zh: () => import("./texts.zh.ts"),
  en: () => import("./texts.en.ts"),
});
