import { addDays, addMonths } from "../../../core/foundation/clock.ts";

/** China has one time and no summer time. */
const shift = 8 * 3_600_000;

/** Civil time of China. */
export interface CivilTime {
  /** yyyy-MM-dd */
  readonly day: string;
  /** Milliseconds since midnight. */
  readonly time: number;
}

/** What clocks and calendars in China show at a moment. */
export function toCivil(date: Date): CivilTime {
  const moment = new Date(date.getTime() + shift);
  const day = moment.toISOString().slice(0, 10);
  return { day, time: moment.getTime() - Date.parse(`${day}T00:00:00Z`) };
}

export const fromCivil = ({ day, time }: CivilTime): Date => new Date(Date.parse(`${day}T00:00:00Z`) + time - shift);

const dateForm = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** Reads an ISO 8601 date with or without time. Without a zone it is meant in China. @returns null where it is none */
export function readDate(text: string): Date | null {
  const match = dateForm.exec(text.trim());
  if (!match) return null;
  const [, day = "", hour = "0", minute = "0", second = "0", fraction = "", zone] = match;
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (h > 23 || m > 59 || s > 59 || calendarDay(day) !== day) return null;
  const time = ((h * 60 + m) * 60 + s) * 1000 + Number(`0.${fraction || 0}`) * 1000;
  const offset = zone === undefined ? shift : offsetOf(zone);
  return new Date(Date.parse(`${day}T00:00:00Z`) + Math.trunc(time) - offset);
}

/** The day as the calendar has it; 30 February comes out as another, or as nothing. */
function calendarDay(day: string): string | null {
  const moment = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().slice(0, 10);
}

function offsetOf(zone: string): number {
  if (zone === "Z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** A span of the calendar and the clock: a month is not always as long as another. */
export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}

const durationForm =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i;
/** Longer than anything that is waited for, and short enough for the calendar. */
const longest = 100_000;

/** Reads an ISO 8601 duration. @returns null where it is none */
export function readDuration(text: string): Duration | null {
  const match = durationForm.exec(text.trim());
  if (!match) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number((part ?? "0").replace(",", ".")));
  const milliseconds = Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000);
  const duration = { months: years * 12 + months, days: weeks * 7 + days, milliseconds };
  const size = duration.months * 31 + duration.days + milliseconds / 86_400_000;
  return size > longest ? null : duration;
}

/** The moment that lies a duration later, by the calendar of China: a month after 31 January is the end of February. */
export function addDuration(date: Date, { months, days, milliseconds }: Duration): Date {
  const { day, time } = toCivil(date);
  return new Date(fromCivil({ day: addDays(addMonths(day, months), days), time }).getTime() + milliseconds);
}
