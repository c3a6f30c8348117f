import { type CodeOf, codeList } from "../core/fields/field.ts";

/** The months, quarters and the whole of a year; their codes sort as they end within it, each kind by itself. */
export const workPeriod = codeList("WORK_PERIOD", "期间", "Period", {
  "01": ["1月", "January"],
  "02": ["2月", "February"],
  "03": ["3月", "March"],
  "04": ["4月", "April"],
  "05": ["5月", "May"],
  "06": ["6月", "June"],
  "07": ["7月", "July"],
  "08": ["8月", "August"],
  "09": ["9月", "September"],
  "10": ["10月", "October"],
  "11": ["11月", "November"],
  "12": ["12月", "December"],
  Q1: ["一季度", "First quarter"],
  Q2: ["二季度", "Second quarter"],
  Q3: ["三季度", "Third quarter"],
  Q4: ["四季度", "Fourth quarter"],
  Y: ["全年", "Whole year"],
});
export type WorkPeriod = CodeOf<typeof workPeriod>;

/** A period of a year. */
export interface Period {
  workYear: number;
  workPeriod: WorkPeriod;
}

/** Whether it is a month, a quarter or a year. */
export function spanOf(period: WorkPeriod): "M" | "Q" | "Y" {
  if (period === "Y") return "Y";
  return period.startsWith("Q") ? "Q" : "M";
}

/** Of records, the latest before a period, of the same span: a month is preceded by a month. The first of several of one period. */
export function findLast<R extends Period>(records: readonly R[], { workYear, workPeriod }: Period): R | undefined {
  const place = (one: Period): string => `${one.workYear} ${one.workPeriod}`;
  return records
    .filter((one) => spanOf(one.workPeriod) === spanOf(workPeriod) && place(one) < `${workYear} ${workPeriod}`)
    .reduce<R | undefined>((last, one) => (last && place(last) >= place(one) ? last : one), undefined);
}

/** The first and the last month (1–12) of a period. */
export function monthsOf(period: WorkPeriod): readonly [first: number, last: number] {
  if (period === "Y") return [1, 12];
  if (period.startsWith("Q")) return [Number(period[1]) * 3 - 2, Number(period[1]) * 3];
  return [Number(period), Number(period)];
}

/** The first and the last day of a period (yyyy-MM-dd), both inclusive. */
export interface Days {
  from: string;
  to: string;
}
export function daysOf(year: number, period: WorkPeriod): Days {
  const [first, last] = monthsOf(period);
  const lastDay = new Date(Date.UTC(year, last, 0)).getUTCDate();
  return { from: `${year}-${twoDigits(first)}-01`, to: `${year}-${twoDigits(last)}-${lastDay}` };
}

const twoDigits = (n: number): string => String(n).padStart(2, "0");
