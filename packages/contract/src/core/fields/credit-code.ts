import type { Issue } from "../issue.ts";
import { provinces } from "./id-number.ts";

/** Unified social credit codes, GB 32100-2015. */

const alphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2];

const issues = {
  empty: { key: "CREDIT_EMPTY", zh: "统一社会信用代码不能为空", en: "Credit code is required" },
  length: { key: "CREDIT_LENGTH", zh: "统一社会信用代码长度不为18位", en: "Credit code must have 18 characters" },
  characters: {
    key: "CREDIT_CHARACTERS",
    zh: "统一社会信用代码含非法字符",
    en: "Credit code has characters that are not allowed",
  },
  region: { key: "CREDIT_REGION", zh: "登记机关行政区划码错误", en: "Credit code has an unknown region code" },
  check: { key: "CREDIT_CHECK", zh: "统一社会信用代码校验位错误", en: "Credit code check character is wrong" },
} as const satisfies Record<string, Issue>;

/** The weighted sum of the first 17 characters. */
export const creditCodeSum = (code: string): number =>
  weights.reduce((sum, weight, i) => sum + weight * alphabet.indexOf(code[i] ?? ""), 0);

/** The issue of a credit code, or null; it is trimmed and put into capitals first. */
export function checkCreditCode(value: string): Issue | null {
  const code = value.trim().toUpperCase();
  if (code === "") return issues.empty;
  if (code.length !== 18) return issues.length;
  if ([...code].some((c) => !alphabet.includes(c))) return issues.characters;
  if (!knownRegion(code.slice(2, 8))) return issues.region;
  if (alphabet[(31 - (creditCodeSum(code) % 31)) % 31] !== code[17]) return issues.check;
  return null;
}

/** A province, or 100000: units registered with the state itself. */
const knownRegion = (region: string) =>
  region === "100000" || (/^\d{6}$/.test(region) && provinces.has(region.slice(0, 2)));

/**
 * Whether the organisation code inside (GB 11714) has the right check character.
 * A wrong one is worth a warning, never a refusal: older codes exist.
 */
export function organisationCodeFits(creditCode: string): boolean {
  const code = creditCode.trim().toUpperCase().slice(8, 17);
  const values = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const sum = organisationWeights.reduce((total, weight, i) => total + weight * values.indexOf(code[i] ?? ""), 0);
  const check = (11 - (sum % 11)) % 11;
  return code[8] === (check === 10 ? "X" : String(check));
}
