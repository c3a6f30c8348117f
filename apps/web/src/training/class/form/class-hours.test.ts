import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hoursAfter } from "./class-hours.ts";

const electrician = { courseHours: "56.0" };
const welder = { courseHours: "40.0" };

describe("hoursAfter", () => {
  it("follows the course until other hours are typed", () => {
    assert.equal(hoursAfter(undefined, undefined, electrician), "56.0");
    assert.equal(hoursAfter("", undefined, electrician), "56.0");
    assert.equal(hoursAfter("56", electrician, welder), "40.0");
    assert.equal(hoursAfter("60", electrician, welder), "60");
    assert.equal(hoursAfter("60", undefined, electrician), "60");
    assert.equal(hoursAfter("56.0", electrician, undefined), null);
  });
});
