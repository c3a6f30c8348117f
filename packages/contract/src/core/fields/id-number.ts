import type { Issue } from "../issue.ts";

/** Resident identity numbers, GB 11643-1999, and the documents that follow the same scheme. */

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkCharacters = "10X98765432";
export const provinces: ReadonlySet<string> = new Set(
  "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91".split(
    " ",
  ),
);

const issues = {
  empty: { key: "ID_EMPTY", zh: "证件号码不能为空", en: "ID number is required" },
  length: { key: "ID_LENGTH", zh: "证件号码长度不为18位", en: "ID number must have 18 characters" },
  format: { key: "ID_FORMAT", zh: "证件号码格式错误", en: "ID number must be 17 digits and a digit or X" },
  region: { key: "ID_REGION", zh: "地址编码错误", en: "ID number has an unknown region code" },
  check: { key: "ID_CHECK", zh: "证件号码校验位错误", en: "ID number check digit is wrong" },
  birthday: { key: "ID_BIRTHDAY", zh: "证件号码出生日期错误", en: "Birth date in the ID number is invalid" },
  other: { key: "ID_OTHER", zh: "证件号码须为6–18位字母或数字", en: "Document number must be 6–18 letters or digits" },
} as const satisfies Record<string, Issue>;

/** The prefixes a kind of document may have (ID_TYPE); null: none is tested. */
const prefixes: Readonly<Record<string, ReadonlySet<string> | null>> = {
  "1": provinces,
  "2": new Set(["81", "82"]),
  "3": new Set(["83"]),
  "4": null,
};

/** Today in China, yyyy-MM-dd. */
const chinaToday = () => new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);

/**
 * The issue of a document number, or null.
 * @param value trimmed and put into capitals here
 * @param idType ID_TYPE: 1 resident card, 2–4 the cards of the same scheme, 9 others
 * @param today yyyy-MM-dd, the latest birth date
 */
export function checkIdNumber(value: string, idType = "1", today = chinaToday()): Issue | null {
  const id = value.trim().toUpperCase();
  if (id === "") return issues.empty;
  if (idType === "9") return /^[A-Z0-9]{6,18}$/.test(id) ? null : issues.other;
  if (id.length !== 18) return issues.length;
  if (!/^\d{17}[\dX]$/.test(id)) return issues.format;
  const allowed = prefixes[idType];
  if (allowed === undefined || (allowed === null ? !id.startsWith("9") : !allowed.has(id.slice(0, 2))))
    return issues.region;
  if (checkCharacters[idNumberSum(id) % 11] !== id[17]) return issues.check;
  const birthday = findBirthday(id);
  if (birthday === null || birthday < "1900-01-01" || birthday > today) return issues.birthday;
  return null;
}

/** The weighted sum of the first 17 digits. */
export function idNumberSum(id: string): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += (weights[i] as number) * (id.charCodeAt(i) - 48);
  return sum;
}

/** yyyy-MM-dd from an 18-character number, or null where it names no day. */
export function findBirthday(id: string): string | null {
  const [year, month, day] = [id.slice(6, 10), id.slice(10, 12), id.slice(12, 14)];
  // Counted rather than parsed: rosters have a hundred thousand of them.
  if (!/^\d{8}$/.test(id.slice(6, 14)) || !(Number(day) >= 1 && Number(day) <= lastDay(Number(year), Number(month))))
    return null;
  return `${year}-${month}-${day}`;
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Last day of a month, 1 to 12; 0 for no month. */
function lastDay(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (lengths[month - 1] ?? 0);
}

/** GB/T 2261.1: 1 male, 2 female. */
export const getSex = (id: string): "1" | "2" => (Number(id[16]) % 2 === 1 ? "1" : "2");

/** Full years at a day: born 2010-11-20 is 16 from 2026-11-20 on. Both yyyy-MM-dd. */
export function ageAt(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}
