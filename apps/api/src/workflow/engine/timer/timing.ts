import type { Template } from "@jipei/contract/workflow/expression/template.ts";
import { addDuration, readDate, readDuration } from "./civil-time.ts";
import { nextOf, readCron } from "./cron.ts";

/** When a timer event fires, as the model says it. */
export interface Timing {
  readonly kind: "date" | "duration" | "cycle";
  readonly text: Template;
}

/** When a timer fires, and by what it repeats. */
export interface Schedule {
  readonly due: Date;
  /** How often it fires after that; null is once, -1 is for ever. */
  readonly repeats: number | null;
  /** Duration or cron expression, with the last moment behind a slash where there is one. */
  readonly cycle: string | null;
}

/** Reads when a timer fires that begins `now`. @returns null where the text is no such time */
export function schedule(kind: Timing["kind"], text: string, now: Date): Schedule | null {
  if (kind === "cycle") return scheduleCycle(text.trim(), now);
  const date = kind === "date" ? readDate(text) : null;
  if (date) return { due: date, repeats: null, cycle: null };
  const duration = readDuration(text);
  return duration && { due: addDuration(now, duration), repeats: null, cycle: null };
}

/** `R3/PT1H`, `R/2026-12-01T08:00/P1D`, `R5/PT1H/2026-12-31`, or a cron expression. */
function scheduleCycle(text: string, now: Date): Schedule | null {
  const match = /^R(\d{0,9})\/(.+)$/i.exec(text);
  if (!match) {
    const due = readCron(text) && nextDue(text, now);
    return due ? { due, repeats: -1, cycle: text } : null;
  }
  const [, count = "", rest = ""] = match;
  const [first = "", second, third] = rest.split("/");
  const start = readDate(first);
  const [span = "", last] = start ? [second, third] : [first, second];
  const duration = readDuration(span);
  if (!duration || (last !== undefined && !readDate(last)) || isEmpty(duration) || count === "0") return null;
  return {
    due: start ?? addDuration(now, duration),
    repeats: count === "" ? -1 : Number(count) - 1,
    cycle: last === undefined ? span : `${span}/${last}`,
  };
}

/** When a repeating timer fires after `from`. @returns null where it has come to its end */
export function nextDue(cycle: string, from: Date): Date | null {
  const [span = "", last] = cycle.startsWith("P") ? cycle.split("/") : [cycle];
  const duration = readDuration(span);
  if (duration) {
    const due = addDuration(from, duration);
    const end = last === undefined ? null : readDate(last);
    return end && due > end ? null : due;
  }
  const cron = readCron(cycle);
  return cron && nextOf(cron, from);
}

/**
 * When something that was due by a schedule is due again: by its own rhythm, and after `now` where that has passed. What was missed meanwhile is
 * not made up for. @returns null where it does not repeat, or has come to its end
 */
export function nextOccurrence({ due, repeats, cycle }: Schedule, now: Date): Pick<Schedule, "due" | "repeats"> | null {
  if (!cycle || repeats === 0) return null;
  const regular = nextDue(cycle, due);
  const next = regular && regular <= now ? nextDue(cycle, now) : regular;
  return next && { due: next, repeats: repeats === null || repeats < 0 ? repeats : repeats - 1 };
}

/** Repeating at once for ever would stop nothing else from happening, and the server from working. */
const isEmpty = (duration: { months: number; days: number; milliseconds: number }): boolean =>
  duration.months === 0 && duration.days === 0 && duration.milliseconds === 0;
