import assert from "node:assert/strict";
import { type Server, createServer } from "node:net";
import { after, before, describe, it } from "node:test";
import { codeCalls } from "@jipei/contract/develop/code.ts";
import { datasourceCalls as calls, postgresDriver } from "@jipei/contract/develop/datasource.ts";
import { readInternalHosts } from "../core/foundation/internal-hosts.ts";
import { withQuickFailures } from "../../test/support/even-failures.ts";
import { aCode, codeValues, ownSource } from "../../test/factories/develop.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { limits } from "./connection.ts";

let app: TestApp;
let admin: TestUser;
let own: string;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
  own = await ownSource(app);
});
after(() => app.close());

let made = 0;
const values = (more: object = {}) => ({
  name: `库${++made}`,
  driverClass: postgresDriver,
  url: "postgresql://198.41.0.4:5432/train",
  username: "reader",
  password: "very-secret-1",
  ...more,
});
const aSource = async (more: object = {}) => (await admin.call(calls.submit, values(more) as never)).id;
const stored = async (id: string) =>
  app.db.selectFrom("datasource").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Runs `work` while addresses of this machine may be reached. */
async function withInternal<T>(hosts: string, work: () => Promise<T>): Promise<T> {
  const before = app.settings.internalHosts;
  app.settings.internalHosts = readInternalHosts(hosts) as never;
  try {
    return await work();
  } finally {
    app.settings.internalHosts = before;
  }
}

describe("Datasource.submit", () => {
  it("encrypts the password, never returns it, and keeps it where it is left empty", async () => {
    const id = await aSource();
    const first = await stored(id);
    assert.doesNotMatch(JSON.stringify(first), /very-secret/);
    assert.equal(app.cipher.decrypt(first.password as string), "very-secret-1");
    const shown = JSON.stringify([
      await admin.call(calls.detail, { id }),
      await admin.list(calls.list),
      await admin.call(calls.select, undefined),
    ]);
    assert.doesNotMatch(shown, /very-secret|"password/);
    await admin.call(calls.submit, { id, name: `库${++made}`, password: "" } as never);
    assert.equal((await stored(id)).password, first.password);
    const history = await app.db
      .selectFrom("auditRecord")
      .selectAll()
      .where("bizType", "=", "Datasource")
      .where("bizId", "=", id)
      .execute();
    assert.deepEqual(
      history.map((entry) => entry.action),
      ["add", "edit"],
    );
    assert.doesNotMatch(JSON.stringify(history), /very-secret/);
    assert.equal((await admin.refused(calls.submit, values({ password: null }))).failures[0]?.field, "password");
  });

  it("refuses another address or account with the stored password", async () => {
    const id = await aSource();
    for (const change of [
      { url: "postgresql://198.41.0.5:5432/train" },
      { username: "other" },
      { url: "postgresql://198.41.0.4:5432/train?sslmode=disable" },
    ])
      assert.equal((await admin.refused(calls.submit, { id, ...change })).failures[0]?.field, "password");
    // The same password, entered again.
    await admin.call(calls.submit, { id, username: "other", password: "very-secret-1" } as never);
    assert.equal((await stored(id)).username, "other");
  });

  it("refuses other databases, unusual addresses, and addresses inside the own network", async () => {
    const refused = (more: object) => admin.refused(calls.submit, values(more));
    assert.match((await refused({ driverClass: "com.mysql.cj.jdbc.Driver" })).msg, /仅支持PostgreSQL/);
    for (const url of [
      "jdbc:mysql://h/d",
      "postgresql:///d?host=/var/run/postgresql",
      "postgresql://h/d?options=-csearch_path%3Dx",
      "postgresql://u:p@h/d",
      "postgresql://h/d?sslcert=/etc/passwd",
      "file:///etc/passwd",
    ])
      assert.equal((await refused({ url })).failures[0]?.field, "url", url);
    for (const host of [
      "127.0.0.1",
      "localhost",
      "[::1]",
      "10.1.2.3",
      "169.254.169.254",
      "2130706433",
      "0x7f000001",
      "127.1",
      "[::ffff:127.0.0.1]",
      "192.168.1.1",
    ])
      assert.equal((await refused({ url: `postgresql://${host}:5432/d` })).errorCode, "ADDRESS_INTERNAL", host);
    const id = await aSource();
    assert.equal(
      (await admin.refused(calls.submit, { id, url: "postgresql://127.0.0.1/d", password: "x" })).errorCode,
      "ADDRESS_INTERNAL",
    );
    // An address that was allowed once, or written without the calls, is checked again at every connection.
    await app.pool.query(`update datasource set url = 'postgresql://127.0.0.1:1/d' where id = $1`, [id]);
    await withQuickFailures(async () => {
      assert.equal((await admin.refused(calls.test, { id })).errorCode, "ADDRESS_SILENT");
      assert.equal((await admin.refused(codeCalls.tables, { datasourceId: id })).errorCode, "ADDRESS_SILENT");
    });
    await app.pool.query(`update datasource set url = 'postgresql:///d?host=/tmp' where id = $1`, [id]);
    assert.equal((await admin.refused(calls.test, { id })).errorCode, "DATASOURCE_FAILED");
  });

  it("refuses a name in use, also from two calls at once", async () => {
    const one = values();
    const both = await Promise.allSettled([1, 2].map(() => admin.call(calls.submit, one as never)));
    assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal((await admin.refused(calls.submit, one)).errorCode, "DUPLICATE");
  });
});

describe("Datasource.test", () => {
  it("reaches the own database, which is built in: submit and remove refuse changes", async () => {
    assert.match((await admin.call(calls.test, { id: own })).version, /^PostgreSQL \d+/);
    const detail = (await admin.call(calls.detail, { id: own })) as { url: string; builtIn: string };
    assert.deepEqual([detail.url, detail.builtIn], ["postgresql://this-database", "1"]);
    assert.equal((await admin.refused(calls.remove, { ids: own })).errorCode, "DATASOURCE_BUILTIN");
    assert.equal((await admin.refused(calls.submit, { id: own, remark: "x" })).errorCode, "DATASOURCE_BUILTIN");
    await assert.rejects(
      app.pool.query("update datasource set is_deleted = 1 where id = $1", [own]),
      /datasource_built_in/,
    );
    await admin.call(calls.submit, values({ builtIn: "1" }) as never);
    assert.equal(((await admin.list(calls.list, { builtIn: "1" })) as { total: number }).total, 1);
  });

  it("reaches another server only where the operator allows it, and says what went wrong", async () => {
    const { hostname, port, username, password, pathname } = new URL(app.pool.options.connectionString as string);
    const url = (more = "") => `postgresql://${hostname}:${port}${pathname}?sslmode=disable${more}`;
    await withInternal(`${hostname}:${port}`, async () => {
      const id = await aSource({ url: url(), username, password: decodeURIComponent(password) });
      assert.match((await admin.call(calls.test, { id })).version, /^PostgreSQL/);
      const tables = await admin.call(codeCalls.tables, { datasourceId: id });
      assert.ok(tables.some(({ name }) => name === "course"));
      const said = async (more: object) =>
        (
          await admin.refused(calls.test, {
            id: await aSource({ url: url(), username, password: decodeURIComponent(password), ...more }),
          })
        ).msg;
      assert.match(await said({ password: "wrong" }), /用户名或密码错误/);
      assert.match(await said({ url: `postgresql://${hostname}:${port}/nosuch?sslmode=disable` }), /数据库不存在/);
    });
    await withInternal("127.0.0.1", async () => {
      const id = await aSource({ url: "postgresql://127.0.0.1:1/d" });
      assert.match(
        (await withQuickFailures(() => admin.refused(calls.test, { id }))).msg,
        /内部网络地址127\.0\.0\.1无法使用/,
      );
    });
  });

  it("ends in time where a server says nothing, or nonsense", async () => {
    const before = { ...limits };
    Object.assign(limits, { connect: 300, statement: 300, whole: 900 });
    const silent = await listen(() => {});
    const noisy = await listen((socket) => socket.end("HTTP/1.1 200 OK\r\nX-Secret: inside\r\n\r\n"));
    try {
      await withInternal("127.0.0.1", async () => {
        const ask = async (server: Server, mode: string) => {
          const start = Date.now();
          const { port } = server.address() as { port: number };
          const id = await aSource({ url: `postgresql://127.0.0.1:${port}/d?sslmode=${mode}` });
          const refused = await withQuickFailures(() => admin.refused(calls.test, { id }));
          assert.ok(Date.now() - start < 3_000);
          assert.equal(refused.errorCode, "ADDRESS_SILENT");
          assert.doesNotMatch(JSON.stringify(refused), /HTTP|X-Secret/);
          return refused.msg;
        };
        for (const mode of ["disable", "require"]) {
          // A silent port, one with another protocol and a closed one get the same answer.
          assert.equal(await ask(silent, mode), await ask(noisy, mode));
        }
      });
    } finally {
      Object.assign(limits, before);
      silent.close();
      noisy.close();
    }
  });
});

describe("Datasource.remove", () => {
  it("refuses a data source that code or a tenant uses", async () => {
    const used = await aSource();
    const free = await aSource();
    await aCode(app, admin, { datasourceId: used, codeName: "used" });
    assert.equal((await admin.refused(calls.remove, { ids: `${used},${free}` })).errorCode, "DEPENDENCY_IN_USE");
    await admin.call(calls.remove, { ids: free });
    const byTenant = await aSource();
    await app.pool.query(
      `insert into tenant (tenant_id, tenant_name, datasource_id, create_user, update_user) values ('100001', 'x', $1, 0, 0)`,
      [byTenant],
    );
    assert.equal((await admin.refused(calls.remove, { ids: byTenant })).errorCode, "DEPENDENCY_IN_USE");
    assert.equal(
      (await admin.refused(codeCalls.submit, await codeValues(app, { datasourceId: free }))).errorCode,
      "NOT_FOUND",
    );
  });
});
const listen = (answer: (socket: import("node:net").Socket) => void): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      answer(socket);
    }).listen(0, "127.0.0.1", () => resolve(server));
  });

describe("Datasource.list", () => {
  it("is for administrators of the installation and auditors; the former alone change data sources", async () => {
    for (const role of ["clerk", "leader", "orgAdmin"] as const) {
      assert.equal((await app.as(role).refused(calls.list, {})).errorCode, "ROLE_DENIED");
      assert.equal((await app.as(role).refused(calls.test, { id: own })).errorCode, "ROLE_DENIED");
    }
    const auditor = app.as("auditor");
    assert.ok(((await auditor.list(calls.list)) as { total: number }).total > 0);
    for (const [call, input] of [
      [calls.test, { id: own }],
      [calls.submit, values()],
      [calls.remove, { ids: own }],
    ] as const)
      assert.equal((await auditor.refused(call as never, input)).errorCode, "ROLE_DENIED");
    const elsewhere = app.as("sysAdmin", { tenantId: "100001" });
    for (const [call, input] of [
      [calls.test, { id: own }],
      [calls.submit, values()],
      [calls.select, {}],
      [calls.remove, { ids: own }],
    ] as const)
      assert.ok(["ROLE_DENIED", "NOT_OWNER"].includes((await elsewhere.refused(call as never, input)).errorCode));
  });
});
