import { texts } from "../../core/i18n/texts.ts";

export const { useTexts } = texts("help", { zh: () => import("./texts.zh.ts"), en: () => import("./texts.en.ts") });
