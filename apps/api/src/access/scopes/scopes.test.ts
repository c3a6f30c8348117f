import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { apiScopeCalls, coversPath } from "@jipei/contract/access/api-scope.ts";
import { dataScopeCalls } from "@jipei/contract/access/data-scope.ts";
import { candidateSourceCalls as sources } from "@jipei/contract/catalogue/candidate-source.ts";
import { studentAccountCalls } from "@jipei/contract/training/student-account.ts";
import type { FastifyInstance } from "fastify";
import { anAccount, realApp, signIn } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Data and API scopes with real sessions on two nodes, and rows of three departments. */
let app: TestApp;
let one: FastifyInstance;
let two: FastifyInstance;
let admin: TestUser;
let menuId: string;
before(async () => {
  app = await startTestApp();
  one = await realApp(app);
  two = await realApp(app);
  admin = app.as("sysAdmin");
  menuId = (await app.pool.query<{ id: string }>(`select id from menu where menu_no = 'B01'`)).rows[0]?.id as string;
});
after(async () => {
  await one.close();
  await two.close();
  await app.close();
});

let made = 0;
const code = () => `scope${++made}`;
const aScope = async (values: object) =>
  (
    await admin.call(dataScopeCalls.submit, {
      menuId,
      scopeName: "测试",
      resourceCode: code(),
      scopeClass: "CandidateSource",
      scopeType: "1",
      ...values,
    } as never)
  ).id;
const grant = (scopeId: string, role = "clerk") =>
  app.pool.query(`insert into role_data_scope select id, $1 from role where role_alias = $2`, [scopeId, role]);
const revokeAll = () => app.pool.query(`delete from role_data_scope`);

async function department(parent: string | null = null): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into department (org_name, parent_id, dept_category, sort, create_user, update_user) values ($1, $2, '1', 1, 0, 0) returning id`,
    [code(), parent],
  );
  return rows[0]?.id as string;
}

/** A signed-in clerk of a department, and one row that they created. */
async function aClerk(deptId: string | null = null) {
  const { account, userId } = await anAccount(app);
  await app.pool.query(`update app_user set dept_id = $2 where id = $1`, [userId, deptId]);
  const token = (await signIn(one, account)).json().access_token as string;
  const sourceName = code();
  const get = async (path: string, http = two) => (await http.inject({ url: path, headers: { token } })).json();
  const post = async (path: string, payload: object) =>
    (await one.inject({ method: "POST", url: path, headers: { token }, payload })).json();
  const { data } = await post(sources.submit.path, { sourceNo: `S${made}`, sourceName, sort: 1, isValid: "isValid" });
  const seen = async () =>
    ((await get(`${sources.list.path}?size=200`)).data.records as { sourceName: string }[]).map(
      (row) => row.sourceName,
    );
  return { token, userId, sourceName, rowId: data.id as string, get, post, seen };
}

describe("a data scope", () => {
  it("of own rows, the department, and all below it applies to list, count, detail and every write", async () => {
    const bureau = await department();
    const section = await department(bureau);
    const [boss, worker, other] = [await aClerk(bureau), await aClerk(section), await aClerk(await department())];
    const everyone = [boss, worker, other].map(({ sourceName }) => sourceName);
    const seenBy = async (clerk: typeof boss) => (await clerk.seen()).filter((name) => everyone.includes(name)).sort();

    await grant(await aScope({ scopeType: "2" }));
    assert.deepEqual(await seenBy(boss), [boss.sourceName]);
    assert.equal((await worker.get(sources.list.path)).data.total, 1);
    assert.equal((await worker.get(`${sources.detail.path}?id=${boss.rowId}`)).code, 404);
    assert.equal((await worker.get(`${sources.detail.path}?id=${worker.rowId}`)).code, 200);
    assert.equal((await worker.post(sources.submit.path, { id: boss.rowId, sourceName: "改" })).errorCode, "NOT_OWNER");
    assert.equal((await worker.post(`${sources.remove.path}?ids=${boss.rowId}`, {})).errorCode, "NOT_OWNER");

    await revokeAll();
    assert.deepEqual(await seenBy(worker), [...everyone].sort());
    await grant(await aScope({ scopeType: "3" }));
    assert.deepEqual(await seenBy(boss), [boss.sourceName]);
    // Two scopes are combined with OR.
    await grant(await aScope({ scopeType: "4" }));
    assert.deepEqual(await seenBy(boss), [boss.sourceName, worker.sourceName].sort());
    assert.deepEqual(await seenBy(worker), [worker.sourceName]);
    await revokeAll();
  });

  it("limits the rows by a rule; one with a field that no longer exists matches nothing", async () => {
    const clerk = await aClerk();
    const id = await aScope({
      scopeType: "5",
      scopeValue: `sourceName = '${clerk.sourceName}' and createUser = #{userId}`,
    });
    await grant(id);
    assert.deepEqual(await clerk.seen(), [clerk.sourceName]);
    await app.pool.query(`update data_scope set scope_value = 'gone = 1' where id = $1`, [id]);
    assert.deepEqual(await clerk.seen(), []);
    await revokeAll();
  });

  it("hides fields: they are not returned, filtered, sorted by or written", async () => {
    const clerk = await aClerk();
    await grant(await aScope({ scopeType: "1", scopeField: "sourceName, sourceNo" }));
    const { data } = await clerk.get(`${sources.detail.path}?id=${clerk.rowId}`);
    assert.equal(data.sourceName, clerk.sourceName);
    assert.equal(data.sort, null);
    assert.equal(data.createUser, null);
    assert.equal((await clerk.get(`${sources.list.path}?descs=sort`)).code, 400);
    assert.equal((await clerk.get(`${sources.list.path}?isValid=isValid`)).code, 400);
    assert.equal((await clerk.post(sources.submit.path, { id: clerk.rowId, sort: 5 })).code, 403);
    assert.equal((await clerk.post(sources.submit.path, { id: clerk.rowId, sourceNo: `T${made}` })).code, 200);
    await revokeAll();
  });
});

describe("DataScope.submit", () => {
  it("refuses a scope that the actor’s own role has (ROLE_DENIED)", async () => {
    const id = await aScope({ scopeType: "2" });
    const widened = { id, scopeType: "1" } as never;
    await grant(id, "sysAdmin");
    assert.equal((await admin.refused(dataScopeCalls.submit, widened)).errorCode, "ROLE_DENIED");
    await revokeAll();
    await admin.call(dataScopeCalls.submit, widened);
  });

  it("refuses a scope that cannot work, with the reason", async () => {
    for (const [values, field] of [
      [{ scopeClass: "Nothing" }, "scopeClass"],
      [{ scopeClass: "__proto__" }, "scopeClass"],
      [{ scopeType: "2", scopeColumn: "sourceName" }, "scopeColumn"],
      [{ scopeType: "2", scopeColumn: "id) or (1=1" }, "scopeColumn"],
      [{ scopeType: "5" }, "scopeValue"],
      [{ scopeType: "5", scopeValue: "1=1" }, "scopeValue"],
      [{ scopeField: "sourceName,password" }, "scopeField"],
    ] as const) {
      const refusal = await admin.refused(dataScopeCalls.submit, {
        menuId,
        scopeName: "测试",
        resourceCode: code(),
        scopeClass: "CandidateSource",
        scopeType: "1",
        ...values,
      });
      assert.equal(refusal.failures[0]?.field, field, JSON.stringify(values));
    }
    const id = await aScope({});
    await grant(id);
    assert.equal((await admin.refused(dataScopeCalls.remove, { ids: id })).errorCode, "DEPENDENCY_IN_USE");
    await revokeAll();
    await admin.call(dataScopeCalls.remove, { ids: id });
  });
});

describe("an API scope", () => {
  it("closes its calls to users without it, at the next call on every node", async () => {
    const { token } = await aClerk();
    const codes = () =>
      Promise.all(
        [one, two].map(async (http) => (await http.inject({ url: sources.list.path, headers: { token } })).statusCode),
      );
    assert.deepEqual(await codes(), [200, 200]);
    const { id } = await admin.call(apiScopeCalls.submit, {
      menuId,
      scopeName: "考生来源",
      resourceCode: code(),
      scopePath: "/api/zjgrsj-train/basics/candidates_source/*",
      scopeType: "2",
    });
    assert.deepEqual(await codes(), [403, 403]);
    await app.pool.query(`insert into role_api_scope select id, $1 from role where role_alias = 'clerk'`, [id]);
    assert.deepEqual(await codes(), [200, 200]);
    assert.equal((await admin.refused(apiScopeCalls.remove, { ids: id })).errorCode, "DEPENDENCY_IN_USE");
    await app.pool.query(`delete from role_api_scope`);
    assert.deepEqual(await codes(), [403, 403]);
    await admin.call(apiScopeCalls.remove, { ids: id });
    assert.deepEqual(await codes(), [200, 200]);
  });

  it("makes a stranger of whoever is without it at a public call that does more for signed-in users", async () => {
    const { post } = await aClerk();
    const disable = async () =>
      (await post(studentAccountCalls.submit.path, { id: "987654321", isValid: "unValid", reason: "本人申请" }))
        .errorCode;
    assert.equal(await disable(), "NOT_FOUND");
    const { id } = await admin.call(apiScopeCalls.submit, {
      menuId,
      scopeName: "学员账号",
      resourceCode: code(),
      scopePath: studentAccountCalls.submit.path,
      scopeType: "2",
    });
    assert.equal(await disable(), "FIELD_INVALID");
    await admin.call(apiScopeCalls.remove, { ids: id });
  });

  it("over all calls locks out no system administrator, and no sign-in", async () => {
    const { account } = await anAccount(app, { roles: ["sysAdmin"] });
    const { token: clerk } = await aClerk();
    const { id } = await admin.call(apiScopeCalls.submit, {
      menuId,
      scopeName: "全部",
      resourceCode: code(),
      scopePath: "/api/**",
      scopeType: "1",
    });
    const token = (await signIn(one, account)).json().access_token as string;
    const status = async (url: string, method: "GET" | "POST" = "GET") =>
      (await one.inject({ method, url, headers: { token } })).statusCode;
    const ofClerk = async () => (await one.inject({ url: sources.list.path, headers: { token: clerk } })).statusCode;
    assert.deepEqual([await status(sources.list.path), await ofClerk()], [200, 403]);
    assert.equal(await status(`${apiScopeCalls.remove.path}?ids=${id}`, "POST"), 200);
    assert.equal(await ofClerk(), 200);
  });
});

describe("ApiScope.submit", () => {
  it("refuses a path that covers no call, or could match slowly", async () => {
    for (const scopePath of ["/api/nothing/*", "http://example.cn/api/**", "/api/a(b|c)+", `/api/${"**a".repeat(20)}`])
      assert.equal(
        (
          await admin.refused(apiScopeCalls.submit, {
            menuId,
            scopeName: "测试",
            resourceCode: code(),
            scopePath,
            scopeType: "2",
          })
        ).failures[0]?.field,
        "scopePath",
      );
    assert.ok(
      coversPath("/api/*/list", "/api/x/list") &&
        !coversPath("/api/*/list", "/api/x/y/list") &&
        coversPath("/api/**/list", "/api/x/y/list") &&
        !coversPath("/api/a.c", "/api/abc") &&
        coversPath("/api/a?c", "/api/abc"),
    );
  });
});
