import type { MathNode } from "./math-tree.ts";
import { quoted, toSigns } from "./math-signs.ts";

/** Something of a formula that has no LaTeX here. */
export class UnknownMath extends Error {
  readonly what: string;

  constructor(what: string) {
    super(`no LaTeX for ${what}`);
    this.what = what;
  }
}

/** Names that LaTeX sets upright by commands of their own. */
const functions =
  /^(?:arc(?:sin|cos|tan)|(?:sin|cos|tan)h?|cot|sec|csc|ln|log|lg|exp|lim|max|min|sup|inf|det|dim|ker|deg|gcd|arg)$/;
/** Names with what they go to below them. */
const withLimits = /^\\(?:lim|max|min|sup|inf|det|gcd)$/;

const accents: Readonly<Record<string, string>> = {
  "\u0300": "grave",
  "\u0301": "acute",
  "\u0302": "hat",
  "\u0303": "tilde",
  "\u0304": "bar",
  "\u0305": "overline",
  "\u0306": "breve",
  "\u0307": "dot",
  "\u0308": "ddot",
  "\u030c": "check",
  "\u20d7": "vec",
  "\u20db": "dddot",
  "¯": "bar",
  "‾": "overline",
  "^": "hat",
  "~": "tilde",
  "→": "vec",
};
/** Signs above or below a group, by where they stand. */
const groups: Readonly<Record<string, string>> = {
  "⏞ top": "overbrace",
  "⏟ bot": "underbrace",
  "→ top": "overrightarrow",
  "← top": "overleftarrow",
  "↔ top": "overleftrightarrow",
};
/** Alphabets, by the name that Word has for them. */
const scripts: Readonly<Record<string, string>> = {
  "double-struck": "mathbb",
  script: "mathcal",
  fraktur: "mathfrak",
  "sans-serif": "mathsf",
  monospace: "mathtt",
};
/** Delimiters that are commands, or escaped. */
const delimiters: Readonly<Record<string, string>> = {
  "": ".",
  "|": "|",
  "‖": "\\|",
  "<": "\\langle ",
  ">": "\\rangle ",
};

const find = ({ children }: MathNode, name: string): MathNode | undefined => children.find((one) => one.name === name);
const findAll = ({ children }: MathNode, name: string): MathNode[] => children.filter((one) => one.name === name);
/** A setting of an element: of `d`, what `dPr` says of `begChr`. */
const setting = (node: MathNode, name: string): string | undefined =>
  find(find(node, `${node.name}Pr`) ?? node, name)?.value;
/** Whether a setting is on: there, and not said to be off. */
const isOn = (node: MathNode, name: string): boolean => {
  const found = find(find(node, `${node.name}Pr`) ?? node, name);
  return found !== undefined && !/^(?:0|off|false)$/.test(found.value ?? "1");
};

const part = (node: MathNode, name: string): string => {
  const found = find(node, name);
  return found ? inside(found) : "";
};
const group = (node: MathNode, name: string): string => `{${part(node, name)}}`;
const join = ({ children }: MathNode): string => children.map(convert).join("");
const inside = (node: MathNode): string => tidy(join(node));
/** Without the spaces that separate a command from letters where none follow. */
const tidy = (tex: string): string => tex.replace(/(\\[a-zA-Z]+) +(?=[^a-zA-Z ]|$)/g, "$1");

const delimiter = (sign: string): string => delimiters[sign] ?? toSigns(sign);

/** How each element is written. */
const elements: Readonly<Record<string, (node: MathNode) => string>> = {
  r(node) {
    const other = node.children.find(({ name }) => name !== "t" && !unseen.test(name));
    if (other) throw new UnknownMath(`<${other.name}>`);
    const text = findAll(node, "t")
      .map((one) => one.text)
      .join("");
    if (isOn(node, "nor")) return quoted(text);
    const alphabet = scripts[setting(node, "scr") ?? ""];
    const tex = toSigns(text);
    if (alphabet) return `\\${alphabet}{${tex.trim()}}`;
    const style = setting(node, "sty");
    if (style === "b") return `\\mathbf{${tex.trim()}}`;
    // Digits are upright anyway.
    return style === "p" && /^[A-Za-z]+$/.test(text) ? upright(text) : tex;
  },
  f(node) {
    const type = setting(node, "type") ?? "bar";
    if (type === "lin" || type === "skw") return `${group(node, "num")}/${group(node, "den")}`;
    const command = type === "noBar" ? "\\genfrac{}{}{0pt}{}" : "\\frac";
    return command + group(node, "num") + group(node, "den");
  },
  sSup: (node) => `${group(node, "e")}^${group(node, "sup")}`,
  sSub: (node) => `${group(node, "e")}_${group(node, "sub")}`,
  sSubSup: (node) => `${group(node, "e")}_${group(node, "sub")}^${group(node, "sup")}`,
  sPre: (node) => `{}_${group(node, "sub")}^${group(node, "sup")}${group(node, "e")}`,
  rad(node) {
    const degree = isOn(node, "degHide") ? "" : part(node, "deg");
    return `\\sqrt${degree && `[${degree}]`}${group(node, "e")}`;
  },
  nary(node) {
    const sign = toSigns(setting(node, "chr") ?? "∫").trim();
    const limits = setting(node, "limLoc") === "undOvr" ? "\\limits" : "";
    const below = isOn(node, "subHide") ? "" : part(node, "sub");
    const above = isOn(node, "supHide") ? "" : part(node, "sup");
    return `${sign}${limits}${below && `_{${below}}`}${above && `^{${above}}`}${group(node, "e")}`;
  },
  d(node) {
    const [begin, end] = [setting(node, "begChr") ?? "(", setting(node, "endChr") ?? ")"];
    const between = `\\middle${delimiter(setting(node, "sepChr") ?? "|")} `;
    return `\\left${delimiter(begin)} ${findAll(node, "e").map(inside).join(between)}\\right${delimiter(end)} `;
  },
  m: (node) =>
    rows(
      "matrix",
      findAll(node, "mr").map((row) => findAll(row, "e").map(inside).join("&")),
    ),
  // Word aligns equations at signs that nobody sees.
  eqArr: (node) =>
    rows(
      "matrix",
      findAll(node, "e").map((one) => inside(one).replaceAll("\\&", "")),
    ),
  func: (node) => `${part(node, "fName")}${group(node, "e")}`,
  limLow(node) {
    const name = part(node, "e");
    return withLimits.test(name) ? `${name}\\limits_${group(node, "lim")}` : `\\underset${group(node, "lim")}{${name}}`;
  },
  limUpp: (node) => `\\overset${group(node, "lim")}${group(node, "e")}`,
  acc: (node) => command(accents, setting(node, "chr") ?? "\u0302") + group(node, "e"),
  bar: (node) => (setting(node, "pos") === "top" ? "\\overline" : "\\underline") + group(node, "e"),
  groupChr: (node) =>
    command(groups, `${setting(node, "chr") ?? "⏟"} ${setting(node, "pos") ?? "bot"}`) + group(node, "e"),
  borderBox: (node) => `\\boxed${group(node, "e")}`,
  box: (node) => group(node, "e"),
};

const command = (known: Readonly<Record<string, string>>, sign: string): string => {
  const name = known[sign];
  if (!name) throw new UnknownMath(sign);
  return `\\${name}`;
};

const upright = (name: string): string => (functions.test(name) ? `\\${name} ` : `\\mathrm{${name}}`);

const rows = (name: string, of: readonly string[]): string => `\\begin{${name}}${of.join("\\\\")}\\end{${name}}`;

/** Marks of the text processor within a formula, which nobody sees, and parts of other elements that stand by themselves. */
const unseen =
  /^(?:\w+Pr|del|moveFrom|br|tab|bookmark(?:Start|End)|proofErr|comment(?:RangeStart|RangeEnd|Reference)|lastRenderedPageBreak|perm(?:Start|End))$/;
const wrappers = new Set(["oMath", "ins", "moveTo", "smartTag", "sdt", "sdtContent"]);

/** @throws UnknownMath */
function convert(node: MathNode): string {
  if (unseen.test(node.name)) return "";
  if (wrappers.has(node.name)) return join(node);
  const write = elements[node.name];
  if (!write) throw new UnknownMath(`<${node.name}>`);
  return write(node);
}

/** A formula of Word as LaTeX. @throws UnknownMath for what has none here, rather than leave it out */
export const toLatex = (root: MathNode): string => inside(root).trim();
