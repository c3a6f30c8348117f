import { texts } from "../../i18n/texts.ts";

export const { useTexts } = texts("preview", {
  zh: () => import("./texts.zh.ts"),
  en: () => import("./texts.en.ts"),
});
