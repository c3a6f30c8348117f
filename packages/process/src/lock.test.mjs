import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { isAlive, withLock } from "./lock.mjs";

const folder = mkdtempSync(join(tmpdir(), "jipei-lock-"));
after(() => rmSync(folder, { recursive: true }));

const module = JSON.stringify(new URL("./lock.mjs", import.meta.url).href);
/** The id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

test("withLock lets eight processes add to one file without losing anything", async () => {
  const counter = join(folder, "counter");
  const lock = join(folder, "counter.lock");
  writeFileSync(counter, "0");
  const code = `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { withLock } from ${module}
    for (let i = 0; i < 5; i++) await withLock(${JSON.stringify(lock)}, async () => {
      const n = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'))
      await new Promise((resolve) => setTimeout(resolve, 2))
      writeFileSync(${JSON.stringify(counter)}, String(n + 1))
    })`;
  const run = promisify(execFile);
  await Promise.all(Array.from({ length: 8 }, () => run(process.execPath, ["--input-type=module", "-e", code])));
  assert.equal(readFileSync(counter, "utf8"), "40");
  assert.equal(existsSync(lock), false);
});

test("withLock breaks a lock left behind by a killed process", async () => {
  const lock = join(folder, "left.lock");
  writeFileSync(lock, String(deadPid()));
  assert.equal(await withLock(lock, () => "mine"), "mine");
});

test("withLock breaks a lock that nobody renews, even if its process id is in use", async () => {
  const lock = join(folder, "old.lock");
  writeFileSync(lock, String(process.pid));
  const old = new Date(Date.now() - 60_000);
  utimesSync(lock, old, old);
  assert.equal(await withLock(lock, () => "mine"), "mine");
});

test("withLock waits for a held lock, and calls onWait once", async () => {
  const lock = join(folder, "held.lock");
  let told = 0;
  /** @type {string[]} */
  const order = [];
  await Promise.all([
    withLock(lock, async () => {
      await new Promise((resolve) => setTimeout(resolve, 350));
      order.push("first");
    }),
    withLock(
      lock,
      () => order.push("second"),
      () => told++,
    ),
  ]);
  assert.deepEqual(order, ["first", "second"]);
  assert.equal(told, 1);
});

test("withLock releases the lock after a failure", async () => {
  const lock = join(folder, "failed.lock");
  await assert.rejects(
    withLock(lock, () => {
      throw new Error("no");
    }),
    /no/,
  );
  assert.equal(existsSync(lock), false);
});

test("isAlive tells running processes from ended ones", () => {
  assert.equal(isAlive(process.pid), true);
  assert.equal(isAlive(deadPid()), false);
});
