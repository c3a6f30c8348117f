import { languageTag } from "../i18n/language.ts";

/** Dates and times of the wire (`yyyy-MM-dd`, `yyyy-MM-dd HH:mm:ss`, China time) as people read them. */

export const formatDate = (value: string): string => value.slice(0, 10);
/** To the minute; seconds matter in logs only. */
export const formatDateTime = (value: string): string => value.slice(0, 16);
export const formatTime = (value: string): string => value.slice(0, 5);

/** MM-dd, where the year is known: in heads of columns. */
export const formatMonthDay = (value: string): string => value.slice(5, 10);

/** 周五 · Fri */
export const getWeekday = (date: string): string => parts({ weekday: "short" }).format(asUtc(date));
/** 2026年11月20日星期五 · Friday 20 November 2026 */
export const formatLongDate = (date: string): string =>
  parts({ weekday: "long", year: "numeric", month: "long", day: "numeric" }).format(asUtc(date));
/** 11月 · Nov */
export const getMonth = (date: string): string => parts({ month: "short" }).format(asUtc(date));

// Days of the wire have no time zone: they are formatted in the zone in which they are parsed.
const parts = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languageTag() === "en" ? "en-GB" : languageTag(), { timeZone: "UTC", ...options });
const asUtc = (date: string) => new Date(`${date.slice(0, 10)}T00:00:00Z`);

/** A moment in China, yyyy-MM-dd HH:mm:ss. @param time milliseconds since 1970 */
export const chinaTime = (time: number): string =>
  new Date(time + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
export const chinaNow = (): string => chinaTime(Date.now());
export const chinaToday = (): string => chinaNow().slice(0, 10);

export function addDays(date: string, days: number): string {
  const day = asUtc(date);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** Whole days from one day to another; negative when it lies before. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((asUtc(to).getTime() - asUtc(from).getTime()) / 86_400_000);
