import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type Socket, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { userInfo } from "@jipei/contract/auth/auth.ts";
import { downloadFile, putFileAttach } from "@jipei/contract/files/transfer.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import type { FastifyInstance } from "fastify";
import { createAuthenticator } from "../src/auth/token/authenticate.ts";
import { createEnvelope } from "../src/auth/client/envelope.ts";
import { buildApp } from "../src/core/http/app.ts";
import { serveWeb } from "../src/core/http/web.ts";
import { domains } from "../src/domains.ts";
import { anAccount, basic, signIn, startRealApp } from "./support/sign-in.ts";
import type { TestApp } from "./support/test-app.ts";

/** Requests that our web application would never send. */
let app: TestApp;
let http: FastifyInstance;
before(async () => {
  app = await startRealApp();
  http = app.http;
});
after(() => app.close());

const enter = async (roles: Parameters<typeof anAccount>[1] = {}): Promise<{ token: string; userId: string }> => {
  const { account, userId } = await anAccount(app, roles);
  return { token: (await signIn(http, account)).json().access_token, userId };
};

describe("headers with ids, roles, departments and tenants", () => {
  it("change neither the user, nor their permissions, nor what is written", async () => {
    const { token, userId } = await enter({ roles: ["clerk"] });
    const [sysAdmin] = (await app.pool.query(`select id from role where role_alias = 'sysAdmin'`)).rows;
    const admin = await anAccount(app, { roles: ["sysAdmin"] });
    const forged = {
      roleids: sysAdmin.id,
      roleIds: sysAdmin.id,
      role: "sysAdmin",
      rolealias: "sysAdmin",
      authority: "sysAdmin",
      "x-roles": "sysAdmin",
      userid: admin.userId,
      "user-id": admin.userId,
      "x-user-id": admin.userId,
      "x-user": admin.account,
      username: admin.account,
      depids: "1",
      groupids: "1",
      "dept-id": "1",
      orgid: "1",
      "tenant-id": "000009",
      "x-tenant-id": "000009",
      "blade-auth": `bearer ${token}x`,
      cookie: `Token=${token}x; Authorization=${token}x`,
      "x-forwarded-for": "10.0.0.1",
      "x-original-url": "/api/blade-user/list",
      "x-http-method-override": "POST",
    };
    const ask = (headers: object) =>
      http.inject({ method: "POST", url: userInfo.path, headers: { token, ...headers } });
    assert.deepEqual((await ask(forged)).json(), (await ask({})).json());
    for (const header of [{}, forged])
      assert.equal((await http.inject({ url: userCalls.list.path, headers: { token, ...header } })).statusCode, 403);
    assert.equal(
      (await http.inject({ url: userCalls.list.path, headers: forged })).statusCode,
      401,
      "without a token nobody is anybody",
    );
    const saved = await http.inject({
      method: "POST",
      url: candidateSourceCalls.submit.path,
      headers: { token, ...forged, "content-type": "application/json" },
      payload: JSON.stringify({
        sourceNo: "H1",
        sourceName: "伪造",
        sort: 1,
        isValid: "isValid",
        createUser: admin.userId,
        createDept: "1",
        tenantId: "000009",
        isDeleted: 1,
        version: 7,
      }),
    });
    assert.equal(saved.statusCode, 200, saved.body);
    const { rows } = await app.pool.query(
      `select create_user, create_dept, tenant_id, is_deleted, version from candidate_source where source_no = 'H1'`,
    );
    assert.deepEqual(rows, [
      { create_user: userId, create_dept: null, tenant_id: "000000", is_deleted: 0, version: 0 },
    ]);
  });
});

const climbs = [
  "../../../../etc/passwd",
  "/etc/passwd",
  "..\\..\\..\\windows\\win.ini",
  "%2e%2e%2f%2e%2e%2fetc/passwd",
  "..%252f..%252fetc/passwd",
  "....//....//etc/passwd",
  "file:///etc/passwd",
  "http://127.0.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "//127.0.0.1/x",
  "data:text/plain,x",
  "C:\\boot.ini",
  "/proc/self/environ",
  "keys/token",
  "/files/../../keys/field",
  ".",
  "..",
  "/",
  "*",
  "%00",
  "' or '1'='1",
  "/files/%2e%2e",
  "a".repeat(500),
];

describe("links and file names of a download", () => {
  it("lead to a stored file or to 404", async () => {
    const { token } = await enter({ roles: ["sysAdmin"] });
    for (const climb of climbs)
      for (const [call, name] of [
        [downloadFile, "fileUrl"],
        [noticeCalls.downloadFile, "filename"],
      ] as const) {
        const answer = await http.inject({
          url: `${call.path}?${name}=${encodeURIComponent(climb)}`,
          headers: { token },
        });
        assert.ok([400, 404].includes(answer.statusCode), `${call.name} ${climb}: ${answer.statusCode}`);
        assert.ok(!/root:|127\.0\.0\.1\D/.test(answer.body));
      }
    // In the address itself, as it stands and encoded once and twice.
    for (const path of [
      "/..%2f..%2fetc/passwd",
      "/%2e%2e/%2e%2e/etc/passwd",
      "/api/..%2f..%2fetc%2fpasswd",
      "/api/zjgrsj-file/../../etc/passwd",
      "//etc/passwd",
      "/assets/..%5c..%5cx",
    ]) {
      const answer = await http.inject({ url: path, headers: { token } });
      assert.ok(
        answer.statusCode >= 400 && answer.statusCode < 500 && !answer.body.includes("root:"),
        `${path}: ${answer.statusCode}`,
      );
    }
  });
});

describe("addresses that no browser makes", () => {
  it("404, never an error of the server", async () => {
    const folder = await mkdtemp(join(tmpdir(), "jipei-web-"));
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "index.html"), "<title>技培</title>");
    await writeFile(join(folder, "pages.json"), '["/login"]');
    const errors: unknown[] = [];
    const journal = { answered: () => undefined, failed: (error: unknown) => void errors.push(error) };
    const served = await buildApp(
      { ...app, journal },
      { domains: [], authenticate: createAuthenticator(app), envelope: createEnvelope(app) },
    );
    try {
      await serveWeb(served, folder);
      assert.equal((await served.inject({ url: "/login" })).statusCode, 200);
      for (const url of [
        "/assets/..%2f..%2f..%2fetc%2fpasswd.js",
        "//x.js",
        "/a/./b.js",
        "/assets//a.js",
        "/..%5c..%5cx.js",
        "/a%5cb.js",
        "/.git/config.js",
        "/%E0%A4%A",
        "/assets/%zz.js",
        "/api/%zz",
      ]) {
        const answer = await served.inject({ url });
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [404, "PATH_NOT_FOUND"], url);
      }
      assert.deepEqual(errors, []);
    } finally {
      await served.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe("uploads", () => {
  it("stored under a generated name, whatever their file name; no file name breaks out of a header", async () => {
    const { token } = await enter({ roles: ["clerk"] });
    const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
    for (const name of [
      "../../../../tmp/x.pdf",
      "..\\..\\x.pdf",
      "/etc/x.pdf",
      "C:\\x.pdf",
      "a%0d%0aSet-Cookie: x=1.pdf",
      "x\u202efdp.pdf",
      `${"长".repeat(300)}.pdf`,
      "证明;filename=y.pdf",
      ".pdf",
    ]) {
      const payload = Buffer.concat([
        Buffer.from(
          `--b\r\ncontent-disposition: form-data; name="file"; filename="${name.replaceAll("\\", "\\\\")}"\r\ncontent-type: application/pdf\r\n\r\n`,
        ),
        pdf,
        Buffer.from("\r\n--b--\r\n"),
      ]);
      const answer = await http.inject({
        method: "POST",
        url: putFileAttach.path,
        headers: { token, "content-type": "multipart/form-data; boundary=b" },
        payload,
      });
      const { code, data } = answer.json();
      if (code !== 200) {
        assert.ok(code >= 400 && code < 500, `${name}: ${answer.body}`);
        continue;
      }
      assert.ok(
        !/[/\\\u0000-\u001f\u202e]/.test(data.originalName) && data.originalName.length <= 200,
        data.originalName,
      );
      const { rows } = await app.pool.query("select storage_key from attachment where id = $1", [data.id]);
      assert.match(rows[0].storage_key, /^[\w/-]+(\.\w+)?$/);
      assert.ok(!rows[0].storage_key.includes("..") && !rows[0].storage_key.startsWith("/"));
      const back = await http.inject({
        url: `${downloadFile.path}?fileUrl=${encodeURIComponent(data.link)}`,
        headers: { token },
      });
      assert.equal(back.statusCode, 200, name);
      assert.ok(!back.headers["set-cookie"] && !/[\r\n]/.test(String(back.headers["content-disposition"])));
    }
  });
});

describe("requests that are too large", () => {
  it("refused before they are processed", async () => {
    const { token } = await enter({ roles: ["sysAdmin"] });
    const json = { token, "content-type": "application/json" };
    const post = (
      payload: string,
      headers: Record<string, string> = json,
      url: string = candidateSourceCalls.submit.path,
    ) => http.inject({ method: "POST", url, headers, payload });
    assert.equal((await post(`{"sourceName":"${"x".repeat(5 * 1024 * 1024)}"}`)).statusCode, 413);
    assert.equal((await post(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)).statusCode, 400);
    assert.equal((await post(`{"a":`.repeat(100_000) + "1" + "}".repeat(100_000))).statusCode, 400);
    assert.equal((await post(`{${Array.from({ length: 100_000 }, (_, n) => `"f${n}":1`).join()}}`)).statusCode, 400);
    assert.equal(
      (
        await post(
          new URLSearchParams({ grant_type: "password", username: "x".repeat(70_000), password: "x" }).toString(),
          { authorization: basic(), "content-type": "application/x-www-form-urlencoded" },
          "/api/oauth/token",
        )
      ).statusCode,
      413,
    );
    const many = (count: number, value: string) =>
      `${Array.from({ length: count }, (_, n) => `--b\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n${value}\r\n`).join("")}--b--\r\n`;
    for (const [payload, errorCode] of [
      [many(150, "x"), "BODY_TOO_LARGE"],
      [many(1, "x".repeat(1_100_000)), "BODY_TOO_LARGE"],
      [many(1, "x").replace("f0", "__proto__"), "BODY_INVALID"],
    ] as const)
      assert.equal(
        (
          await post(
            payload,
            { token, "content-type": "multipart/form-data; boundary=b" },
            userCalls.import.dryRun.path,
          )
        ).json().errorCode,
        errorCode,
      );
    assert.equal(
      (
        await http.inject({
          url: `${userCalls.list.path}?${Array.from({ length: 20_000 }, (_, n) => `x${n}=1`).join("&")}`,
          headers: { token },
        })
      ).statusCode,
      400,
    );
    assert.equal(
      (
        await http.inject({
          method: "POST",
          url: `${userCalls.unlock.path}?userIds=${Array.from({ length: 201 }, (_, n) => n + 1).join()}`,
          headers: { token },
        })
      ).statusCode,
      400,
    );
  });
});

/** A connection of its own that sends bytes one by one. */
async function dial(port: number): Promise<{ socket: Socket; heard: () => string; ended: Promise<unknown> }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, heard: () => text, ended: once(socket, "close") };
}

describe("a body that breaks off", () => {
  it("a 4xx, neither an error of the server nor an unavailable database", async () => {
    const { token } = await enter({ roles: ["clerk"] });
    const logged: unknown[] = [];
    const log = (...what: unknown[]) => void logged.push(what);
    const server = await buildApp(
      { ...app, log: { info: log, warn: log, error: log }, journal: { answered: () => undefined, failed: log } },
      { domains, authenticate: createAuthenticator(app), envelope: createEnvelope(app) },
    );
    try {
      const { port } = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
      const file =
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4';
      for (const [type, payload] of [
        ["boundary=b", file],
        ["boundary=b", "--b\r\ncontent-dispo"],
        [`boundary=${"b".repeat(300)}`, file],
        ["charset=utf-8", file],
      ] as const) {
        const answer = await server.inject({
          method: "POST",
          url: putFileAttach.path,
          headers: { token, "content-type": `multipart/form-data; ${type}` },
          payload,
        });
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [400, "BODY_INVALID"], type);
      }
      for (const [type, url, body] of [
        ["multipart/form-data; boundary=b", putFileAttach.path, file],
        ["application/json", candidateSourceCalls.submit.path, '{"sourceName":'],
      ] as const) {
        const { socket, ended } = await dial(Number(port));
        socket.write(
          `POST ${url} HTTP/1.1\r\nhost: x\r\ntoken: ${token}\r\ncontent-type: ${type}\r\ncontent-length: 100000\r\n\r\n${body}`,
        );
        await sleep(300);
        socket.destroy();
        await ended;
        await sleep(300);
      }
      assert.deepEqual(logged, []);
      const { rows } = await app.pool.query(`select count(*)::int as n from attachment where file_name = 'a.pdf'`);
      assert.deepEqual(rows, [{ n: 0 }]);
    } finally {
      await server.close();
    }
  });
});

describe("clients that send headers or a body byte by byte", () => {
  it("their connection is closed, and nobody else waits for them meanwhile", { timeout: 60_000 }, async () => {
    const arrivesWithin = 4000;
    const slow = await buildApp(app, {
      domains,
      authenticate: createAuthenticator(app),
      envelope: createEnvelope(app),
      arrivesWithin,
    });
    const drips: NodeJS.Timeout[] = [];
    try {
      const address = await slow.listen({ host: "127.0.0.1", port: 0 });
      const port = Number(new URL(address).port);
      const started = Date.now();
      const connections = await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const connection = await dial(port);
          const half =
            n % 2 === 0
              ? "POST /api/blade-auth/oauth/captcha HTTP/1.1\r\nhost: x\r\n"
              : "POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 5000\r\n\r\ngrant_type=password";
          connection.socket.write(half);
          drips.push(setInterval(() => connection.socket.write(n % 2 === 0 ? "x: y\r\n" : "a"), 200));
          return connection;
        }),
      );
      // More requests than the pool has connections to the database: none of them holds one.
      assert.equal((await fetch(`${address}/api/ready`)).status, 200);
      assert.ok(Date.now() - started < arrivesWithin, "answered while all of them were sending");
      await Promise.all(connections.map(({ ended }) => ended));
      assert.ok(Date.now() - started < 5 * arrivesWithin);
      for (const { heard } of connections) assert.match(heard(), /^(HTTP\/1\.1 408|$)/);
    } finally {
      for (const drip of drips) clearInterval(drip);
      await slow.close();
    }
  });
});
