import type { Rhythm } from "@jipei/contract/reports/report-schedule.ts";
import { addDays, addMonths } from "../../core/foundation/clock.ts";

export interface Beat {
  rhythm: Rhythm;
  /** Of the week from Monday, or of the month; of a shorter month its last. */
  day: number | null;
  /** HH:mm */
  time: string;
}

/** When a schedule is due next, after a time (yyyy-MM-dd HH:mm:ss). */
export function nextTime({ rhythm, day, time }: Beat, after: string): string {
  const first = after.slice(0, 10);
  for (let tried = first; ; tried = addDays(tried, 1)) {
    const at = `${tried} ${time.slice(0, 5)}:00`;
    if (at > after && isDay(rhythm, day, tried)) return at;
  }
}

function isDay(rhythm: Rhythm, day: number | null, tried: string): boolean {
  switch (rhythm) {
    case "daily":
      return true;
    case "weekly":
      return (new Date(`${tried}T00:00:00Z`).getUTCDay() || 7) === day;
    case "monthly": {
      const last = Number(addDays(addMonths(`${tried.slice(0, 8)}01`, 1), -1).slice(8));
      return Number(tried.slice(8)) === Math.min(day ?? 1, last);
    }
  }
}
