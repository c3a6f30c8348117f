import { texts } from "../core/i18n/texts.ts";

export const { useTexts } = texts("thirdParty", {
  zh: () => import("./third-party-texts.zh.ts"),
  en: () => import("./third-party-texts.en.ts"),
});
