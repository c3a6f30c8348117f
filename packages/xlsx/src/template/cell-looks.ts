import { type XmlElement, attributeOf, childOf, childrenOf } from "./xml-tree.ts";

/** How a cell looks on paper. */
export interface Look {
  size: number;
  isBold: boolean;
  colour: string | null;
  fill: string | null;
  /** Line widths in points: top, right, bottom, left. */
  borders: readonly [number, number, number, number];
  across: "left" | "center" | "right" | "general";
  down: "top" | "center" | "bottom";
  wraps: boolean;
  format: string;
}

/** Number formats that every program knows by their number. */
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  14: "yyyy-mm-dd",
  22: "yyyy-mm-dd hh:mm",
  31: 'yyyy"年"m"月"d"日"',
  37: "#,##0",
  39: "#,##0.00",
  49: "@",
  57: 'yyyy"年"m"月"',
};

const lines: Readonly<Record<string, number>> = {
  hair: 0.25,
  dotted: 0.4,
  dashed: 0.5,
  thin: 0.5,
  medium: 1.2,
  thick: 2,
  double: 1.2,
};

/** Reads the formats of a workbook once, and answers for each number of a format how its cells look. */
export function readLooks(styles: XmlElement): (index: number) => Look {
  const all = (list: string, name: string) => childrenOf(childOf(styles, list) ?? styles, name);
  const fonts = all("fonts", "font");
  const fills = all("fills", "fill");
  const borders = all("borders", "border");
  const codes = new Map(
    all("numFmts", "numFmt").map((one) => [Number(attributeOf(one, "numFmtId")), attributeOf(one, "formatCode") ?? ""]),
  );
  const formats = all("cellXfs", "xf");
  const known = new Map<number, Look>();
  const number = (of: XmlElement | undefined, name: string) => Number((of && attributeOf(of, name)) ?? 0);
  return (index) => {
    const found = known.get(index);
    if (found) return found;
    const format = formats[index];
    const id = number(format, "numFmtId");
    const look: Look = {
      ...fontLook(fonts[number(format, "fontId")]),
      fill: fillColour(fills[number(format, "fillId")]),
      borders: borderLook(borders[number(format, "borderId")]),
      ...alignment(format && childOf(format, "alignment")),
      format: codes.get(id) ?? builtIn[id] ?? "General",
    };
    known.set(index, look);
    return look;
  };
}

function fontLook(font: XmlElement | undefined): Pick<Look, "size" | "isBold" | "colour"> {
  const bold = font && childOf(font, "b");
  const size = font && childOf(font, "sz");
  return {
    size: Number((size && attributeOf(size, "val")) ?? 11),
    isBold: bold !== undefined && attributeOf(bold, "val") !== "0",
    colour: colourOf(font && childOf(font, "color")),
  };
}

function fillColour(fill: XmlElement | undefined): string | null {
  const pattern = fill && childOf(fill, "patternFill");
  if (!pattern || attributeOf(pattern, "patternType") !== "solid") return null;
  return colourOf(childOf(pattern, "fgColor"));
}

/** Colours by number alone; those of a theme are left to the paper. */
function colourOf(colour: XmlElement | undefined): string | null {
  const rgb = colour && attributeOf(colour, "rgb");
  return rgb && /^[0-9A-Fa-f]{8}$/.test(rgb) ? `#${rgb.slice(2)}` : null;
}

function borderLook(border: XmlElement | undefined): Look["borders"] {
  const width = (side: string): number => {
    const line = border && childOf(border, side);
    const style = line && attributeOf(line, "style");
    return style ? (lines[style] ?? (style === "none" ? 0 : 0.5)) : 0;
  };
  return [width("top"), width("right"), width("bottom"), width("left")];
}

function alignment(of: XmlElement | undefined): Pick<Look, "across" | "down" | "wraps"> {
  const across = of && attributeOf(of, "horizontal");
  const down = of && attributeOf(of, "vertical");
  return {
    across: acrossOf(across),
    down: down === "top" || down === "center" ? down : "bottom",
    wraps: of !== undefined && attributeOf(of, "wrapText") === "1",
  };
}

function acrossOf(said: string | undefined): Look["across"] {
  switch (said) {
    case "center":
    case "right":
    case "left":
      return said;
    case "centerContinuous":
    case "distributed":
      return "center";
    default:
      return "general";
  }
}
