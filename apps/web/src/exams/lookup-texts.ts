import { texts } from "../core/i18n/texts.ts";

/** Texts of the public pages; apart from the domain's own, which a phone need not fetch. */
export const { useTexts, load } = texts("lookup", {
  zh: () => import("./lookup-texts.zh.ts"),
  en: () => import("./lookup-texts.en.ts"),
});
