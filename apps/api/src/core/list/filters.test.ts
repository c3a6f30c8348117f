import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { candidateSourceCalls as sources } from "@jipei/contract/catalogue/candidate-source.ts";
import { organisationTeacherCalls as teachers } from "@jipei/contract/providers/organisation-teacher.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { anOrganisation } from "../../../test/factories/organisation.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await app.pool.query(`delete from candidate_source`);
  await app.pool.query(`insert into candidate_source (source_no, source_name, sort, is_valid, create_user, update_user)
    values ('N1', 'École 一', 1, 'isValid', 1, 1), ('N2', 'Ecole 二', 2, 'isValid', 1, 1)`);
});
after(() => app.close());

const found = async (filter: Record<string, string>) =>
  ((await app.as("clerk").list<any>(sources.list, filter)).records as { sourceNo: string }[]).map(
    (row) => row.sourceNo,
  );

describe("filters of list", () => {
  it("find a part of a text in upper and lower case, also with letters of other languages", async () => {
    for (const orgName of ["École 一", "Ecole 二"]) await anOrganisation(app, { orgName });
    const named = async (orgName: string) =>
      ((await app.as("clerk").list<any>(organisationCalls.list, { orgName })).records as { orgName: string }[]).map(
        (row) => row.orgName,
      );
    assert.deepEqual(await named("ÉCOLE"), ["École 一"]);
    assert.deepEqual(await named("éco"), ["École 一"]);
    assert.deepEqual(await named("ecole"), ["Ecole 二"]);
  });

  it("find by the end of a text (_likeleft), and by whether there is a value (_null, _notnull)", async () => {
    assert.deepEqual(await found({ sourceName_likeleft: "二" }), ["N2"]);
    assert.deepEqual(await found({ sourceName_notnull: "1" }), ["N1", "N2"]);
    assert.deepEqual(await found({ sourceName_null: "1" }), []);
  });

  it("find what does not contain a text (_notlike)", async () => {
    assert.deepEqual(await found({ sourceName_notlike: "ECOLE" }), ["N1"]);
  });

  it("find rows by what their list of references contains or not, and by whether it has anything", async () => {
    const { orgId, courseId } = await aTrainingBase(app);
    const count = async (filter: Record<string, string>) =>
      (await app.as("clerk").list<any>(teachers.list, { orgId, ...filter })).total;
    assert.deepEqual(
      [await count({ courseIds: courseId }), await count({ courseIds: "987654" })],
      [1, 0],
      "which contain it",
    );
    assert.deepEqual(
      [await count({ courseIds_notlike: courseId }), await count({ courseIds_notlike: "987654" })],
      [0, 1],
    );
    assert.deepEqual([await count({ courseIds_null: "1" }), await count({ courseIds_notnull: "1" })], [0, 1]);
  });

  it("find by a day what happened in its last second, and nothing of the next day", async () => {
    const orgs = [await anOrganisation(app, { orgName: "末秒 N1" }), await anOrganisation(app, { orgName: "末秒 N2" })];
    for (const [place, time] of ["2026-03-07 23:59:59.999999+08", "2026-03-08 00:00:00+08"].entries())
      await app.pool.query("update organisation set create_time = $2 where id = $1", [orgs[place]?.id, time]);
    const on = async (filter: Record<string, string>) =>
      (
        (await app.as("clerk").list<any>(organisationCalls.list, { orgName: "末秒", ...filter })).records as {
          orgName: string;
        }[]
      )
        .map(({ orgName }) => orgName.slice(-2))
        .toSorted();
    const day = "2026-03-07";
    for (const [name, value] of [
      ["createTime_datele", day],
      ["createTime_datelt", day],
      ["createTime_dateequal", day],
      ["createTimeRange", `2026-03-01,${day}`],
    ] as const)
      assert.deepEqual(await on({ [name]: value }), ["N1"], name);
    assert.deepEqual(await on({ createTime_dategt: day }), ["N1", "N2"]);
    assert.deepEqual(await on({ createTime_datele: "9999-12-31" }), ["N1", "N2"]);
  });
});
