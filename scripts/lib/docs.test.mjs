import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "./paths.mjs";

const read = (file) => readFileSync(join(root, file), "utf8");
const decisions = readdirSync(join(root, "docs/decisions")).filter((name) => /^\d/.test(name));
const pages = [
  "README.md",
  "README.zh-CN.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...[...decisions, "README.md"].map((name) => `docs/decisions/${name}`),
];

/** The anchor of a heading. */
const getAnchor = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");

test("links of the documentation lead to existing files and headings", () => {
  for (const page of pages)
    for (const [, target] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file, anchor] = target.split("#");
      const path = file ? join(dirname(page), file) : page;
      assert.ok(existsSync(join(root, path)), `${page}: ${target}`);
      if (anchor)
        assert.ok(
          [...read(path).matchAll(/^#+ (.+)$/gm)].some(([, heading]) => getAnchor(heading) === anchor),
          `${page}: ${target}`,
        );
    }
});

test("docs/README.md names every page, docs/decisions/README.md every decision", () => {
  for (const page of pages.filter((name) => /^docs\/[^/]+\.md$/.test(name) && name !== "docs/README.md"))
    assert.ok(read("docs/README.md").includes(`(${page.slice(5)})`), page);
  for (const name of decisions) assert.ok(read("docs/decisions/README.md").includes(`(${name})`), name);
});

test("each decision has a unique number, which its title repeats", () => {
  const numbers = decisions.map((name) => name.slice(0, 4));
  assert.equal(new Set(numbers).size, numbers.length);
  for (const name of decisions)
    assert.match(read(`docs/decisions/${name}`), new RegExp(`^# ${name.slice(0, 4)} `), name);
});

test("docs/operations.md describes every setting that the server reads", () => {
  const settings = new Set(
    [...read("apps/api/src/core/foundation/settings.ts").matchAll(/(?:env\.|\(env, ")([A-Z][A-Z0-9_]+)/g)].map(
      ([, name]) => name,
    ),
  );
  assert.ok(settings.size > 10);
  for (const name of settings) assert.match(read("docs/operations.md"), new RegExp(`^\\| \`${name}\` \\|`, "m"), name);
});

test("files that the docs name in their text exist", () => {
  for (const page of pages.filter((name) => !name.includes("decisions")))
    for (const [, path] of read(page).matchAll(/`((?:apps|packages|scripts|e2e|docs|bench)\/[\w./-]+\.\w+)`/g))
      assert.ok(existsSync(join(root, path)), `${page}: ${path}`);
});
