import { codeList } from "@jipei/contract/core/fields/field.ts";

const periods = codeList("STANDARD_PERIOD", "状态", "State", {
  now: ["执行中", "In force", "good"],
  later: ["未生效", "Not yet", "waiting"],
  past: ["已失效", "Ended", "neutral"],
  off: ["停用", "Out of use", "bad"],
});

/** Whether a standard is in force on a day; both its first and its last day count. */
export function standardPeriod(row: { effectDate: string; expireDate: string | null; isValid: string }, day: string) {
  return { codes: periods, value: findPeriod(row, day) };
}

function findPeriod(row: { effectDate: string; expireDate: string | null; isValid: string }, day: string) {
  if (row.isValid !== "isValid") return "off";
  if (row.effectDate > day) return "later";
  return row.expireDate !== null && row.expireDate < day ? "past" : "now";
}
