import { texts } from "../../core/i18n/texts.ts";

/** Texts of the public pages; separate from those of the domain, which a phone need not fetch. */
export const { useTexts, load } = texts("lookup", {
  zh: () => import("./lookup-texts.zh.ts"),
  en: () => import("./lookup-texts.en.ts"),
});
