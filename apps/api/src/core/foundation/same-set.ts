/** Whether two lists name the same values, in whatever order. */
export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const [ones, others] = [new Set(one), new Set(other)];
  return ones.size === others.size && one.every((value) => others.has(value));
}
