import { texts } from "../../core/i18n/texts.ts";

export const { useTexts } = texts("on-site", {
  zh: () => import("./texts.zh.ts"),
  en: () => import("./texts.en.ts"),
});
