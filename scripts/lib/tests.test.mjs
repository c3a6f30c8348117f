import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { cache, root } from "./paths.mjs";
import { runTests } from "./tests.mjs";

mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "tests-"));
after(() => rmSync(folder, { recursive: true }));

/** Runs one test file with this text. @returns numbers and what was printed */
async function run(text, minutes = 1) {
  const file = join(folder, `${Math.random()}.test.mjs`);
  writeFileSync(file, `import test, { before, describe } from 'node:test'\n${text}`);
  const print = process.stdout.write;
  let printed = "";
  process.stdout.write = (chunk) => {
    printed += chunk;
    return true;
  };
  try {
    return { ...(await runTests([relative(root, file)], { concurrency: 1, minutes })), printed };
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

test("tells the failure, where it is and what the file printed", async () => {
  const { printed } = await run(
    `console.log('a trace'); describe('suite', () => { test('inner', () => { throw new Error('broken') }) })`,
  );
  assert.match(printed, /suite › inner/);
  assert.match(printed, /Error: broken/);
  assert.match(printed, /a trace/);
});

test("a file without tests, one that cannot be loaded and one that dies have failed", async () => {
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
