import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { cache, root } from "../paths.mjs";
import { runTests } from "./tests.mjs";

mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "tests-"));
after(() => rmSync(folder, { recursive: true }));

/** Runs one test file with this text. @returns numbers and what was printed */
const run = (text, minutes = 1) => runAll([text], minutes);

/** Runs files with these texts in one process. */
async function runAll(texts, minutes = 1) {
  const files = texts.map((text) => {
    const file = join(folder, `${Math.random()}.test.mjs`);
    writeFileSync(file, `import test, { after, before, describe } from 'node:test'\n${text}`);
    return relative(root, file);
  });
  const print = process.stdout.write;
  let printed = "";
  process.stdout.write = (chunk) => {
    printed += chunk;
    return true;
  };
  try {
    return { ...(await runTests(files, { concurrency: 1, minutes })), printed };
  } finally {
    process.stdout.write = print;
  }
}

test("counts tests, not suites and parents", async () => {
  const { passed, failed } = await run(`
    describe('suite', () => { test('a', () => {}); test('b', () => { throw new Error('broken') }) })
    test('c', () => {})
    test('skipped', { skip: true }, () => {})`);
  assert.deepEqual({ passed, failed }, { passed: 2, failed: 1 });
});

test("prints the failure, its place and what the file printed", async () => {
  const { printed } = await run(
    `console.log('a trace'); describe('suite', () => { test('inner', () => { throw new Error('broken') }) })`,
  );
  assert.match(printed, /suite › inner/);
  assert.match(printed, /Error: broken/);
  assert.match(printed, /a trace/);
});

test("a file without tests, one that cannot be loaded and one that is killed count as failed", async () => {
  assert.equal((await run("")).failed, 1);
  assert.equal((await run(`throw new Error('broken')`)).failed, 1);
  assert.equal((await run(`test('kills', () => process.kill(process.pid, 'SIGKILL'))`)).failed, 1);
});

test("a file that hangs is ended", async () => {
  const { failed, printed } = await run(
    `before(() => new Promise(() => setInterval(() => {}, 1000))); test('never', () => {})`,
    0.02,
  );
  assert.equal(failed, 1);
  assert.match(printed, /did not end within/);
});

test("what a file left open does not keep it running", async () => {
  const { passed, failed } = await run(`setInterval(() => {}, 1000); test('quick', () => {})`);
  assert.deepEqual({ passed, failed }, { passed: 1, failed: 0 });
});

test("files share a process and their imports, but not their hooks", async () => {
  const shared = join(folder, "shared.mjs");
  writeFileSync(shared, "export const events = []");
  const file = (name) => `
    import { events } from ${JSON.stringify(shared)}
    before(() => events.push('before ${name}')); after(() => events.push('after ${name}'))
    test('${name}', () => console.log(JSON.stringify(events)))
    test('fails', () => { throw new Error('so that it prints') })`;
  const { printed } = await runAll([file("one"), file("two")]);
  assert.match(printed, /\["before one"\]/);
  assert.match(printed, /\["before one","after one","before two"\]/);
});

test("a file that ends its process does not stop the next one", async () => {
  const { passed, failed } = await runAll([`test('ends', () => process.exit(3))`, `test('goes on', () => {})`]);
  assert.deepEqual({ passed, failed }, { passed: 1, failed: 1 });
});

test("an error outside any test, or a hook that fails after the last: the file counts as failed", async () => {
  const later = `test('a', () => void setTimeout(() => { throw new Error('later') }, 10)); test('b', () => new Promise((go) => setTimeout(go, 50)))`;
  const { failed, printed } = await runAll([
    later,
    `after(() => { throw new Error('at the end') }); test('c', () => {})`,
  ]);
  assert.equal(failed, 2);
  assert.match(printed, /outside of its tests[^]*later[^]*at the end/);
});
