/** All colours of the product, stated once for each scheme; style sheets have them as `--brand`, `--text`, … */
const light = {
  /** The brand: surfaces and marks only; too light to carry or to be text. */
  brand: "#409EFF",
  /** The one accent: links, primary actions, the chosen entry. */
  accent: "#0b66c3",
  accentHover: "#0957a8",
  accentSoft: "#ecf4fd",
  /** Text on a surface of the accent, or of another strong colour. */
  onFill: "#ffffff",
  text: "#1f2733",
  textSoft: "#56606e",
  placeholder: "#6b7480",
  line: "#e2e6eb",
  lineStrong: "#808a96",
  /** Around fields and buttons. */
  border: "#c3cad2",
  surface: "#ffffff",
  /** What lies above the page: menus, dialogs, heads of tables. */
  raised: "#ffffff",
  head: "#f7f8fa",
  ground: "#f4f6f8",
  chosenHover: "#dfecfb",
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

export type Colours = { readonly [name in keyof typeof light]: string };

const dark: Colours = {
  brand: "#409EFF",
  accent: "#79b4ff",
  accentHover: "#a3ccff",
  accentSoft: "#1d3350",
  onFill: "#10161f",
  text: "#e6eaf0",
  textSoft: "#a7b1be",
  placeholder: "#8f9aa8",
  line: "#323c49",
  lineStrong: "#7b8796",
  border: "#4a5665",
  surface: "#1b222c",
  raised: "#222b37",
  head: "#222b37",
  ground: "#131921",
  chosenHover: "#274266",
  good: "#6fcf8e",
  goodSoft: "#17341f",
  waiting: "#f0b45a",
  waitingSoft: "#3a2a0f",
  busy: "#8cbfff",
  busySoft: "#1d3350",
  bad: "#ff8f86",
  badHover: "#ffb0a9",
  badSoft: "#451d1b",
  neutral: "#b6c0cc",
  neutralSoft: "#2a333f",
};

export type Scheme = "light" | "dark";

export const palettes: Readonly<Record<Scheme, Colours>> = { light, dark };

/** Makes the colours of a scheme known to style sheets, and the scheme itself to what the browser draws. */
export function applyColours(scheme: Scheme): void {
  const { style } = document.documentElement;
  style.colorScheme = scheme;
  for (const [name, value] of Object.entries(palettes[scheme]))
    style.setProperty(`--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`, value);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", palettes[scheme].surface);
}
