import { texts } from "./i18n/texts.ts";

/** Texts of the common pieces: lists, forms, dialogs, uploads, imports, jobs. */
export const { useTexts, load: loadTexts } = texts("core", {
  zh: () => import("./texts.zh.ts"),
  en: () => import("./texts.en.ts"),
});
