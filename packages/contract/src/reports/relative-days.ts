import { type CodeOf, codeList, isCodeInList } from "../core/fields/field.ts";

/** Days that are worked out when a report is run, so that a schedule needs no new ones each month. */
export const relativeDays = codeList("RELATIVE_DAY", "相对日期", "Relative day", {
  "@today": ["今天", "Today"],
  "@monthStart": ["本月第一天", "First of this month"],
  "@lastMonthStart": ["上月第一天", "First of last month"],
  "@lastMonthEnd": ["上月最后一天", "Last of last month"],
  "@yearStart": ["今年第一天", "First of this year"],
  "@thisYear": ["今年", "This year"],
});

/** A value, or the day that it means. @param today yyyy-MM-dd */
export function dayOf(value: string, today: string): string {
  return isCodeInList(relativeDays, value) ? days[value](today) : value;
}

const days: Readonly<Record<CodeOf<typeof relativeDays>, (today: string) => string>> = {
  "@today": (today) => today,
  "@monthStart": (today) => `${today.slice(0, 7)}-01`,
  "@lastMonthStart": (today) => `${lastMonthEnd(today).slice(0, 7)}-01`,
  "@lastMonthEnd": (today) => lastMonthEnd(today),
  "@yearStart": (today) => `${today.slice(0, 4)}-01-01`,
  "@thisYear": (today) => today.slice(0, 4),
};

const lastMonthEnd = (today: string): string =>
  new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1, 0)).toISOString().slice(0, 10);
