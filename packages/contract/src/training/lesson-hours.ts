/** "08:30" → 510 */
export const getMinutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/**
 * Lesson hours (课时) between two clock times, in whole halves, rounded down.
 * @param hourMinutes minutes of one lesson hour, parameter `hour.minutes`
 * @returns "3.5"; "0.0" for a lesson too short to count
 */
export function lessonHours(startTime: string, endTime: string, hourMinutes = 45): string {
  const halves = Math.max(0, Math.floor(((getMinutes(endTime) - getMinutes(startTime)) * 2) / hourMinutes));
  return (halves / 2).toFixed(1);
}
