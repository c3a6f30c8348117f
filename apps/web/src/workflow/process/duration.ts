import type { useTexts } from "../texts.ts";

/** How long something took, as people say it. */
export function formatDuration(t: ReturnType<typeof useTexts>, milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return t("process.days", { count: days, hours });
  if (hours > 0) return t("process.hours", { hours, minutes: minutes % 60 });
  return minutes > 0 ? t("process.minutes", { minutes }) : t("process.moment");
}

/** Milliseconds since a moment of the wire, which is in China time. */
export const since = (moment: string): number =>
  Math.max(0, Date.now() - Date.parse(`${moment.replace(" ", "T")}+08:00`));
