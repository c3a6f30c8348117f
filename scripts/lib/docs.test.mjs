import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { filesBelow } from "./files.mjs";
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

const files = [
  "README.md",
  "README.zh-CN.md",
  "CONTRIBUTING.md",
  ...["apps", "packages", "scripts", "e2e", "docs", "bench"].flatMap((folder) => filesBelow(folder)),
];
const documents = files.filter((name) => name.endsWith(".md"));
const sources = files.filter((name) => /\.(?:ts|tsx|mjs|sql|css)$/.test(name));

/** Whether there is a file of this path, or one whose path ends so. */
const exists = (path) => files.some((name) => name === path || name.endsWith(`/${path}`));

/** What stands between backticks in a document. */
const getQuoted = (page) => [...read(page).matchAll(/`([^`\n]+)`/g)].map(([, text]) => text);

/** Names in documents and comments that belong to other programs, or only show a form. */
const foreign = new Set([
  "NNNN_name.sql",
  "x.ts",
  "RateLimiterPostgres",
  "StreamMaxLength",
  "TimeoutStopSec",
  "terminationGracePeriodSeconds",
]);

/** What is no name of ours: keys in the text of a protocol. */
const formulas = new Set(["cE"]);

test("files that documents name exist, by their path or the end of it", () => {
  for (const page of documents)
    for (const path of getQuoted(page)) {
      if (!/^[\w./-]+\.(?:ts|tsx|mjs|sql|css)$/.test(path) || foreign.has(basename(path))) continue;
      assert.ok(exists(path), `${page}: ${path}`);
    }
});

test("files that comments name exist", () => {
  for (const source of sources.filter((name) => !name.includes(".test.")))
    for (const [, comment] of read(source).matchAll(/(?:\/\/|\/\*|^\s*\*|^--)(.*)$/gm))
      for (const [path] of comment.matchAll(/(?<![\w.*<>{}$/-])[a-z][\w/-]*(?:\.[\w-]+)*\.(?:ts|tsx|mjs|sql)\b/g))
        assert.ok(exists(path) || foreign.has(basename(path)), `${source}: ${path}`);
});

test("folders and tests that documents name exist", () => {
  for (const page of documents)
    for (const path of getQuoted(page)) {
      if (!/^(?:apps|packages|scripts|e2e|docs|bench|core|test)(?:\/[a-z\d-]+)+\/?$/.test(path)) continue;
      const folder = path.replace(/\/$/, "");
      assert.ok(
        files.some((name) => `/${name}`.includes(`/${folder}/`) || `/${name}`.endsWith(`/${folder}.test.ts`)),
        `${page}: ${path}`,
      );
    }
});

test("functions, fields and types that documents name stand in the sources", () => {
  const words = new Set(sources.flatMap((name) => read(name).match(/[A-Za-z_$][\w$]*/g) ?? []));
  for (const page of documents)
    for (const text of getQuoted(page)) {
      // `name`, `name.member`, `name(…)`, `<Name …>`: identifiers with dots between them, then whatever they are given.
      const path = /^<?([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(?=$|[(<> =])/.exec(text)?.[1] ?? "";
      if (!/[a-z][A-Z]/.test(path) || formulas.has(path)) continue;
      for (const name of path.split(".")) assert.ok(words.has(name) || foreign.has(name), `${page}: ${text} (${name})`);
    }
});

test("components that docs/pages.md names take the properties that it names", () => {
  const web = sources.filter((name) => name.startsWith("apps/web/src/"));
  const shown = getQuoted("docs/pages.md").flatMap((text) => {
    // `<Name first second? third={…} />`, without what the properties are given.
    const found = /^<([A-Z]\w*)((?:\{[^}]*\}|[^>{])*)/.exec(text);
    const given = found?.[2].replaceAll(/\{[^}]*\}|"[^"]*"/g, "") ?? "";
    return found ? [{ text, name: found[1], properties: given.match(/[a-z]\w*/g) ?? [] }] : [];
  });
  assert.ok(shown.length > 15);
  for (const { text, name, properties } of shown) {
    const declares = new RegExp(`^export (?:default )?(?:function|const) ${name}\\b`, "m");
    const file = web.find((one) => declares.test(read(one)));
    assert.ok(file, `docs/pages.md: ${text}`);
    // A context takes its value.
    if (new RegExp(`const ${name} = createContext`).test(read(file))) continue;
    const folder = web.filter((one) => dirname(one) === dirname(file)).map(read);
    for (const property of properties)
      assert.ok(
        folder.some((source) => new RegExp(`\\b${property}\\??:`).test(source)),
        `docs/pages.md: ${text} (${property})`,
      );
  }
});

test("pages that docs/pages.md shows are the pages themselves", () => {
  const lines = read("docs/pages.md").split("\n");
  const starts = lines.flatMap((line, index) => (/^ {4}\/\/ apps\/\S+\.tsx$/.test(line) ? [index] : []));
  assert.ok(starts.length > 0);
  for (const start of starts) {
    const file = lines[start].replace(/^ *\/\/ /, "");
    const page = read(file).trimEnd().split("\n");
    const example = lines.slice(start + 1, start + 1 + page.length).map((line) => line.replace(/^ {4}/, ""));
    assert.deepEqual(example, page, file);
  }
});
