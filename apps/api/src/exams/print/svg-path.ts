/** How many numbers follow each letter of a path. */
const takes: Readonly<Record<string, number>> = { M: 2, L: 2, T: 2, H: 1, V: 1, Q: 4, C: 6, S: 4, Z: 0 };

/**
 * A path of absolute places with each `T` (a curve that goes on smoothly) as a `Q`: pdfkit reflects its control point twice, which bends every second
 * one the wrong way.
 */
export function withoutSmoothCurves(path: string): string {
  let [x, y] = [0, 0];
  /** Of the curve before; null behind anything else. */
  let control: [number, number] | null = null;
  const steps: string[] = [];
  for (const [, letter = "", rest = ""] of path.matchAll(/([MLTHVQCSZ])([^MLTHVQCSZ]*)/g)) {
    const values = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const count = takes[letter] ?? 0;
    for (let at = 0; at < Math.max(1, values.length); at += Math.max(1, count)) {
      const now = values.slice(at, at + count);
      if (letter === "T") control = control ? [2 * x - control[0], 2 * y - control[1]] : [x, y];
      else control = letter === "Q" ? [now[0] ?? 0, now[1] ?? 0] : null;
      steps.push(letter === "T" && control ? `Q${[...control, ...now].join(" ")}` : letter + now.join(" "));
      if (letter === "H") x = now[0] ?? x;
      else if (letter === "V") y = now[0] ?? y;
      else if (count > 0) [x, y] = [now.at(-2) ?? x, now.at(-1) ?? y];
    }
  }
  return steps.join("");
}
