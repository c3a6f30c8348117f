import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { usualName } from "./class-name.ts";

const organisation = { orgName: "启航职业培训学校", orgShortName: "启航" };

describe("usualName", () => {
  it("joins institution, course, level and number, and says the level once", () => {
    assert.equal(
      usualName({ organisation, offer: { courseName: "电工", level: "5" }, before: 0 }),
      "启航电工五级第1期",
    );
    assert.equal(
      usualName({ organisation, offer: { courseName: "电工（五级）", level: "5" }, before: 3 }),
      "启航电工（五级）第4期",
    );
  });

  it("takes the whole name of an institution without a short one", () => {
    assert.equal(
      usualName({
        organisation: { orgName: "启航职业培训学校", orgShortName: "" },
        offer: { courseName: "焊工", level: "4" },
        before: 1,
      }),
      "启航职业培训学校焊工四级第2期",
    );
  });
});
