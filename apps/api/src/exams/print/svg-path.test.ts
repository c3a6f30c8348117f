import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withoutSmoothCurves } from "./svg-path.ts";

describe("withoutSmoothCurves", () => {
  it("writes each smooth curve with its control point, the reflection of the one before", () => {
    assert.equal(withoutSmoothCurves("M0 0Q10 10 20 0T40 0T60 0Z"), "M0 0Q10 10 20 0Q30 -10 40 0Q50 10 60 0Z");
  });

  it("begins anew behind a line, and leaves everything else as it is", () => {
    assert.equal(withoutSmoothCurves("M5-6T7 8L1 2H3V4T5 6"), "M5 -6Q5 -6 7 8L1 2H3V4Q3 4 5 6");
    assert.equal(withoutSmoothCurves("M1 2C1 2 3 4 5 6Q1 1 2 2T.5-.5"), "M1 2C1 2 3 4 5 6Q1 1 2 2Q3 3 0.5 -0.5");
  });
});
