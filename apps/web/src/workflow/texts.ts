import { texts } from "../core/i18n/texts.ts";

export const { useTexts, load } = texts("workflow", {
  zh: () => import("./texts.zh.ts"),
  en: () => import("./texts.en.ts"),
});
