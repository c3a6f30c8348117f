import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Column } from "./columns.tsx";
import { fitColumns, widthOf } from "./fit-columns.ts";

const column = (key: string, width: number, least = width): Column => ({
  key,
  title: key,
  width,
  least,
  field: null,
  sortable: false,
  numeric: false,
  total: false,
  render: () => key,
});
const told = (columns: Column[], room: number, holdsFirst?: boolean) =>
  fitColumns(columns, room, holdsFirst).map(({ column: { key }, below }) => (below ? `${key}/${below.key}` : key));

describe("fitColumns", () => {
  const columns = [column("name", 200), column("state", 80), column("day", 100), column("office", 180)];

  it("leaves every column its own place where they fit, and shares out the rest", () => {
    assert.deepEqual(told(columns, 560), ["name", "state", "day", "office"]);
    assert.equal(widthOf(fitColumns(columns, 1120)), 1120);
  });

  it("puts the last one under the column that has to grow least, until all fit", () => {
    assert.deepEqual(told(columns, 559), ["name/office", "state", "day"]);
    assert.deepEqual(told(columns, 379), ["name/office", "state/day"]);
    assert.ok(widthOf(fitColumns(columns, 379)) <= 379);
  });

  it("never drops one: what cannot be folded any more stays as wide as it is", () => {
    assert.deepEqual(told(columns, 10), ["name/office", "state/day"]);
  });

  it("cuts words where folding is not enough, values never", () => {
    const long = [column("name", 200, 96), column("day", 144, 108), column("place", 160, 96), column("sum", 100)];
    assert.deepEqual(told(long, 280), ["name/day", "place/sum"]);
    assert.ok(widthOf(fitColumns(long, 280)) <= 280);
    assert.equal(widthOf(fitColumns(long, 100)), 208);
  });

  it("leaves the first column of a tree alone", () => {
    assert.deepEqual(told(columns, 500, false), ["name", "state", "day/office"]);
  });
});
