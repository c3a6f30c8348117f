import { AsyncLocalStorage } from "node:async_hooks";

/** China time, the clock of all rules. Only tests can move it, and the demo county looks back with it. */
let offset = 0;
const earlier = new AsyncLocalStorage<number>();

/** Moves the clock of this process by some days; for tests only. */
export function moveClock(days: number): void {
  offset = days * 86_400_000;
}

/** Runs `work` as some days ago; whatever else the process does meanwhile keeps its time. For the demo county and tests only. */
export const inThePast = <T>(days: number, work: () => T): T => earlier.run(daysBack() + days, work);
/** By how many days this clock is back, here. */
export const daysBack = (): number => earlier.getStore() ?? 0;

const shift = 8 * 3_600_000;
const china = () => new Date(epoch() + shift).toISOString();

/** yyyy-MM-dd */
export const today = (): string => china().slice(0, 10);
/** yyyy-MM-dd HH:mm:ss */
export const now = (): string => china().slice(0, 19).replace("T", " ");
/** yyyy-MM-dd HH:mm:ss.SSS, for times that tell which of two writes was the later one. */
export const moment = (): string => china().slice(0, 23).replace("T", " ");

/** Milliseconds of the epoch, and the same of a time of this clock (yyyy-MM-dd HH:mm:ss). */
export const epoch = (): number => Date.now() + offset - daysBack() * 86_400_000;
export const toEpoch = (time: string): number => Date.parse(`${time.replace(" ", "T")}Z`) - shift;
/** yyyy-MM-dd HH:mm:ss */
export const fromEpoch = (ms: number): string => new Date(ms + shift).toISOString().slice(0, 19).replace("T", " ");

/** @param day yyyy-MM-dd */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Days from one day to a later one, both yyyy-MM-dd. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Same day `months` later; a missing day becomes the last day of that month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Exceptions of the working week: date → true (worked) or false (free); from dictionary `workday_exception`. */
export type WorkdayExceptions = ReadonlyMap<string, boolean>;

/** Whether a day (yyyy-MM-dd) is a working day: Monday to Friday, except where the exceptions say otherwise. */
export function isWorkday(day: string, exceptions: WorkdayExceptions): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return exceptions.get(day) ?? (weekday !== 0 && weekday !== 6);
}

/** Working days after `from` up to `to`, both yyyy-MM-dd; 0 where `to` is not later. */
export function workdaysBetween(from: string, to: string, exceptions: WorkdayExceptions): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isWorkday(day, exceptions)) count++;
  return count;
}

/** The n-th working day before (n < 0) or after (n > 0) `day`, `day` itself not counted. */
export function addWorkdays(day: string, n: number, exceptions: WorkdayExceptions): string {
  const step = Math.sign(n);
  let current = day;
  for (let left = Math.abs(n); left > 0;) {
    current = addDays(current, step);
    if (isWorkday(current, exceptions)) left--;
  }
  return current;
}
