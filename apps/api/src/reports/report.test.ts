import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { runCalls } from "@jipei/contract/reports/report-run.ts";
import { reportCalls as calls } from "@jipei/contract/reports/report.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { type BuiltClass, aClass } from "../../test/factories/class.ts";
import { aRosterRow } from "../../test/factories/enrolment.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

/** Reports as lists: what they read is what the list shows to whoever looks. */
let app: TestApp;
let clerk: TestUser;
let admin: TestUser;
let first: BuiltClass;
let second: BuiltClass;
/** An institution that an administrator has let look at reports. */
let institution: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  admin = app.as("sysAdmin");
  first = await aClass(app);
  second = await aClass(app);
  await aRosterRow(app, first.classId, { idNumber: "329999199001010011", phone: "13900001234" });
  await aRosterRow(app, second.classId);
  const { actor } = first.base.orgAdmin;
  institution = app.as("orgAdmin", { ...actor, permissions: new Set([...actor.permissions, "report_view"]) });
});
after(() => app.close());

let made = 0;
const classList = (more: object = {}) => ({
  name: `班级一览${++made}`,
  kind: "list",
  dataSet: "TrainingClass",
  sharedWith: ["leader", "orgAdmin"],
  layout: { columns: ["className", "orgName", "planCount"], filters: [], ...more },
});
const save = async (by: TestUser, input: object) => (await by.call(calls.submit, input as never)).id;

describe("Report.submit", () => {
  it("keeps a version for each change of what it is made of, none for the same once more", async () => {
    const id = await save(clerk, classList());
    const row = await clerk.call(calls.detail, { id });
    await clerk.call(calls.submit, row as never);
    assert.equal((await clerk.call(calls.detail, { id })).versionNo, 1);
    await clerk.call(calls.submit, { id, layout: { columns: ["className"], filters: [] } } as never);
    assert.deepEqual(
      (await clerk.call(calls.versions, { id })).map(({ versionNo, layout }) => [versionNo, layout.columns.length]),
      [
        [2, 1],
        [1, 3],
      ],
    );
    await clerk.call(calls.restore, { id, versionNo: 1 });
    const restored = await clerk.call(calls.detail, { id });
    assert.deepEqual([restored.versionNo, restored.layout?.columns.length], [3, 3]);
    assert.match(Buffer.from(restored.content ?? "", "base64").toString("utf8"), /"className"/);
    assert.equal((await clerk.refused(calls.restore, { id, versionNo: 9 })).errorCode, "NOT_FOUND");
  });

  it("refuses fields, filters, sorts and groups that the data set does not open (FIELD_INVALID), and a name twice (DUPLICATE)", async () => {
    const refused = async (layout: object, kind = "list") =>
      (await clerk.refused(calls.submit, { ...classList(layout), kind } as never)).failures.map(({ field }) => field);
    assert.deepEqual(await refused({ columns: ["className", "orgId", "nosuch"] }), [
      "layout.columns",
      "layout.columns",
    ]);
    assert.deepEqual(await refused({ columns: [] }), ["layout.columns"]);
    assert.deepEqual(await refused({ filters: [{ name: "contactPhone", isAsked: "1" }] }), ["layout.filters"]);
    assert.deepEqual(await refused({ filters: [{ name: "startDate_like", isAsked: "0" }] }), ["layout.filters"]);
    assert.deepEqual(await refused({ filters: [{ name: "startDate_ge", value: "gestern", isAsked: "0" }] }), [
      "startDate_ge",
    ]);
    assert.deepEqual(await refused({ sort: { field: "contactPhone", descending: "0" } }), ["layout.sort"]);
    const pivot = (more: object) =>
      refused(
        { pivot: { rows: ["level"], columns: [], measures: [{ kind: "count" }], chart: "none", ...more } },
        "pivot",
      );
    assert.deepEqual(await pivot({ rows: ["contactPhone"] }), ["layout.pivot"]);
    assert.deepEqual(await pivot({ rows: ["headTeacherName"] }), ["layout.pivot"]);
    assert.deepEqual(await pivot({ measures: [{ kind: "sum", field: "className" }] }), ["layout.pivot"]);
    const input = classList();
    await save(clerk, input);
    assert.equal((await clerk.refused(calls.submit, input as never)).errorCode, "DUPLICATE");
  });

  it("is changed by its author and by administrators alone (NOT_OWNER), and read by those it is shared with (NOT_FOUND)", async () => {
    const id = await save(clerk, classList());
    const other = app.as("clerk");
    assert.equal((await other.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
    await clerk.call(calls.submit, { id, sharedWith: ["clerk"] } as never);
    assert.equal((await other.call(calls.detail, { id })).id, id);
    assert.equal((await other.refused(calls.submit, { id, remark: "x" } as never)).errorCode, "NOT_OWNER");
    assert.equal((await other.refused(calls.remove, { ids: id })).errorCode, "NOT_OWNER");
    await admin.call(calls.submit, { id, remark: "x" } as never);
    assert.equal((await app.as("leader").refused(runCalls.run, { id })).errorCode, "NOT_FOUND");
    await clerk.call(calls.remove, { ids: id });
    assert.equal((await clerk.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
  });
});

describe("Report.list", () => {
  it("has what clients of the family know, without the content", async () => {
    const id = await save(clerk, classList());
    const { records } = await clerk.list<{ records: Record<string, unknown>[] }>(calls.list);
    const row = records.find((one) => one.id === id);
    assert.deepEqual(
      ["name", "createTime", "updateTime", "isDeleted"].filter((name) => row?.[name] === undefined),
      [],
    );
    assert.equal(row?.content ?? null, null);
  });
});

describe("Report.run", () => {
  it("shows the rows of whoever looks, never those of another", async () => {
    const id = await save(clerk, classList());
    const leader = app.as("leader");
    assert.equal((await leader.call(runCalls.run, { id })).total, 2);
    const own = await institution.call(runCalls.run, { id });
    assert.deepEqual([own.total, own.sums], [1, { planCount: "30" }]);
    assert.deepEqual(Object.keys(own.records[0] ?? {}), ["className", "orgName", "planCount"]);
    const stranger = app.as("student", { permissions: new Set(["report_view", "train_class_view"]) });
    assert.equal((await stranger.refused(runCalls.run, { id })).errorCode, "NOT_FOUND");
  });

  it("asks for the right to the list itself (ROLE_DENIED), of its author too", async () => {
    const id = await save(clerk, { ...classList(), sharedWith: ["leader"] });
    const without = app.as("leader", { permissions: new Set(["report_view"]) });
    assert.equal((await without.refused(runCalls.run, { id })).errorCode, "ROLE_DENIED");
    const closed = app.as("leader", { closedTo: (path) => path === classCalls.list.path });
    assert.equal((await closed.refused(runCalls.run, { id })).errorCode, "ROLE_DENIED");
    const author = app.as("clerk", { permissions: new Set(["report_add"]) });
    assert.equal((await author.refused(calls.submit, classList() as never)).errorCode, "ROLE_DENIED");
  });

  it("shows numbers masked as the list does, and cannot be searched by them", async () => {
    const layout = {
      columns: ["name", "idNumber", "phone", "attendanceRate"],
      filters: [{ name: "classId", value: first.classId, isAsked: "0" }],
    };
    const id = await save(clerk, { ...classList(), dataSet: "Student", layout });
    const { records } = await clerk.call(runCalls.run, { id });
    assert.deepEqual([records[0]?.idNumber, records[0]?.phone], ["329999********0011", "139****1234"]);
    const filters = [{ name: "idNumber", value: "329999199001010011", isAsked: "0" }];
    assert.equal(
      (
        await clerk.refused(calls.submit, {
          ...classList(),
          dataSet: "Student",
          layout: { ...layout, filters },
        } as never)
      ).errorCode,
      "FIELD_INVALID",
    );
  });

  it("hides the fields that a data scope hides, and its rows", async () => {
    const id = await save(clerk, { ...classList(), sharedWith: ["clerk"] });
    const scoped = app.as("clerk", {
      dataScopes: [
        {
          entity: "TrainingClass",
          kind: "5",
          column: null,
          expression: `orgId = '${second.base.orgAdmin.actor.orgId}'`,
          fields: ["orgName"],
        },
      ],
    });
    const { records, total, sums } = await scoped.call(runCalls.run, { id });
    assert.deepEqual([total, records[0]?.planCount, sums], [1, null, {}]);
  });

  it("takes the values that readers may set, and no others", async () => {
    const filters = [
      { name: "className", value: "没有这个班", isAsked: "1" },
      { name: "planCount_ge", isAsked: "0" },
    ];
    assert.equal(
      (await clerk.refused(calls.submit, classList({ filters }) as never)).failures[0]?.field,
      "layout.filters",
    );
    const id = await save(clerk, classList({ filters: filters.slice(0, 1) }));
    assert.equal((await clerk.call(runCalls.run, { id })).total, 0);
    assert.equal((await clerk.call(runCalls.run, { id, asked: [{ name: "className", value: "" }] })).total, 2);
    const refused = await clerk.refused(runCalls.run, { id, asked: [{ name: "orgName", value: "x" }] });
    assert.deepEqual(
      refused.failures.map(({ field }) => field),
      ["orgName"],
    );
  });

  it("shows a draft to those who may design, whose list it is", async () => {
    const draft = { kind: "list", dataSet: "TrainingClass", layout: classList().layout };
    assert.equal((await clerk.call(runCalls.run, { draft } as never)).total, 2);
    assert.equal((await institution.refused(runCalls.run, { draft } as never)).errorCode, "ROLE_DENIED");
    assert.equal((await clerk.refused(runCalls.run, {})).errorCode, "NOT_FOUND");
  });
});
