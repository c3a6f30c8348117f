import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getReferenceColumns } from "./references.ts";

describe("getReferenceColumns", () => {
  const found = (name: Parameters<typeof getReferenceColumns>[0]) =>
    getReferenceColumns(name).map(({ table, column, several }) => `${table}.${column}${several ? "[]" : ""}`);

  it("finds the columns of all domains, also those that hold several ids", () => {
    assert.deepEqual(found("SubsidyStandard"), ["enterprise_subsidy_line.subsidy_id", "subsidy_line.subsidy_id"]);
    assert.ok(found("Course").includes("organisation_teacher.course_ids[]"));
    assert.deepEqual(found("Classroom").toSorted(), ["lesson.classroom_id", "training_class.classroom_id"]);
  });

  it("leaves out looked-up fields, which have no column", () => {
    assert.deepEqual(
      found("CandidateSource").filter((place) => !place.endsWith("_id")),
      [],
    );
  });
});
