import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { putFileAttach } from "@jipei/contract/files/transfer.ts";
import { errorLogCalls } from "@jipei/contract/logs/error-log.ts";
import type { FastifyInstance } from "fastify";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { withActors } from "../../../test/support/test-services.ts";
import { domains } from "../../domains.ts";
import { createJournal, type RunningJournal } from "../../logs/journal.ts";
import { createProcessLog } from "../../logs/process-log.ts";
import { raw } from "./implement.ts";
import { buildApp } from "./app.ts";

/** All log lines of the process. */
const lines: { requestId?: string; msg: string }[] = [];
const target = new Writable({
  write: (chunk, _encoding, done) => (lines.push(JSON.parse(String(chunk)) as (typeof lines)[number]), done()),
});

let app: TestApp;
let http: FastifyInstance;
let journal: RunningJournal;
before(async () => {
  app = await startTestApp();
  const log = createProcessLog("info", target);
  journal = await createJournal({ ...app.services, log });
  const services = { ...app.services, log, journal, settings: { ...app.services.settings, trustedProxies: 1 } };
  // An upload that logs a line later, and then fails with an unexpected error.
  const broken = raw(putFileAttach, async (request) => {
    for await (const part of request.parts()) if (part.type === "file") for await (const _ of part.file);
    await sleep(5);
    services.log.info("half way");
    throw new TypeError("nobody foresaw this");
  });
  const office = domains.map((domain) => ({
    ...domain,
    routes: domain.routes.map((route) => (route.call === putFileAttach ? broken : route)),
  }));
  const user = app.as("clerk");
  http = await buildApp(services, { ...withActors(new Map([[user.token, user.actor]])), domains: office });
  token = user.token;
  address = await http.listen({ port: 0, host: "127.0.0.1" });
});
let token: string;
let address: string;
after(async () => {
  await http.close();
  await journal.close();
  await app.close();
});

const answerTo = async (url: string, headers: Record<string, string> = {}) =>
  (await http.inject({ url, headers })).headers["x-request-id"];

describe("X-Request-Id", () => {
  for (const path of [
    "/api/health",
    "/api/ready",
    "/api/openapi.json",
    "/api/no-such-call",
    "/api/%ff",
    "/no-such-page",
  ])
    it(`is in the response to ${path}`, async () => assert.match(String(await answerTo(path)), /^[2-9A-HJ-NP-Z]{10}$/));

  for (const [request, status] of [
    ["nonsense\r\n\r\n", 400],
    [`GET / HTTP/1.1\r\nhost: x\r\na: ${"b".repeat(20_000)}\r\n\r\n`, 431],
  ] as const)
    it(`is in the response ${status} to data that never became a request, which has the usual body`, async () => {
      const socket = connect(Number(new URL(address).port), "127.0.0.1").setEncoding("utf8");
      socket.write(request);
      const answer = (await socket.toArray()).join("");
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*\r\nX-Request-Id: [2-9A-HJ-NP-Z]{10}\r\n`));
      const { code, msg, msgEn } = JSON.parse(answer.slice(answer.indexOf("{"))) as Record<string, unknown>;
      assert.deepEqual([code, typeof msg, typeof msgEn], [status, "string", "string"]);
    });

  it("is different for each request", async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => answerTo("/api/health")));
    assert.equal(new Set(ids).size, 50);
  });

  it("is the one that the proxy sent", async () =>
    assert.equal(await answerTo("/api/health", { "x-request-id": "edge-1.7f3a_b" }), "edge-1.7f3a_b"));

  for (const bad of ["short", "x".repeat(65), "with space inside", '"><script>alert(1)', '{"a":1}xxxx'])
    it(`is a new one where the proxy sends ${bad.slice(0, 20)}`, async () =>
      assert.match(String(await answerTo("/api/health", { "x-request-id": bad })), /^[2-9A-HJ-NP-Z]{10}$/));

  it("is never the client’s where there is no proxy", async () => {
    const answer = await app.http.inject({ url: "/api/health", headers: { "x-request-id": "mine-12345" } });
    assert.match(String(answer.headers["x-request-id"]), /^[2-9A-HJ-NP-Z]{10}$/);
  });

  it("is in every log line and in the error log of a request, also after a body that came in several chunks", async () => {
    const send = async () => {
      const form = new FormData();
      form.set("file", new Blob(["x".repeat(300_000)]), "a.txt");
      return fetch(address + putFileAttach.path, { method: "POST", headers: { token }, body: form });
    };
    lines.length = 0;
    const answers = await Promise.all([send(), send(), send()]);
    await journal.flush();
    const { rows } = await app.pool.query<{ id: string }>("select request_id as id from error_log");
    for (const answer of answers) {
      assert.equal(answer.status, 500);
      const id = answer.headers.get("x-request-id");
      assert.deepEqual(
        lines.filter((line) => line.requestId === id).map(({ msg }) => msg),
        ["half way", "unexpected"],
      );
      assert.equal(rows.filter((row) => row.id === id).length, 1);
    }
    const id = answers[0]?.headers.get("x-request-id") as string;
    const found = (await app.as("sysAdmin").list(errorLogCalls.list, { requestId: id })) as {
      total: number;
      records: { requestId: string; exceptionName: string }[];
    };
    assert.deepEqual([found.total, found.records[0]?.requestId, found.records[0]?.exceptionName], [1, id, "TypeError"]);
    assert.equal(
      (
        await app.pool.query(`select from api_log where request_id = any($1)`, [
          answers.map((answer) => answer.headers.get("x-request-id")),
        ])
      ).rowCount,
      3,
    );
  });
});
