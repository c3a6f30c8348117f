import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ResourceKey } from "@jipei/contract/capabilities.ts";
import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { sql } from "kysely";
import { aHeldClass } from "../../test/factories/class.ts";
import { anOrganisation } from "../../test/factories/organisation.ts";
import { aStartupCourse } from "../../test/factories/teaching.ts";
import { counts, saveRecord, thisMonth } from "../../test/factories/work-record.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { today } from "../core/foundation/clock.ts";
import type { RecordKind } from "./kinds.ts";
import { recordKinds } from "./record-kinds.ts";

let app: TestApp;
let institution: TestUser;
/** The class of an institution, today, and what the kinds ask for beside the counts. */
let classId: string;
let own: Readonly<Record<string, object>>;
before(async () => {
  app = await startTestApp();
  const built = await aHeldClass(app, { students: 2 });
  ({ classId } = built);
  institution = built.base.orgAdmin;
  await sql`update training_class set start_date = ${today()}, end_date = ${today()} where id = ${classId}`.execute(
    app.db,
  );
  const { entrepreneurialTypeId } = (await aStartupCourse(app)) as unknown as { entrepreneurialTypeId: string };
  const { rows } = await sql<{ occupationName: string; level: string }>`
    select occupation_name, level from training_class where id = ${classId}`.execute(app.db);
  const skill = rows[0] as { occupationName: string; level: string };
  own = {
    train_work: { workKind: "4", trainedCount: 2 },
    train_project: {
      projectName: "焊工项目",
      projectKind: "2",
      budgetAmount: "50000.00",
      unitPrice: "1500.00",
      trainTarget: "失业人员",
      classIds: [classId],
    },
    train_based: {
      baseName: "公共实训中心",
      baseKind: "1",
      baseLevel: "4",
      approveDate: "2024-05-06",
      address: "育才路9号",
      occupationNames: "焊工、电工",
    },
    train_zyjn: { ...skill, classCount: 1 },
    train_entrepreneurship: { entrepreneurialTypeId, classCount: 0 },
    train_safe: { safeKind: "2", isHighRisk: "0", trainHours: "24.0" },
    train_excellent: { occupationName: skill.occupationName, level: "3", isShortage: "0" },
    train_gqpx: { gqKind: "1", newHireCount: 3, contractCount: 3 },
  };
});
after(() => app.close());

const getKind = (resource: ResourceKey) => recordKinds.find((kind) => kind.resource === resource) as RecordKind;
const valuesOf = (kind: RecordKind, more: object = {}) => ({ ...counts, ...own[kind.resource], ...more });
const refusal = async (kind: RecordKind, more: object, user = institution) =>
  (await user.refused(kind.calls.submit, valuesOf(kind, more))).errorCode;

describe("every kind of work record", () => {
  for (const kind of recordKinds)
    it(`${kind.entity.name}: is filed once a period, and shown with what the system counts`, async () => {
      const finishedCount = ["train_work", "train_project", "train_based", "train_zyjn"].includes(kind.resource)
        ? 2
        : 0;
      const values = valuesOf(kind, { finishedCount, status: "firstTrial" });
      const id = await saveRecord(institution, values, kind.calls);
      const row = await institution.call(kind.calls.detail, { id });
      assert.deepEqual([row.status, row.chain.figures.finishedCount], ["firstTrial", finishedCount]);
      const expected = kind.unique.includes("workPeriod") ? "WORK_DUP" : "DUPLICATE";
      assert.equal(await refusal(kind, {}), expected);
    });
});

describe("the rights to work records", () => {
  /** Who may list, add and submit, of roles.md §3-K: one letter or more for each role, in the order of `roles`. */
  const matrix: Readonly<Record<string, string>> = {
    train_project: "LCED LCEDT LET LET L L L OCEDT - - - - -",
    train_work: "LCED LCEDT LET LET - L L OCEDT - OCEDT - - -",
    train_based: "LCED LCEDT LET LET L L L OCEDT - OCEDT - - -",
    train_zyjn: "LCED LCEDT LET LET - L L OCEDT - OCEDT - - -",
    train_entrepreneurship: "LCED LCEDT LET LET - L L OCEDT - - - - -",
    train_safe: "LCED LCEDT LET LET - L L OCEDT - OCEDT - - -",
    train_excellent: "LCED LCEDT LET LET - L L OCEDT - OCEDT - - -",
    train_gqpx: "LCED LCEDT LET LET - L L OCEDT - OCEDT - - -",
  };
  const reviewers: readonly RoleAlias[] = ["firstReviewer", "secondReviewer"];

  for (const kind of recordKinds)
    it(`${kind.entity.name}: are those of the matrix`, async () => {
      const found = roleAliases.map((role) => {
        const { permissions } = app.as(role).actor;
        const has = (right: string) => permissions.has(`${kind.resource}_${right}`);
        const list = ["sysAdmin", "clerk", "finance", "leader", "auditor", ...reviewers].includes(role) ? "L" : "O";
        const moves = ["commit", "first_commit", "return", "re_commit", "re_return"].some(has);
        return (
          `${has("view") ? list : ""}${has("add") ? "C" : ""}${has("edit") ? "E" : ""}${has("delete") ? "D" : ""}${moves ? "T" : ""}` ||
          "-"
        );
      });
      assert.equal(found.join(" "), matrix[kind.resource]);
      for (const role of roleAliases.filter((one) => one !== "guest")) {
        const isClosed = matrix[kind.resource]?.split(" ")[roleAliases.indexOf(role)] === "-";
        const answer = await app.as(role).attempt(kind.calls.list, {} as never);
        assert.equal(answer.errorCode, isClosed ? "ROLE_DENIED" : null, role);
      }
    });

  it("keep enterprises from projects and start-up training (ROLE_DENIED)", async () => {
    const enterprise = app.as("entAdmin");
    for (const resource of ["train_project", "train_entrepreneurship"] as const)
      assert.equal(await refusal(getKind(resource), {}, enterprise), "ROLE_DENIED");
  });
});

describe("TrainingProject.submit", () => {
  const projects = getKind("train_project");
  it("numbers a project, needs its price at submission, and names classes of the own unit alone (NOT_OWNER)", async () => {
    const draft = await saveRecord(
      institution,
      valuesOf(projects, { projectName: "电工项目", unitPrice: null }),
      projects.calls,
    );
    assert.match(
      String(((await institution.call(projects.calls.detail, { id: draft })) as { projectNo?: string }).projectNo),
      /^XM\d{8}$/,
    );
    const lacking = await institution.refused(projects.calls.submit, { id: draft, status: "firstTrial" });
    assert.ok(lacking.failures.some(({ field }) => field === "unitPrice"));
    const { admin: other } = await anOrganisation(app);
    assert.equal(await refusal(projects, { projectName: "他人项目" }, other), "NOT_OWNER");
  });

  it("of the bureau is shown to the institution that undertakes it once it is submitted, which cannot change it", async () => {
    const clerk = app.as("clerk");
    const values = valuesOf(projects, { projectName: "县级项目", undertakeOrg: institution.actor.orgId });
    const id = await saveRecord(clerk, values, projects.calls);
    assert.equal((await institution.refused(projects.calls.detail, { id })).errorCode, "NOT_FOUND");
    await saveRecord(clerk, { id, finishedCount: 2, status: "firstTrial" }, projects.calls);
    const { chain } = await institution.call(projects.calls.detail, { id });
    assert.equal(chain.figures.finishedCount, 2);
    assert.equal(
      (await institution.refused(projects.calls.submit, { id, trainTarget: "其他" })).errorCode,
      "NOT_OWNER",
    );
    const { admin: other } = await anOrganisation(app);
    assert.equal((await other.refused(projects.calls.detail, { id })).errorCode, "NOT_FOUND");
  });
});

describe("the fields of a kind", () => {
  const cases: readonly [resource: ResourceKey, why: string, values: object][] = [
    ["train_zyjn", "more people of key groups than finished", { level: "1", keyGroupCount: 1 }],
    ["train_safe", "fewer hours than new staff needs", { safeKind: "2", trainHours: "23.0" }],
    ["train_safe", "fewer hours than new staff of a high-risk industry needs", { isHighRisk: "1", trainHours: "24.0" }],
    ["train_gqpx", "more contracts than new staff", { gqKind: "2", contractCount: 4 }],
    ["train_excellent", "a level below 3", { level: "4" }],
    ["train_entrepreneurship", "a type that does not exist", { entrepreneurialTypeId: "999999" }],
  ];
  for (const [resource, why, values] of cases)
    it(`${resource}: refuses ${why} (FIELD_INVALID)`, async () =>
      assert.equal(
        await refusal(getKind(resource), { workYear: thisMonth().workYear - 1, ...values }),
        "FIELD_INVALID",
      ));
});
