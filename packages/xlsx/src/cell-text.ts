import type { SheetValue } from "./sheet.ts";

/** A whole number beyond this has lost digits when a spreadsheet kept it as a number. */
const exactDigits = 15;

export interface CellText {
  text: string;
  /** The cell held a number whose last digits are lost: an ID or bank account number typed into a number cell. */
  lostDigits: boolean;
}

/** What a cell says, as one would type it into a form. Dates come as serial numbers, decimals with the noise of binary fractions. */
export function cellText(value: SheetValue): CellText {
  if (value === null || value === undefined) return { text: "", lostDigits: false };
  if (typeof value === "string") return { text: clean(value), lostDigits: false };
  if (typeof value === "boolean") return { text: value ? "是" : "否", lostDigits: false };
  if (value instanceof Date) return { text: dateText(value), lostDigits: false };
  if (Number.isInteger(value)) {
    const text = BigInt(value).toString();
    return { text, lostDigits: text.replace("-", "").length > exactDigits };
  }
  return { text: plainDecimal(Number(value.toPrecision(exactDigits))), lostDigits: false };
}

const plainDecimal = (value: number) =>
  Math.abs(value) < 1e-6 ? value.toFixed(10).replace(/\.?0+$/, "") : String(value);

function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return "";
  const text = value.toISOString();
  if (value.getUTCFullYear() < 1900 || (value.getTime() < Date.UTC(1900, 0, 2) && value.getTime() % 86_400_000 !== 0))
    return text.slice(11, 16);
  return text.slice(11, 19) === "00:00:00" ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** Blanks of every kind around a text, and marks that nobody sees. */
const clean = (text: string) =>
  hasMarks.test(text)
    ? text.replace(/[\u200b-\u200d\u2060\ufeff]/g, "").replace(/^[\s\u3000]+|[\s\u3000]+$/g, "")
    : text;
const hasMarks = /[\u200b-\u200d\u2060\ufeff]|^[\s\u3000]|[\s\u3000]$/;
