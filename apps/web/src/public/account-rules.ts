import { checkAccountPhone } from "@jipei/contract/core/formats.ts";
import { checkIdNumber } from "@jipei/contract/core/id-number.ts";
import type { Named } from "../core/i18n/language.ts";

/** What can be said at a field before the server is asked; the server checks again. */
export type Faults = Readonly<Record<string, Named | string | undefined>>;

export const idFault = (value: string): Named | undefined => checkIdNumber(value) ?? undefined;
export const phoneFault = (value: string): Named | undefined => checkAccountPhone(value) ?? undefined;
export const isGoodPassword = (value: string): boolean => /^(?=.*[A-Za-z])(?=.*\d)\S{8,64}$/.test(value);
export const isCode = (value: string): boolean => /^\d{6}$/.test(value);
