import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LagMeter } from "./replica-lag.ts";

/** The lag after a series of samples, one each second: how far the main database had written, and how far the replica had replayed. */
const getLag = (...seconds: readonly (readonly [written: number, replayed: number])[]): number => {
  const meter = new LagMeter();
  let behind = Infinity;
  for (const [second, [written, replayed]] of seconds.entries()) {
    meter.written(second * 1000, written);
    behind = meter.behind(second * 1000 + 5, replayed);
  }
  return behind;
};

describe("LagMeter.behind", () => {
  it("is 0 while the replica has everything, however long nothing was written", () =>
    assert.equal(getLag([100, 100], [100, 100], [100, 100], [100, 100]), 0));
  it("is 0 when the replica has more than was written at the time of the question", () =>
    assert.equal(getLag([100, 100], [100, 130]), 0));
  it("is Infinity until the replica has reached the first sample", () =>
    assert.equal(getLag([100, 90], [120, 95]), Infinity));
  it("counts from the last position that the replica has reached", () =>
    assert.equal(getLag([100, 100], [200, 100], [300, 100], [400, 250]), 3005 - 1000));
  it("grows while the replica is paused", () =>
    assert.deepEqual([getLag([100, 100], [110, 100]), getLag([100, 100], [110, 100], [120, 100])], [1005, 2005]));
  it("grows while the replica is paused and nothing more is written, since it lacks what was written before", () =>
    assert.equal(getLag([100, 100], [110, 100], [110, 100], [110, 100]), 3005));
  it("is 0 as soon as the replica has caught up", () =>
    assert.equal(getLag([100, 100], [200, 100], [300, 100], [400, 400]), 0));
});
