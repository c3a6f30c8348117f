import assert from "node:assert/strict";
import { test } from "node:test";
import { Outlines, addAnchor, anchorBefore } from "./outline.ts";

function counted(...totals: number[]) {
  let clock = 0;
  let counts = 0;
  const outlines = new Outlines(() => clock);
  const ask = (anew?: boolean) =>
    outlines.of("list", async () => totals[Math.min(counts++, totals.length - 1)] as number, anew);
  return { ask, counts: () => counts, wait: (seconds: number) => (clock += seconds * 1000) };
}

test("a short list is counted every time", async () => {
  const { ask } = counted(1000, 999);
  assert.equal((await ask()).total, 1000);
  assert.equal((await ask()).total, 999);
});

test("a long list keeps its total for ten seconds, but for who has just changed something", async () => {
  const { ask, counts, wait } = counted(5000, 5001, 5002);
  assert.equal((await ask()).total, 5000);
  wait(9);
  assert.equal((await ask()).total, 5000);
  assert.equal((await ask(true)).total, 5001);
  assert.equal((await ask()).total, 5001);
  wait(11);
  assert.equal((await ask()).total, 5002);
  assert.equal(counts(), 3);
});

test("a count that began earlier and ends later does not stay", async () => {
  let clock = 0;
  const outlines = new Outlines(() => clock);
  let end = (_total: number) => {};
  const slow = outlines.of("list", () => new Promise((resolve) => (end = resolve)));
  clock = 1;
  await outlines.of("list", async () => 2001, true);
  end(2000);
  assert.equal((await slow).total, 2000);
  assert.equal(outlines.known("list")?.total, 2001);
});

test("a very long list keeps its total for ten seconds, then shows it once more while it is counted", async () => {
  const { ask, counts, wait } = counted(20_000, 20_005);
  await ask();
  assert.equal((await ask(true)).total, 20_000);
  assert.equal((await ask()).total, 20_000);
  wait(9);
  assert.equal((await ask()).total, 20_000);
  assert.equal(counts(), 1);
  wait(2);
  assert.equal((await ask()).total, 20_000);
  await new Promise(setImmediate);
  assert.equal((await ask()).total, 20_005);
  wait(61);
  await ask();
  assert.equal(counts(), 3);
});

test("a list that became short is forgotten, and a count that fails is nobody else’s failure", async () => {
  const { ask, wait } = counted(20_000, 5, 6);
  await ask();
  wait(61);
  assert.deepEqual([(await ask()).total, (await ask()).total], [5, 6]);
  const outlines = new Outlines();
  await assert.rejects(outlines.of("x", () => Promise.reject(new Error("gone"))));
  assert.equal((await outlines.of("x", async () => 3)).total, 3);
});

test("the nearest anchor before a place in an order, and no more than a hundred", async () => {
  const outline = { total: 1_000_000, time: 0, places: new Map(), glances: new Map() };
  for (const at of [1000, 5000, 3000]) addAnchor(outline, "id", { at, values: [String(at)] });
  assert.equal(anchorBefore(outline, "id", 4000)?.at, 3000);
  assert.equal(anchorBefore(outline, "id", 999), undefined);
  for (let at = 10_000; at < 300_000; at += 1000) addAnchor(outline, "id", { at, values: [] });
  assert.equal(anchorBefore(outline, "name", 4000), undefined);
  assert.equal((outline.places as Map<string, Map<number, unknown>>).get("id")?.size, 100);
  for (let n = 0; n < 20; n++) addAnchor(outline, `order ${n}`, { at: 1000, values: [] });
  assert.equal(outline.places.size, 10);
});
