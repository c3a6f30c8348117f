import assert from "node:assert/strict";
import { test } from "node:test";
import { hoursAfter } from "./class-hours.ts";

const electrician = { courseHours: "56.0" };
const welder = { courseHours: "40.0" };

test("the hours of a class follow its course until others are typed", () => {
  assert.equal(hoursAfter(undefined, undefined, electrician), "56.0");
  assert.equal(hoursAfter("", undefined, electrician), "56.0");
  assert.equal(hoursAfter("56", electrician, welder), "40.0");
  assert.equal(hoursAfter("60", electrician, welder), "60");
  assert.equal(hoursAfter("60", undefined, electrician), "60");
  assert.equal(hoursAfter("56.0", electrician, undefined), null);
});
