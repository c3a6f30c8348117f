import { texts } from "../i18n/texts.ts";

/** Texts of the panel of views; fetched with it, because most visits need none of them. */
export const { useTexts } = texts("views", { zh: () => import("./texts.zh.ts"), en: () => import("./texts.en.ts") });
