import { addDays } from "../../../core/foundation/clock.ts";
import { fromCivil, toCivil } from "./civil-time.ts";

/** A cron expression as sets of what fits. */
export interface Cron {
  readonly seconds: ReadonlySet<number>;
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  /** null is every day; 0 is the last of the month. */
  readonly days: ReadonlySet<number> | null;
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday; null is every day. */
  readonly weekdays: ReadonlySet<number> | null;
  readonly years: ReadonlySet<number> | null;
}

const monthNames = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const dayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
/** How far ahead is looked for a day that fits: 29 February comes within eight years. */
const furthest = 9 * 366;

/**
 * Reads a cron expression: of Quartz, with seconds first and 1 for Sunday (6 or 7 fields), or of Unix, with 0 for Sunday (5 fields).
 * @returns null where it is none, or asks for what is not supported (`W`, `#`)
 */
export function readCron(text: string): Cron | null {
  const fields = text.trim().toUpperCase().split(/\s+/);
  const unix = fields.length === 5;
  if (unix) fields.unshift("0");
  if (fields.length !== 6 && fields.length !== 7) return null;
  const [second = "", minute = "", hour = "", day = "", month = "", weekday = "", year = "*"] = fields;
  const numbered = dayNames.reduce(
    (names, name, index) => names.replaceAll(name, String(unix ? index : index + 1)),
    weekday,
  );
  const named = monthNames.reduce((names, name, index) => names.replaceAll(name, String(index + 1)), month);
  const seconds = readField(second, 0, 59);
  const minutes = readField(minute, 0, 59);
  const hours = readField(hour, 0, 23);
  const days = day === "L" ? new Set([0]) : readField(day, 1, 31);
  const months = readField(named, 1, 12);
  const weekdays = unix ? readField(numbered, 0, 7) : readField(numbered, 1, 7);
  const years = readField(year, 1970, 2199);
  if (!seconds || !minutes || !hours || !days || !months || !weekdays || !years) return null;
  const isAny = (field: string) => field === "*" || field === "?";
  return {
    seconds,
    minutes,
    hours,
    months,
    days: isAny(day) ? null : days,
    weekdays: isAny(weekday) ? null : new Set([...weekdays].map((each) => (unix ? each % 7 : each - 1))),
    years: isAny(year) ? null : years,
  };
}

/** The first moment after `from` that fits. @returns null where none does for years */
export function nextOf(cron: Cron, from: Date): Date | null {
  // The second after this one is the first that counts.
  const start = toCivil(new Date(Math.floor(from.getTime() / 1000) * 1000 + 1000));
  for (let ahead = 0; ahead <= furthest; ahead++) {
    const day = addDays(start.day, ahead);
    if (!fitsDay(cron, day)) continue;
    const time = firstTime(cron, ahead === 0 ? start.time / 1000 : 0);
    if (time !== null) return fromCivil({ day, time: time * 1000 });
  }
  return null;
}

function fitsDay({ days, months, weekdays, years }: Cron, day: string): boolean {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  if (!months.has(month) || (years && !years.has(year))) return false;
  const isLast = addDays(day, 1).endsWith("-01");
  const byDate = !days || days.has(date) || (days.has(0) && isLast);
  const byWeekday = !weekdays || weekdays.has(new Date(`${day}T00:00:00Z`).getUTCDay());
  return byDate && byWeekday;
}

/** The first second of a day, from one on, that fits. */
function firstTime({ hours, minutes, seconds }: Cron, from: number): number | null {
  for (let hour = Math.floor(from / 3600); hour < 24; hour++) {
    if (!hours.has(hour)) continue;
    for (let minute = 0; minute < 60; minute++) {
      if (!minutes.has(minute) || hour * 3600 + minute * 60 + 59 < from) continue;
      for (let second = 0; second < 60; second++) {
        const time = hour * 3600 + minute * 60 + second;
        if (seconds.has(second) && time >= from) return time;
      }
    }
  }
  return null;
}

/** A field: any, numbers, ranges and steps, divided by commas. */
function readField(field: string, least: number, most: number): Set<number> | null {
  const fitting = new Set<number>();
  for (const part of field.split(",")) {
    const match = /^(?:\*|\?|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!match) return null;
    const [, first, last, every] = match;
    // A number alone is itself; with a step, as `5/10`, it goes on to the end.
    const isAlone = first !== undefined && every === undefined;
    const from = Number(first ?? least);
    const to = Number(last ?? (isAlone ? from : most));
    const step = every === undefined ? 1 : Number(every);
    if (from < least || to > most || from > to || step < 1) return null;
    for (let value = from; value <= to; value += step) fitting.add(value);
  }
  return fitting;
}
