import { language } from "./language.ts";

/** Names one after the other, as the current language separates them. */
export const joinNames = (names: readonly string[]): string => names.join(language() === "zh" ? "、" : ", ");
