import type { Field } from "@jipei/contract/core/fields/field.ts";
import { language, languageTag } from "../i18n/language.ts";

/** Numbers in display format. Values come and stay as text: no money passes through a float. */

const digits = (least: number, most: number) =>
  new Intl.NumberFormat(languageTag(), { minimumFractionDigits: least, maximumFractionDigits: most });
/** Intl takes a numeric text exactly, without converting it to a float. */
const isNumeric = (value: string): value is `${number}` => /^-?\d+(\.\d+)?$/.test(value);

/** "1500" → "1,500.00". Anything that is no number is shown as it is. */
export function formatMoney(value: string | number): string {
  const text = String(value);
  return isNumeric(text) ? digits(2, 2).format(text) : text;
}

/** A decimal with its own digits, at most `scale` after the point: "56.0" → "56", "1234.5" → "1,234.5". */
export function formatDecimal(value: string | number, scale = 4): string {
  const text = String(value);
  return isNumeric(text) ? digits(0, scale).format(text) : text;
}

/** A decimal with all of its digits behind the point: "95.9" → "95.90". */
export function formatFixed(value: string | number, scale: number): string {
  const text = String(value);
  return isNumeric(text) ? digits(scale, scale).format(text) : text;
}

/** Lesson hours, days, and other measured numbers: at most two decimals, none where there is none. */
export const formatHours = (value: string | number): string => formatDecimal(value, 2);

/** A rate that is in percent already: "85.50" → "85.5%". Nothing for an empty one. */
export const formatPercent = (value: string | number | null | undefined): string =>
  value == null || value === "" ? "—" : `${formatDecimal(value, 2)}%`;

export const formatCount = (value: number): string => digits(0, 0).format(value);

/** Bytes as KB with two decimals. */
export const formatKb = (bytes: number): string => `${digits(2, 2).format(bytes / 1024)} KB`;

/** A decimal field in yuan: two decimals always, and its columns are added up. */
export const isMoney = (field: Field): boolean => field.kind === "decimal" && field.unitZh === "元";

/** The unit of a field in the current language, empty when it has none. */
export const getUnit = (field: Field, of = language()): string => (of === "zh" ? field.unitZh : field.unitEn) ?? "";

/** The exact sum of decimal texts; empty and masked values count as zero. "0.1" + "0.2" is "0.3". */
export function sumDecimals(values: readonly unknown[]): string {
  const numbers = values.map(String).filter(isNumeric);
  const scale = Math.max(0, ...numbers.map((value) => (value.split(".")[1] ?? "").length));
  const total = numbers.reduce((sum, value) => sum + scaled(value, scale), 0n);
  const text = (total < 0n ? -total : total).toString().padStart(scale + 1, "0");
  const sign = total < 0n ? "-" : "";
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

function scaled(value: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = value.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}
