import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { windowRows } from "./window-rows.ts";

describe("windowRows", () => {
  const narrow = [{ width: 400 }];
  it("is the largest page that the window holds", () => {
    assert.equal(windowRows(narrow, { innerWidth: 1440, innerHeight: 900 }), 15);
    assert.equal(windowRows(narrow, { innerWidth: 1920, innerHeight: 1080 }), 20);
    assert.equal(windowRows(narrow, { innerWidth: 390, innerHeight: 844 }), 10);
  });
  it("reckons with two lines a row where the columns do not fit side by side", () => {
    assert.equal(windowRows([{ width: 1400 }], { innerWidth: 1440, innerHeight: 900 }), 10);
  });
});
