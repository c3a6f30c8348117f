import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PageCache, addAnchor, anchorBefore } from "./page-cache.ts";

function counted(...totals: number[]) {
  let clock = 0;
  let counts = 0;
  const pageCache = new PageCache(() => clock);
  const ask = (anew?: boolean) =>
    pageCache.of("list", async () => totals[Math.min(counts++, totals.length - 1)] as number, anew);
  return { ask, counts: () => counts, wait: (seconds: number) => (clock += seconds * 1000) };
}

describe("PageCache.of", () => {
  it("counts a short list every time", async () => {
    const { ask } = counted(1000, 999);
    assert.equal((await ask()).total, 1000);
    assert.equal((await ask()).total, 999);
  });

  it("caches the total of a long list for ten seconds, except for users who have just changed something", async () => {
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

  it("does not cache a count that began before the cached one and ended after it", async () => {
    let clock = 0;
    const pageCache = new PageCache(() => clock);
    let end = (_total: number) => {};
    const slow = pageCache.of("list", () => new Promise((resolve) => (end = resolve)));
    clock = 1;
    await pageCache.of("list", async () => 2001, true);
    end(2000);
    assert.equal((await slow).total, 2000);
    assert.equal(pageCache.known("list")?.total, 2001);
  });

  it("caches the total of a very long list for ten seconds, then returns it once more while it counts again", async () => {
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

  it("removes a list that became short, and passes a failed count only to its own caller", async () => {
    const { ask, wait } = counted(20_000, 5, 6);
    await ask();
    wait(61);
    assert.deepEqual([(await ask()).total, (await ask()).total], [5, 6]);
    const pageCache = new PageCache();
    await assert.rejects(pageCache.of("x", () => Promise.reject(new Error("gone"))));
    assert.equal((await pageCache.of("x", async () => 3)).total, 3);
  });
});

describe("anchorBefore", () => {
  it("finds the nearest anchor; addAnchor keeps at most a hundred for each of ten orders", async () => {
    const cachedPages = { total: 1_000_000, time: 0, places: new Map(), topScans: new Map() };
    for (const at of [1000, 5000, 3000]) addAnchor(cachedPages, "id", { at, values: [String(at)] });
    assert.equal(anchorBefore(cachedPages, "id", 4000)?.at, 3000);
    assert.equal(anchorBefore(cachedPages, "id", 999), undefined);
    for (let at = 10_000; at < 300_000; at += 1000) addAnchor(cachedPages, "id", { at, values: [] });
    assert.equal(anchorBefore(cachedPages, "name", 4000), undefined);
    assert.equal((cachedPages.places as Map<string, Map<number, unknown>>).get("id")?.size, 100);
    for (let n = 0; n < 20; n++) addAnchor(cachedPages, `order ${n}`, { at: 1000, values: [] });
    assert.equal(cachedPages.places.size, 10);
  });
});

describe("PageCache.askedLately", () => {
  it("asks again after a minute, and after a question that failed", async () => {
    let clock = 0;
    const pageCache = new PageCache(() => clock);
    let asked = 0;
    const ask = (question: string, answer: () => Promise<boolean>) =>
      pageCache.askedLately(question, () => {
        asked++;
        return answer();
      });
    assert.equal(await ask("one", async () => true), true);
    clock = 59_000;
    assert.equal(await ask("one", async () => false), true);
    assert.equal(await ask("another", async () => false), false);
    assert.equal(asked, 2);
    clock = 60_000;
    await assert.rejects(
      ask("one", () => Promise.reject(new Error("gone"))),
      /gone/,
    );
    assert.equal(await ask("one", async () => false), false);
    assert.equal(asked, 4);
  });
});
