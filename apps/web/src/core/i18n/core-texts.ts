import { texts } from "./texts.ts";

/** Texts of the common pieces: lists, forms, dialogs, uploads, imports, jobs. */
export const { useTexts, load: loadTexts } = texts("core", {
  zh: () => import("./core-texts.zh.ts"),
  en: () => import("./core-texts.en.ts"),
});
