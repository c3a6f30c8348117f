import type { Named } from "../core/i18n/language.ts";

/** Why what was handed in cannot be edited. */
export const submitted: Named = ["已提交，不能修改", "Already submitted; it cannot be changed"];
