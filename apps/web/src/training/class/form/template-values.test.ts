import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { templateValues } from "./template-values.ts";

const organisation = { contact: "李四", contactPhone: "13900000002" };

describe("templateValues", () => {
  it("are those of the last class, without its name and its days", () => {
    const last = { orgPlanId: "1", planCount: 30, className: "一班", startDate: "2026-01-01", contact: "王五" };
    assert.deepEqual(
      templateValues(last, organisation, () => undefined),
      { orgPlanId: "1", planCount: 30, contact: "王五", contactPhone: "13900000002" },
    );
  });

  it("leave what was typed, and never put in a masked phone", () => {
    const last = { trainPlace: "育才路18号", headTeacherPhone: "139****0001" };
    assert.deepEqual(
      templateValues(last, organisation, (name) => (name === "trainPlace" ? "别处" : undefined)),
      organisation,
    );
  });
});
