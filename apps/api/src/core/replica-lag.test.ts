import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LagMeter } from "./replica-lag.ts";

/** What was seen: at each second where the main database was, and how far the replica had come. */
const seen = (...seconds: readonly (readonly [written: number, replayed: number])[]): number => {
  const meter = new LagMeter();
  let behind = Infinity;
  for (const [second, [written, replayed]] of seconds.entries()) {
    meter.written(second * 1000, written);
    behind = meter.behind(second * 1000 + 5, replayed);
  }
  return behind;
};

describe("how far a replica is behind", () => {
  it("nothing where it has all, however long nobody has written", () =>
    assert.equal(seen([100, 100], [100, 100], [100, 100], [100, 100]), 0));
  it("nothing where it has even more than was written when it was asked", () =>
    assert.equal(seen([100, 100], [100, 130]), 0));
  it("unknown where it has not reached what was written first", () =>
    assert.equal(seen([100, 90], [120, 95]), Infinity));
  it("since the last position that it has reached", () =>
    assert.equal(seen([100, 100], [200, 100], [300, 100], [400, 250]), 3005 - 1000));
  it("ever longer while it is paused", () =>
    assert.deepEqual([seen([100, 100], [110, 100]), seen([100, 100], [110, 100], [120, 100])], [1005, 2005]));
  it("ever longer while it is paused and nobody writes any more: it lacks what was written before", () =>
    assert.equal(seen([100, 100], [110, 100], [110, 100], [110, 100]), 3005));
  it("nothing as soon as it has caught up", () =>
    assert.equal(seen([100, 100], [200, 100], [300, 100], [400, 400]), 0));
});
