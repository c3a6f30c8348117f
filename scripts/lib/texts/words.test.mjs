import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesBelow } from "../files.mjs";
import { root } from "../paths.mjs";

/** Texts that users read, of the places that state them: literals of the sources. */
const sources = ["packages/contract/src", "apps/web/src", "apps/api/src"]
  .flatMap((folder) => filesBelow(folder))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"));
const literal = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** What must not come back, and what is said instead. */
const refused = [
  [/\} (\w+ )*\w+\((s|es)\)/, "a plural in brackets: use _one and _other, or «Rows: 3»"],
  [/\bReason of\b/, "«Reason for»"],
  [/\b[A-Z]\w* of planned\b/, "«Students / planned»"],
  [
    /\b(Somebody|Nobody|Whoever|Anybody) (changes|asks|confirms|grants|passed|else entered)\b/,
    "say «You cannot …», «another person …»",
  ],
  [/\d ?\} %|[a-z]\} %/, "no space before the percent sign"],
  [/阻断/, "办公用语：不符合"],
  [/确定(确认|\{action\})/, "是否…？"],
];

test("texts say it as an office does, in both languages", () => {
  const found = sources.flatMap((file) =>
    (
      readFileSync(join(root, file), "utf8")
        .replace(/^\s*(\/\/|\/?\*).*$/gm, "")
        .match(literal) ?? []
    ).flatMap((text) =>
      refused.flatMap(([pattern, instead]) =>
        pattern.test(text) ? [`${file}: ${text.slice(0, 80)}: ${instead}`] : [],
      ),
    ),
  );
  assert.deepEqual(found, []);
});
