import assert from "node:assert/strict";
import { test } from "node:test";
import { usualName } from "./class-name.ts";

const organisation = { orgName: "启航职业培训学校", orgShortName: "启航" };

test("institution, course, level and number; the level is not said twice", () => {
  assert.equal(usualName({ organisation, offer: { courseName: "电工", level: "5" }, before: 0 }), "启航电工五级第1期");
  assert.equal(
    usualName({ organisation, offer: { courseName: "电工（五级）", level: "5" }, before: 3 }),
    "启航电工（五级）第4期",
  );
});

test("without a short name the whole one", () => {
  assert.equal(
    usualName({
      organisation: { orgName: "启航职业培训学校", orgShortName: "" },
      offer: { courseName: "焊工", level: "4" },
      before: 1,
    }),
    "启航职业培训学校焊工四级第2期",
  );
});
