import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { PivotAnswer } from "@jipei/contract/reports/report-run.ts";
import { runCalls } from "@jipei/contract/reports/report-run.ts";
import { reportCalls as calls } from "@jipei/contract/reports/report.ts";
import { type BuiltClass, aClass } from "../../test/factories/class.ts";
import { aRoster } from "../../test/factories/enrolment.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

/** Pivot tables: figures over the rows of whoever looks, none of a group of few people. */
let app: TestApp;
let clerk: TestUser;
let first: BuiltClass;
let second: BuiltClass;
let institution: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  first = await aClass(app);
  second = await aClass(app);
  await aRoster(app, first.classId, 6, { personCategory: "03", attendanceRate: "90.00", attendHours: "36.00" });
  await aRoster(app, first.classId, 2, { personCategory: "05", attendanceRate: "50.00", attendHours: "20.00" });
  await aRoster(app, second.classId, 5, { personCategory: "03", attendanceRate: "80.00", attendHours: "32.00" });
  await aRoster(app, second.classId, 1, { personCategory: "05" });
  const { actor } = first.base.orgAdmin;
  institution = app.as("orgAdmin", { ...actor, permissions: new Set([...actor.permissions, "report_view"]) });
});
after(() => app.close());

let made = 0;
const save = async (dataSet: string, pivot: object, more: object = {}) =>
  (
    await clerk.call(calls.submit, {
      name: `透视${++made}`,
      kind: "pivot",
      dataSet,
      sharedWith: ["leader", "orgAdmin"],
      layout: { columns: [], filters: [], pivot: { chart: "none", columns: [], ...pivot }, ...more },
    } as never)
  ).id;
const run = (user: TestUser, id: string): Promise<PivotAnswer> => user.call(runCalls.pivot, { id });
const names = (heads: PivotAnswer["rows"]) => heads.map(({ zh }) => zh.join(" "));

describe("Report.pivot", () => {
  it("counts, adds up and averages by rows and columns, in decimals", async () => {
    const id = await save("TrainingClass", {
      rows: ["orgName", "startDate_year"],
      columns: ["status"],
      measures: [{ kind: "count" }, { kind: "sum", field: "totalHours" }, { kind: "average", field: "planCount" }],
    });
    const answer = await run(app.as("leader"), id);
    assert.deepEqual([answer.rows.length, names(answer.columns), answer.hidden], [2, ["未提交"], 0]);
    assert.deepEqual(answer.cells[0], [["1", "40", "30.00"]]);
    assert.deepEqual([answer.totals, answer.columnTotals], [["2", "80", "30.00"], [["2", "80", "30.00"]]]);
    assert.equal((await run(institution, id)).rows.length, 1);
  });

  it("groups moments by the months of the office's own time", async () => {
    await app.pool.query(`update training_class set create_time = '2026-03-31T17:30:00Z' where id = $1`, [
      first.classId,
    ]);
    await app.pool.query(`update training_class set create_time = '2026-03-31T15:30:00Z' where id = $1`, [
      second.classId,
    ]);
    const id = await save("TrainingClass", { rows: ["createTime_month"], measures: [{ kind: "count" }] });
    const { rows, cells } = await run(app.as("leader"), id);
    assert.deepEqual(
      [names(rows), cells],
      [
        ["2026-03", "2026-04"],
        [[["1"]], [["1"]]],
      ],
    );
  });

  it("says nothing of fewer than five people, and no total that would tell it", async () => {
    const id = await save("Student", {
      rows: ["orgName"],
      columns: ["personCategory"],
      measures: [{ kind: "count" }, { kind: "sum", field: "attendHours" }],
    });
    const { cells, columns, hidden, totals, rowTotals } = await run(clerk, id);
    assert.deepEqual([columns.length, hidden], [1, 2]);
    assert.deepEqual(
      cells
        .flat()
        .map(([count]) => count)
        .toSorted(),
      ["5", "6"],
    );
    assert.deepEqual(
      [totals, rowTotals.map(([count]) => count).toSorted()],
      [
        ["11", "376"],
        ["5", "6"],
      ],
    );
    const one = await save("Student", { rows: ["studentNo"], measures: [{ kind: "count" }] });
    assert.deepEqual(
      [(await run(clerk, one)).rows, (await run(clerk, one)).totals],
      [[{ zh: ["（无）"], en: ["(none)"] }], ["14"]],
    );
    const filters = [{ name: "personCategory", value: "05", isAsked: "0" }];
    const few = await run(
      clerk,
      await save("Student", { rows: ["trainKind"], measures: [{ kind: "count" }] }, { filters }),
    );
    assert.deepEqual([few.rows, few.totals, few.hidden], [[], [null], 1]);
  });

  it("does not group by what a data scope hides (FIELD_INVALID)", async () => {
    const id = await save("TrainingClass", { rows: ["orgName"], measures: [{ kind: "sum", field: "planCount" }] });
    const scoped = app.as("leader", {
      dataScopes: [{ entity: "TrainingClass", kind: "1", column: null, expression: null, fields: ["orgName"] }],
    });
    assert.equal((await scoped.refused(runCalls.pivot, { id })).errorCode, "FIELD_INVALID");
  });
});
