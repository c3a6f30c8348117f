import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { firstPattern, patternInput } from "./pattern.ts";

const row = { totalHours: "40.0", headTeacherId: "7", classroomId: "9" };

describe("firstPattern", () => {
  it("has the hours that are not planned yet, most of them practice", () => {
    assert.deepEqual(
      firstPattern(row, "0").parts.map(({ hours }) => hours),
      ["16", "24"],
    );
    assert.deepEqual(
      firstPattern(row, "35").parts.map(({ hours }) => hours),
      ["2", "3"],
    );
  });
});

describe("patternInput", () => {
  it("is complete from the start where the class has a teacher", () => {
    const first = firstPattern(row, "0");
    assert.equal(patternInput(first, "1")?.parts.length, 2);
    const parts = first.parts.map((part) => ({ ...part, teacherId: null }));
    assert.equal(patternInput({ ...first, parts }, "1"), null);
  });
  it("leaves out a part without hours, and waits for times that end after they begin", () => {
    const first = firstPattern(row, "0");
    const [theory, practice] = first.parts as [(typeof first.parts)[0], (typeof first.parts)[0]];
    assert.equal(patternInput({ ...first, parts: [{ ...theory, hours: "0" }, practice] }, "1")?.parts.length, 1);
    assert.equal(patternInput({ ...first, times: [{ startTime: "10:00", endTime: "09:00" }] }, "1"), null);
  });
});
