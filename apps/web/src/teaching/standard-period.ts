import { codeList } from "@jipei/contract/core/field.ts";

const periods = codeList("STANDARD_PERIOD", "状态", "State", {
  now: ["执行中", "In force", "good"],
  later: ["未生效", "Not yet", "waiting"],
  past: ["已失效", "Ended", "neutral"],
  off: ["停用", "Out of use", "bad"],
});

/** Where a standard stands on a day; both its first and its last day count. */
export function standardPeriod(row: { effectDate: string; expireDate: string | null; isValid: string }, day: string) {
  const value =
    row.isValid !== "isValid"
      ? "off"
      : row.effectDate > day
        ? "later"
        : row.expireDate !== null && row.expireDate < day
          ? "past"
          : "now";
  return { codes: periods, value } as const;
}
