import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findFormulaIssue, splitFormulas } from "./formulas.ts";

/** Parts in short: formulas in guillemets. */
const split = (text: string): string =>
  splitFormulas(text)
    .map((part) => (part.kind === "text" ? part.text : `«${part.tex}»`))
    .join("");

describe("splitFormulas", () => {
  it("finds formulas between two dollar signs, several in a text", () => {
    assert.equal(split("由$U=IR$得$I=\\frac{U}{R}$。"), "由«U=IR»得«I=\\frac{U}{R}»。");
    assert.equal(split("$a$$b$"), "«a»«b»");
    assert.equal(split("$2x+1$"), "«2x+1»");
  });

  it("leaves prices and lone dollar signs as they are", () => {
    for (const text of ["$5", "$5 或 $6", "$5、$6", "每件 $ 5 元 $", "一个$", "$", "$$", "$ x $", "$a\nb$", ""])
      assert.equal(split(text), text);
    assert.equal(split("$5 和 $6 以及 $x$"), "$5 和 $6 以及 «x»");
  });

  it("takes an escaped dollar sign for the sign, in texts and in formulas", () => {
    assert.equal(split("\\$x\\$"), "$x$");
    assert.equal(split("$a=\\$5$"), "«a=\\$5»");
    assert.equal(split("C:\\a"), "C:\\a");
    assert.equal(split("$\\begin{matrix}a\\\\b\\\\$"), "«\\begin{matrix}a\\\\b\\\\»");
  });

  it("reads many dollar signs in one pass", () => {
    assert.equal(split("$ ".repeat(50_000)).length, 100_000);
  });
});

describe("findFormulaIssue", () => {
  it("refuses commands that define others or reach out of the formula", () => {
    for (const tex of [
      "\\def\\a{x}",
      "\\href{javascript:alert(1)}{x}",
      "\\newcommand\\a{x}",
      "\\includegraphics{x}",
      "\\class{a}{b}",
    ])
      assert.equal(findFormulaIssue(tex)?.key, "FORMULA_COMMAND", tex);
    assert.equal(findFormulaIssue("\\definitely"), null);
  });

  it("refuses what is too long or nested too deep, and takes twenty levels", () => {
    assert.equal(findFormulaIssue("x".repeat(501))?.key, "FORMULA_LONG");
    assert.equal(findFormulaIssue("{".repeat(21) + "}".repeat(21))?.key, "FORMULA_DEEP");
    assert.equal(findFormulaIssue("\\left(".repeat(21))?.key, "FORMULA_DEEP");
    assert.equal(findFormulaIssue("{".repeat(20) + "}".repeat(20)), null);
    assert.equal(findFormulaIssue("\\{".repeat(30)), null);
    assert.equal(findFormulaIssue("\\frac{a}{b}".repeat(30)), null);
  });
});
