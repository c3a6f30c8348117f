import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { whyCalls } from "@jipei/contract/access/why.ts";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { classroomCalls } from "@jipei/contract/providers/classroom.ts";
import { testEligible } from "@jipei/contract/assessment/test-application.calls.ts";
import { bureauHome } from "@jipei/contract/home/bureau-home.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { courseCalls } from "@jipei/contract/catalogue/course.ts";
import { findingCalls } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { entities } from "@jipei/contract/entities.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { FastifyInstance } from "fastify";
import { regionCondition } from "../../core/access/region-scope.ts";
import { type BuiltClass, aReadyClass } from "../../../test/factories/class.ts";
import { filing } from "../../../test/factories/organisation.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { anAccount, realApp, signIn } from "../../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";

/** Users of the bureau who are limited to their regions: real sessions on two nodes, institutions of a town and of another county. */
let app: TestApp;
let one: FastifyInstance;
let two: FastifyInstance;
let here: BuiltClass;
let elsewhere: BuiltClass;
before(async () => {
  app = await startTestApp();
  one = await realApp(app);
  two = await realApp(app);
  await app.pool
    .query(`insert into region (code, parent_code, name, full_name, region_level, is_valid, create_user, update_user)
    select '320481' || n, '320481', '街道' || n, '街道' || n, '4', 'isValid', 0, 0 from unnest(array['001', '002']) n`);
  here = await aReadyClass(app, {
    base: await aTrainingBase(app, { organisation: { regionCode: "320481001" } }),
    sameTeacher: true,
  });
  elsewhere = await aReadyClass(app, {
    base: await aTrainingBase(app, { organisation: { regionCode: "320413" } }),
    sameTeacher: true,
  });
});
after(async () => {
  await one.close();
  await two.close();
  await app.close();
});

let made = 0;
async function department(regionCode: string | null, parent: string | null = null): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into department (org_name, region_code, parent_id, dept_category, sort, create_user, update_user) values ($1, $2, $3, '1', 1, 0, 0) returning id`,
    [`区划部门${++made}`, regionCode, parent],
  );
  return rows[0]?.id as string;
}

async function getUser(deptId: string | null, role: "clerk" | "sysAdmin" = "clerk") {
  const { account, userId } = await anAccount(app, { roles: [role], ...(deptId && { deptId }) });
  const token = (await signIn(one, account)).json().access_token as string;
  const get = async (path: string, http = two) => (await http.inject({ url: path, headers: { token } })).json();
  const post = async (path: string, payload: object = {}) =>
    (await one.inject({ method: "POST", url: path, headers: { token }, payload })).json();
  const institutions = async (http = two) =>
    ((await get(`${organisationCalls.list.path}?size=200`, http)).data.records as { id: string }[])
      .map(({ id }) => id)
      .toSorted();
  return { token, userId, get, post, institutions };
}
async function hold(paramValue: "0" | "1") {
  const admin = app.as("sysAdmin");
  const row = (await admin.list<any>(parameterCalls.list, { paramKey_equal: "scope.region.enabled" })).records[0];
  await admin.call(parameterCalls.submit, { id: row.id, paramValue } as never);
}
const both = () => [here.base.orgId, elsewhere.base.orgId].toSorted();

describe("the switch for regions", () => {
  it("takes effect at the next call on every node: regions of the department and all below it, else of the nearest above", async () => {
    const city = await department("320400");
    const county = await department("320481", city);
    const section = await department(null, county);
    const [ofCity, ofCounty, ofSection, ofNone, admin] = await Promise.all([
      getUser(city),
      getUser(county),
      getUser(section),
      getUser(await department(null)),
      getUser(null, "sysAdmin"),
    ]);
    for (const user of [ofCity, ofCounty, ofSection, ofNone, admin])
      assert.deepEqual(await user.institutions(), both());
    await hold("1");
    assert.deepEqual(await Promise.all([one, two].map((http) => ofCounty.institutions(http))), [
      [here.base.orgId],
      [here.base.orgId],
    ]);
    assert.deepEqual(await ofSection.institutions(), [here.base.orgId]);
    assert.deepEqual(await ofCity.institutions(), both());
    assert.deepEqual([await ofNone.institutions(), await admin.institutions()], [[], []]);
    // A department of the other county below the own one adds its region.
    const branch = await department("320413", section);
    assert.deepEqual(await ofSection.institutions(), both());
    await app.pool.query("update department set is_deleted = 1 where id = $1", [branch]);
    assert.deepEqual(await ofSection.institutions(), [here.base.orgId]);
    await hold("0");
    assert.deepEqual(await ofNone.institutions(), both());
  });
});

describe("TrainingClass.list", () => {
  it("and details, exports, changes and removals leave out rows of institutions in other regions", async () => {
    await hold("1");
    const county = await department("320481");
    const [clerk, admin] = [await getUser(county), await getUser(county, "sysAdmin")];
    const getIds = async (path: string, query = "") =>
      ((await clerk.get(`${path}?size=200${query}`)).data.records as { id: string }[]).map(({ id }) => id).toSorted();
    assert.deepEqual(await getIds(classCalls.list.path), [here.classId]);
    assert.deepEqual(await getIds(studentCalls.list.path), here.studentIds.toSorted());
    assert.deepEqual(await getIds(lessonCalls.list.path, "&isPaging=0"), here.lessonIds.toSorted());
    assert.equal((await clerk.get(classCalls.list.path)).data.total, 1);
    // The catalogue is visible to all.
    assert.equal((await getIds(courseCalls.list.path)).length, 2);

    for (const [call, id] of [
      [organisationCalls.detail, elsewhere.base.orgId],
      [classCalls.detail, elsewhere.classId],
      [studentCalls.detail, elsewhere.studentIds[0]],
      [classroomCalls.detail, elsewhere.base.classroomId],
    ] as const)
      assert.equal((await clerk.get(`${call.path}?id=${id}`)).code, 404, call.name);
    assert.equal((await clerk.get(`${classCalls.detail.path}?id=${here.classId}`)).code, 200);
    // A call with a handler of its own, granted to the bureau.
    await app.pool.query(
      `insert into role_permission select id, 'test_apply_add' from role where role_alias = 'clerk'`,
    );
    const eligible = async (classId: string) =>
      (await clerk.get(`${testEligible.path}?classId=${classId}&testKind=1`)).code;
    assert.deepEqual([await eligible(here.classId), await eligible(elsewhere.classId)], [200, 404]);
    await app.pool.query(
      `delete from role_permission where permission = 'test_apply_add' and role_id = (select id from role where role_alias = 'clerk')`,
    );

    const { rawPayload } = await one.inject({ url: organisationCalls.export.path, headers: { token: clerk.token } });
    const cells: unknown[] = [];
    for await (const { values } of readWorkbook(rawPayload)) cells.push(...values);
    assert.ok(cells.includes(here.base.orgNo) && !cells.includes(elsewhere.base.orgNo));

    assert.equal(
      (await admin.post(`${organisationCalls.remove.path}?ids=${elsewhere.base.orgId}`)).errorCode,
      "NOT_OWNER",
    );
    assert.equal(
      (await clerk.post(organisationCalls.save.path, { id: elsewhere.base.orgId, intro: "改" })).errorCode,
      "NOT_OWNER",
    );
    // Institutions can be neither filed in another region nor moved there.
    assert.equal(
      (await clerk.post(organisationCalls.save.path, filing({ regionCode: "320413" }))).errorCode,
      "NOT_OWNER",
    );
    assert.equal(
      (await clerk.post(organisationCalls.save.path, { id: here.base.orgId, regionCode: "320413" })).errorCode,
      "NOT_OWNER",
    );
    assert.equal(
      (await clerk.post(organisationCalls.save.path, { id: here.base.orgId, regionCode: "320481002" })).code,
      200,
    );
    await hold("0");
  });
});

describe("Finding.list", () => {
  it("follows the region of the institution; all of the bureau see findings about nothing in a region", async () => {
    const clerk = await getUser(await department("320481"));
    await app.pool.query(
      `insert into finding (biz_type, biz_id, rule_code, create_user, update_user) values ('course', '1', 'T01', 1, 1), ('subsidyApply', '1', 'T02', 1, 1)`,
    );
    const seen = async () =>
      ((await clerk.get(`${findingCalls.list.path}?size=200`)).data.records as { ruleCode: string }[])
        .map((row) => row.ruleCode)
        .toSorted();
    await hold("1");
    assert.deepEqual(await seen(), ["T01"]);
    await hold("0");
    assert.deepEqual(await seen(), ["T01", "T02"]);
  });
});

describe("Home.bureau", () => {
  it("counts only what waits in the user’s regions", async () => {
    await hold("1");
    const clerk = await getUser(await department("320481"));
    const waiting = async () =>
      Object.fromEntries(
        ((await clerk.get(bureauHome.path)).data.waiting as { key: string; count: number }[]).map(({ key, count }) => [
          key,
          count,
        ]),
      );
    await elsewhere.base.orgAdmin.call(classCalls.commit, { id: elsewhere.classId });
    assert.deepEqual(await waiting(), {});
    await here.base.orgAdmin.call(classCalls.commit, { id: here.classId });
    assert.deepEqual(await waiting(), { class: 1, student: 3 });
    await hold("0");
    assert.deepEqual(await waiting(), { class: 2, student: 6 });
  });
});

describe("Role.explain", () => {
  it("names the region as the reason", async () => {
    await hold("1");
    const { userId } = await getUser(await department("320481"));
    const why = (rowId: string) =>
      app.as("sysAdmin").call(whyCalls.explain, { userId, entity: "Organisation", rowId } as never);
    const refused = await why(elsewhere.base.orgId);
    const step = refused.reasons.find((reason) => reason.step === "domainScope");
    assert.deepEqual(
      [refused.allowed, step?.passed, step?.grounds[0]?.en, step?.grounds[0]?.counts],
      [false, false, "Regions: 320481", false],
    );
    assert.equal((await why(here.base.orgId)).allowed, true);
    await hold("0");
  });
});

/** Entities that refer to rows of institutions and are restricted to no region, each for its reason. */
const unrestricted: Readonly<Record<string, string>> = {
  Technician: "a person's, who may have certificates of several institutions",
};

describe("rows that refer to rows of institutions", () => {
  it("are restricted to regions as these are, or stand here with the reason", () => {
    const actor = { ...app.as("clerk").actor, regions: ["320481"] };
    const restricted = new Set(entities.flatMap((one) => (regionCondition(one, actor) ? [one.name] : [])));
    const open = entities.filter(
      ({ name, fields }) =>
        !restricted.has(name) &&
        // Pictures are seen by whoever sees their row; users and departments belong to no institution alone.
        Object.values<Field>(fields).some(
          ({ kind, entity = "", lookup, derived }) =>
            kind === "ref" &&
            !lookup &&
            !derived &&
            !["Attachment", "User", "Department"].includes(entity) &&
            restricted.has(entity) &&
            entities.some((other) => other.name === entity && "orgId" in other.fields),
        ),
    );
    assert.deepEqual(
      open.map(({ name }) => name),
      Object.keys(unrestricted),
    );
  });
});
