import { LiteElement } from "mathjax-full/js/adaptors/lite/Element.js";
import { LiteText } from "mathjax-full/js/adaptors/lite/Text.js";
import { liteAdaptor } from "mathjax-full/js/adaptors/liteAdaptor.js";
import { RegisterHTMLHandler } from "mathjax-full/js/handlers/html.js";
import { MathML } from "mathjax-full/js/input/mathml.js";
import { mathjax } from "mathjax-full/js/mathjax.js";
import { SVG } from "mathjax-full/js/output/svg.js";
import type { Paper } from "../../core/print/pdf.ts";
import { findMathMl } from "../bank/formulas.ts";
import { withoutSmoothCurves } from "./svg-path.ts";

/**
 * Formulas on paper: the MathML that browsers are shown, laid out as shapes by MathJax. Its own LaTeX is not asked, so that nothing is read
 * differently on paper.
 */

RegisterHTMLHandler(liteAdaptor());
const layout = mathjax.document("", { InputJax: new MathML(), OutputJax: new SVG({ fontCache: "none" }) });

/** Units of the shapes for each em. */
const units = 1000;
const usualSize = 10;

/** Without the spaces that browsers give to columns by styles, and with the code of a sign that the font of paper has. */
const forPaper = (math: string): string => math.replaceAll(/(<mtd[^>]*?) style="[^"]*"/g, "$1").replaceAll("⟂", "⊥");

/** A formula that can be drawn, measured in points. */
export interface LaidOut {
  width: number;
  /** Above the line that letters stand on, and below it. */
  height: number;
  depth: number;
  /** @param x its left @param baseline the line that letters stand on */
  draw(document: Paper, x: number, baseline: number): void;
}

/** @param size of the letters, in points @returns null for LaTeX that cannot be read */
export function layOut(tex: string, size: number): LaidOut | null {
  const math = findMathMl(tex);
  if (math === null) return null;
  const found: unknown = layout.convert(forPaper(math), { display: false });
  const picture = found instanceof LiteElement ? findChild(found, "svg") : undefined;
  if (!picture) throw new Error(`no layout of ${tex}`);
  const [, top = 0, width = 0, height = 0] = numbers(picture, "viewBox");
  const scale = size / units;
  return {
    width: width * scale,
    height: -top * scale,
    depth: (height + top) * scale,
    draw(document, x, baseline) {
      document.save().translate(x, baseline).scale(scale);
      drawInside(document, picture);
      document.restore();
    },
  };
}

const findChild = ({ children }: LiteElement, kind: string): LiteElement | undefined =>
  children.find((one): one is LiteElement => one instanceof LiteElement && one.kind === kind);
const text = ({ attributes }: LiteElement, name: string): string => String(attributes[name] ?? "");
const number = (node: LiteElement, name: string): number => Number.parseFloat(text(node, name)) || 0;
const numbers = (node: LiteElement, name: string): number[] =>
  text(node, name)
    .split(/[\s,]+/)
    .map(Number);

function drawInside(document: Paper, { children }: LiteElement): void {
  for (const child of children) {
    if (!(child instanceof LiteElement)) continue;
    document.save();
    transform(document, child);
    (shapes[child.kind] ?? drawInside)(document, child);
    document.restore();
  }
}

/** How each kind of shape is drawn; of others, what is in them. */
const shapes: Readonly<Record<string, (document: Paper, node: LiteElement) => void>> = {
  path: (document, node) => void document.path(withoutSmoothCurves(text(node, "d"))).fill(),
  rect: (document, node) =>
    finish(document.rect(number(node, "x"), number(node, "y"), number(node, "width"), number(node, "height")), node),
  ellipse: (document, node) =>
    finish(document.ellipse(number(node, "cx"), number(node, "cy"), number(node, "rx"), number(node, "ry")), node),
  polygon(document, node) {
    const places = numbers(node, "points");
    const corners = places.flatMap((x, at): [number, number][] => (at % 2 === 0 ? [[x, places[at + 1] ?? 0]] : []));
    finish(document.polygon(...corners), node);
  },
  line(document, node) {
    document.moveTo(number(node, "x1"), number(node, "y1")).lineTo(number(node, "x2"), number(node, "y2"));
    document.lineWidth(number(node, "stroke-width")).stroke();
  },
  /** Words that the font of formulas lacks: Chinese. In letters of usual size, since a page is broken before those that it has no room for. */
  text(document, node) {
    const words = node.children.map((one) => (one instanceof LiteText ? one.value : "")).join("");
    document
      .scale(number(node, "font-size") / usualSize)
      .font("regular")
      .fontSize(usualSize);
    document.text(words, 0, 0, { lineBreak: false, baseline: "alphabetic" });
  },
  /** A part of a large sign that is cut to its length. */
  svg(document, node) {
    const [left = 0, top = 0, width = 1, height = 1] = numbers(node, "viewBox");
    document.translate(number(node, "x"), number(node, "y"));
    document.scale(number(node, "width") / width, number(node, "height") / height).translate(-left, -top);
    document.rect(left, top, width, height).clip();
    drawInside(document, node);
  },
};

function finish(document: Paper, node: LiteElement): void {
  if (text(node, "fill") !== "none") document.fill();
  else document.lineWidth(number(node, "stroke-width")).stroke();
}

/** Moves and scales, as the attribute of a shape says. */
function transform(document: Paper, node: LiteElement): void {
  for (const [, kind, values = ""] of text(node, "transform").matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [x = 0, y] = values
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (kind === "translate") document.translate(x, y ?? 0);
    if (kind === "scale") document.transform(x, 0, 0, y ?? x, 0, 0);
    if (kind === "rotate") document.rotate(x);
  }
}
