import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { buildZip } from "@jipei/xlsx/testing/ooxml.ts";
import { findMathMl } from "../formulas.ts";
import { readParagraphs } from "./paragraphs.ts";

/** The text of a paragraph with formulas of Word, and what was not known of them. */
async function read(...inside: string[]): Promise<{ text: string; unknown: string[] }> {
  const document = buildZip({
    "word/document.xml": `<w:document xmlns:w="w" xmlns:m="m"><w:body><w:p>${inside.join("")}</w:p></w:body></w:document>`,
  });
  const { paragraphs, objects } = await readParagraphs(document);
  return {
    text: paragraphs.map((one) => one.text).join("\n"),
    unknown: objects.flatMap((one) => (one.kind === "formula" ? one.unknown : [])),
  };
}
const math = (inside: string): string => `<m:oMath>${inside}</m:oMath>`;
const run = (text: string, style = ""): string => `<m:r><m:rPr>${style}</m:rPr><m:t>${text}</m:t></m:r>`;
const words = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const e = (inside: string, name = "e"): string => `<m:${name}>${inside}</m:${name}>`;

const cases: [what: string, omml: string, latex: string][] = [
  ["fractions", `<m:f>${e(run("U"), "num")}${e(run("R"), "den")}</m:f>`, "\\frac{U}{R}"],
  [
    "linear fractions",
    `<m:f><m:fPr><m:type m:val="lin"/></m:fPr>${e(run("1"), "num")}${e(run("2"), "den")}</m:f>`,
    "{1}/{2}",
  ],
  [
    "superscripts and subscripts",
    `<m:sSubSup>${e(run("x"))}${e(run("i"), "sub")}${e(run("2"), "sup")}</m:sSubSup>`,
    "{x}_{i}^{2}",
  ],
  [
    "subscripts in front",
    `<m:sPre>${e(run("6"), "sub")}${e(run("12"), "sup")}${e(run("C"))}</m:sPre>`,
    "{}_{6}^{12}{C}",
  ],
  [
    "roots",
    `<m:rad><m:radPr/>${e(run("3"), "deg")}${e(run("x"))}</m:rad><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(run("y"))}</m:rad>`,
    "\\sqrt[3]{x}\\sqrt{y}",
  ],
  [
    "sums with limits",
    `<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr>${e(run("i=1"), "sub")}${e(run("n"), "sup")}${e(run("i"))}</m:nary>`,
    "\\sum\\limits_{i=1}^{n}{i}",
  ],
  [
    "integrals",
    `<m:nary><m:naryPr><m:supHide m:val="on"/></m:naryPr>${e(run("S"), "sub")}<m:sup/>${e(run("f"))}</m:nary>`,
    "\\int_{S}{f}",
  ],
  [
    "brackets",
    `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>${e(`<m:eqArr>${e(run("x=1"))}${e(run("y&amp;=2"))}</m:eqArr>`)}</m:d>`,
    "\\left\\{ \\begin{matrix}x=1\\\\y=2\\end{matrix}\\right.",
  ],
  [
    "matrices",
    `<m:m><m:mPr><m:count m:val="2"/></m:mPr><m:mr>${e(run("a"))}${e(run("b"))}</m:mr><m:mr>${e(run("c"))}${e(run("d"))}</m:mr></m:m>`,
    "\\begin{matrix}a&b\\\\c&d\\end{matrix}",
  ],
  ["functions", `<m:func>${e(run("sin", '<m:sty m:val="p"/>'), "fName")}${e(run("θ"))}</m:func>`, "\\sin{\\theta}"],
  [
    "limits of functions",
    `<m:limLow>${e(run("lim", '<m:sty m:val="p"/>'))}${e(run("n→∞"), "lim")}</m:limLow>`,
    "\\lim\\limits_{n\\to\\infty}",
  ],
  [
    "accents",
    `<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>${e(run("F"))}</m:acc><m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e(run("AB"))}</m:bar>`,
    "\\vec{F}\\overline{AB}",
  ],
  ["Greek, operators and letters of mathematical alphabets", run("αx≥2π·𝑅±50%"), "\\alpha x\\ge2\\pi\\cdot R\\pm50\\%"],
  [
    "units and words",
    run("Hz", '<m:sty m:val="p"/>') + run("有效值") + run("a_b", "<m:nor/>"),
    "\\mathrm{Hz}\\text{有效值}\\text{a\\_b}",
  ],
  ["signs that LaTeX needs escaped", run("\\{$#}^"), "\\backslash\\{\\$\\#\\}\\wedge"],
];

describe("readParagraphs", () => {
  for (const [what, omml, latex] of cases)
    it(`writes ${what} of Word's formulas as LaTeX that can be read`, async () => {
      const { text, unknown } = await read(math(omml));
      assert.deepEqual([text, unknown], [`$${latex}$`, []]);
      assert.match(findMathMl(latex) ?? "", /^<math/);
    });

  it("leaves formulas in their place in the text, apart from digits behind them", async () => {
    const { text } = await read(words("由"), math(run("U")), words("2次"), math(run("I")), words("得"));
    assert.equal(text, "由$U$ 2次$I$得");
  });

  it("tells what is not known of a formula, instead of leaving it out", async () => {
    const { text, unknown } = await read(words("由"), math(`${run("x")}<m:foo>${e(run("y"))}</m:foo>`));
    assert.deepEqual(unknown, ["<foo>"]);
    assert.match(text, /^由[\u{f0000}]$/u);
    assert.deepEqual(
      (await read(math(`<m:groupChr><m:groupChrPr><m:chr m:val="⎴"/></m:groupChrPr>${e(run("x"))}</m:groupChr>`)))
        .unknown,
      ["⎴ bot"],
    );
  });

  it("refuses formulas within formulas ten thousand deep, and a formula without end", async () => {
    const deep = math("<m:rad><m:e>".repeat(10_000) + run("x") + "</m:e></m:rad>".repeat(10_000));
    assert.deepEqual((await read(deep)).unknown, ["…"]);
    assert.deepEqual((await read(math(run("x").repeat(5000)))).unknown, ["…"]);
  });

  it("reads neither what was deleted nor the second form of a drawing", async () => {
    const { text } = await read(
      "<w:del><w:r><w:drawing/></w:r></w:del><w:moveFrom><w:r><w:t>alt</w:t></w:r></w:moveFrom>",
      "<mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent><w:p><w:r><w:t>框</w:t></w:r></w:p></w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><w:p><w:r><w:t>框</w:t></w:r></w:p></w:pict></mc:Fallback></mc:AlternateContent>",
      words("后"),
    );
    assert.equal(text, "框\n后");
  });
});
