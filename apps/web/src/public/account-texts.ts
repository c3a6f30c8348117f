import { texts } from "../core/i18n/texts.ts";

export const { useTexts } = texts("account", {
  zh: () => import("./account-texts.zh.ts"),
  en: () => import("./account-texts.en.ts"),
});
