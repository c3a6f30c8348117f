/** All colours of the product, stated once; `main.tsx` offers them to style sheets as `--brand`, `--text`, … */
export const colours = {
  /** The brand: surfaces and marks only; too light to carry or to be text. */
  brand: "#409EFF",
  /** The one accent: links, primary actions, the chosen entry. */
  accent: "#0b66c3",
  accentHover: "#0957a8",
  accentSoft: "#ecf4fd",
  text: "#1f2733",
  textSoft: "#56606e",
  placeholder: "#6b7480",
  line: "#e2e6eb",
  lineStrong: "#808a96",
  surface: "#ffffff",
  ground: "#f4f6f8",
  good: "#1d7a3a",
  goodSoft: "#e8f5ec",
  waiting: "#8a5300",
  waitingSoft: "#fdf3e1",
  busy: "#0957a8",
  busySoft: "#e8f2fc",
  bad: "#b8201c",
  badHover: "#9c1b18",
  badSoft: "#fcebea",
  neutral: "#48525f",
  neutralSoft: "#eef0f3",
} as const;

/** Makes the colours known to style sheets. */
export function applyColours(): void {
  for (const [name, value] of Object.entries(colours))
    document.documentElement.style.setProperty(`--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`, value);
}
