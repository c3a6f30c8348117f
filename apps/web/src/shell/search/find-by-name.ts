/** Whether Chinese characters are typed by their sounds: `xysh` or `xueyuan` for 学员审核. */
export type ReadsAs = (name: string, typed: string) => boolean;

/**
 * What has the typed words in one of its names, whatever language that is in, or is typed by its sounds. A whole name comes first, then those that begin
 * with the words, that have a word which begins with them, that have them anywhere; sounds come last, since any Latin word may sound like something.
 */
export function findByName<T extends { names: readonly string[] }>(
  all: readonly T[],
  typed: string,
  readsAs: ReadsAs = () => false,
): T[] {
  const part = typed.trim().toLowerCase();
  if (!part) return [];
  const rank = (name: string): number => {
    const place = name.toLowerCase().indexOf(part);
    if (place === 0) return name.length === part.length ? 0 : 1;
    if (place > 0) return name.toLowerCase().includes(` ${part}`) ? 2 : 3;
    return readsAs(name, part) ? 4 : Infinity;
  };
  return all
    .map((one) => ({ one, rank: Math.min(...one.names.map(rank)) }))
    .filter((found) => found.rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}
