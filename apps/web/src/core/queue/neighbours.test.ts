import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getNeighbours } from "./neighbours.ts";

describe("getNeighbours", () => {
  const rows = ["1", "2", "3", "4"].map((id) => ({ id, waits: id === "1" || id === "4" }));
  const idsFrom = (open: string) => {
    const { previous, next, waiting } = getNeighbours(rows, open, (row) => row.waits);
    return [previous?.id, next?.id, waiting?.id];
  };
  it("goes on with the next case below, and from the last one with the first of the page", () => {
    assert.deepEqual(idsFrom("2"), ["1", "3", "4"]);
    assert.deepEqual(idsFrom("4"), ["3", undefined, "1"]);
  });
  it("begins anew where the open row has left the list with its decision", () => {
    assert.deepEqual(idsFrom("9"), [undefined, undefined, "1"]);
  });
  it("has no case where nothing else waits, nor in a list that is no queue", () => {
    assert.equal(getNeighbours(rows.slice(0, 2), "1", (row) => row.waits).waiting, undefined);
    assert.deepEqual(getNeighbours(rows, "1"), { previous: undefined, next: rows[1], waiting: undefined });
  });
});
