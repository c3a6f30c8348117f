import { texts } from "../i18n/texts.ts";

/** Texts of the import of workbooks; fetched with its dialog, because most visits need none of them. */
export const { useTexts } = texts("import", { zh: () => import("./texts.zh.ts"), en: () => import("./texts.en.ts") });
