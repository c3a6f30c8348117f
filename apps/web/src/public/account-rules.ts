import { checkAccountPhone } from "@jipei/contract/core/fields/formats.ts";
import { checkIdNumber } from "@jipei/contract/core/fields/id-number.ts";
import type { Named } from "../core/i18n/language.ts";

/** Rules that are checked at a field before the server is asked; the server checks again. */
export type Issues = Readonly<Record<string, Named | string | undefined>>;

export const idIssue = (value: string): Named | undefined => checkIdNumber(value) ?? undefined;
export const phoneIssue = (value: string): Named | undefined => checkAccountPhone(value) ?? undefined;
export const isCode = (value: string): boolean => /^\d{6}$/.test(value);
