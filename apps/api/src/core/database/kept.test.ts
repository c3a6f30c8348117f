import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Kept } from "./kept.ts";

describe("Kept", () => {
  it("keeps the last values, and those of each owner for itself", () => {
    const kept = new Kept<number>(2);
    const [one, other] = [{}, {}];
    kept.set(one, "a", 1);
    kept.set(other, "a", 2);
    kept.set(one, "b", 3);
    kept.set(one, "b", 4);
    assert.deepEqual([kept.get(one, "a"), kept.get(one, "b"), kept.get(other, "a")], [1, 4, 2]);
    kept.set(one, "c", 5);
    assert.deepEqual([kept.get(one, "a"), kept.get(one, "b"), kept.get(one, "c")], [undefined, 4, 5]);
    assert.equal(kept.get(other, "b"), undefined);
  });
});
