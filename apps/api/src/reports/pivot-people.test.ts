import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { PivotAnswer } from "@jipei/contract/reports/report-run.ts";
import { runCalls } from "@jipei/contract/reports/report-run.ts";
import { type BuiltClass, aClass } from "../../test/factories/class.ts";
import { aRoster, somebody } from "../../test/factories/enrolment.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

/** How many people a figure is of: those who have the value, each of them once. */
let app: TestApp;
let clerk: TestUser;
let built: BuiltClass;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  built = await aClass(app);
});
after(() => app.close());

const run = (dataSet: string, pivot: object): Promise<PivotAnswer> =>
  clerk.call(runCalls.pivot, {
    draft: {
      kind: "pivot",
      dataSet,
      layout: { columns: [], filters: [], pivot: { chart: "none", columns: [], ...pivot } },
    },
  } as never);

/** A follow-up of each of these roster rows, with what they earn. */
async function follow(students: readonly { id: string }[], salary: number | null, day = "2026-06-01"): Promise<void> {
  for (const { id } of students)
    await app.pool.query(
      `insert into train_employment (student_id, class_id, org_id, employment_kind, salary, follow_date, verify_source, create_user, update_user)
       values ($1, $2, $3, '1', $4, $5, '3', 1, 1)`,
      [id, built.classId, built.base.orgId, salary, day],
    );
}

describe("Report.pivot", () => {
  it("says no sum and no average of a value that fewer than five people of a group have, nor a total with it", async () => {
    const students = await aRoster(app, built.classId, 6, { attendanceRate: null });
    await app.pool.query(`update student set attendance_rate = 50 where id = $1`, [students[0]?.id]);
    const measures = [
      { kind: "count" },
      { kind: "sum", field: "attendanceRate" },
      { kind: "average", field: "attendanceRate" },
    ];
    const pivot = { rows: ["orgName"], measures };
    const few = await run("Student", pivot);
    assert.deepEqual(
      [few.cells, few.totals, few.rowTotals, few.hidden, few.hiddenFigures],
      [[[["6", null, null]]], ["6", null, null], [["6", null, null]], 0, 2],
    );
    await app.pool.query(`update student set attendance_rate = 50 where id <> $1`, [students[1]?.id]);
    const enough = await run("Student", pivot);
    assert.deepEqual([enough.totals, enough.hiddenFigures], [["6", "250", "50.00"], 0]);
  });

  it("counts somebody once who was followed up for several courses, or several times", async () => {
    // One person in five rosters.
    const often = await aRoster(app, built.classId, 5, { ...somebody(), confirmStatus: "Invalidate" });
    await follow(often, 5000);
    await follow(often.slice(0, 1), 5200, "2026-07-01");
    const pivot = { rows: ["employmentKind"], measures: [{ kind: "count" }, { kind: "sum", field: "salary" }] };
    const one = await run("TrainEmployment", pivot);
    assert.deepEqual([one.rows, one.totals, one.hidden], [[], [null, null], 1]);
    await follow(await aRoster(app, built.classId, 4), null);
    const five = await run("TrainEmployment", pivot);
    assert.deepEqual([five.totals, five.hidden, five.hiddenFigures], [["10", null], 0, 1]);
  });

  it("tells contestants apart by who they are", async () => {
    const { rows, hidden } = await run("CompetitionRecord", { rows: ["awardLevel"], measures: [{ kind: "count" }] });
    assert.deepEqual([rows, hidden], [[], 0]);
  });
});
