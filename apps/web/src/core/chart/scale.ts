/** The upper end of an axis and its marks: 3 to 5 steps of 1, 2 or 5 times a power of ten, whole numbers at least. */
export function calculateScale(values: readonly number[]): { top: number; marks: number[] } {
  const greatest = Math.max(0, ...values);
  if (greatest === 0) return { top: 1, marks: [0, 1] };
  const rough = greatest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const count = Math.ceil(greatest / step);
  return { top: count * step, marks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** Interval of the labels that are written, so that none overlap. @param room width of one place in pixels */
export const everyLabel = (room: number, widest: number): number => Math.max(1, Math.ceil(widest / room));
