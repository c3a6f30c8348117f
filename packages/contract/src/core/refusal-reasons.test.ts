import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { errors } from "./errors.ts";
import { mendPlaces, mends } from "./mends.ts";
import { oneRule, refusalReasons } from "./refusal-reasons.ts";

/** A refusal is one rule in one sentence: its texts, and who answers with them. */
const codes = Object.keys(errors) as (keyof typeof errors)[];

describe("errors", () => {
  it("joins two rules by «或», “or”, only where each has a sentence of its own, or is told apart by nobody for a stated reason", () => {
    const joined = codes.filter((code) => errors[code][1].includes("或") || /\bor\b/.test(errors[code][2]));
    const unexplained = joined.filter((code) => !(code in refusalReasons) && !(code in oneRule));
    assert.deepEqual(unexplained, [], "state their rules in refusalReasons");
    assert.deepEqual(
      Object.keys(oneRule).filter((code) => !joined.includes(code as never)),
      [],
      "excused without need",
    );
  });
});

describe("refusalReasons", () => {
  it("names one rule in each sentence, with the same figures in both languages", () => {
    for (const [code, reasons] of Object.entries(refusalReasons))
      for (const [name, [zh, en]] of Object.entries(reasons)) {
        assert.ok(!/或|、.*或/.test(zh) && !/ or (has|is|the class)\b/.test(en), `${code}.${name}`);
        const figures = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
        assert.deepEqual(figures(zh), figures(en), `${code}.${name}`);
      }
  });

  it("is what the API answers: no file refuses with the sum of the rules", () => {
    const root = new URL("../../../../apps/api/src/", import.meta.url).pathname;
    const sums = globSync("**/*.ts", { cwd: root })
      .filter((file) => !file.endsWith(".test.ts"))
      .flatMap((file) =>
        [...readFileSync(root + file, "utf8").matchAll(/new Refusal\(\s*"(\w+)"/g)]
          .map(([, code]) => code ?? "")
          .filter((code) => code in refusalReasons)
          .map((code) => `${file}: ${code}`),
      );
    assert.deepEqual(sums, []);
  });
});

describe("mends", () => {
  it("leads each refusal to places that have a name", () => {
    for (const [code, places] of Object.entries(mends))
      for (const place of places) assert.ok(place in mendPlaces, `${code}: ${place}`);
    const used = new Set(Object.values(mends).flat());
    assert.deepEqual(
      Object.keys(mendPlaces).filter((place) => !used.has(place as never)),
      [],
    );
  });
});
