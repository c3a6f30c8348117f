import assert from "node:assert/strict";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { FastifyInstance } from "fastify";
import { createAuthenticator } from "../../../src/auth/token/authenticate.ts";
import { createEnvelope } from "../../../src/auth/client/envelope.ts";
import { buildApp } from "../../../src/core/http/app.ts";
import { serveWeb } from "../../../src/core/http/web.ts";
import { domains } from "../../../src/domains.ts";
import { hostileBytes, hostileRequests } from "./hostile-requests.ts";
import { anAccount, signIn } from "../sign-in.ts";
import { type TestApp, startTestApp } from "../test-app.ts";
import { checkAnswers } from "../answers/answer-check.ts";

let app: TestApp;
let http: FastifyInstance;
let folder: string;
let token: string;
/** What the server logged as an error of its own. */
const errors: unknown[] = [];

before(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), "jipei-hostile-"));
  await mkdir(join(folder, "assets"));
  for (const [name, content] of [
    ["index.html", "<title>技培</title>"],
    ["pages.json", '["/", "/login"]'],
    ["assets/a.js", "a"],
  ] as const)
    await writeFile(join(folder, name), content);
  const services = {
    ...app.services,
    journal: { answered: () => undefined, failed: (error: unknown) => void errors.push(error) },
    log: { info() {}, warn() {}, error() {} },
  };
  http = checkAnswers(
    await buildApp(services, { domains, authenticate: createAuthenticator(app), envelope: createEnvelope(app) }),
  );
  await serveWeb(http, folder);
  token = (await signIn(http, (await anAccount(app, { roles: ["sysAdmin"] })).account)).json().access_token;
});
after(async () => {
  await http.close();
  await app.close();
  await rm(folder, { recursive: true });
});

describe("a request that our web application would never send", () => {
  for (const { why, method = "GET", url, headers, body, status, errorCode } of hostileRequests)
    it(`${why}: ${status}`, async () => {
      const answer = await http.inject({
        method: method as "GET",
        url,
        headers: { token, ...headers },
        ...(body !== undefined && { payload: body }),
      });
      const refusal =
        /json/.test(String(answer.headers["content-type"])) && method !== "HEAD"
          ? (answer.json() as { errorCode?: string; error?: string })
          : {};
      assert.deepEqual(
        [answer.statusCode, refusal.errorCode ?? refusal.error],
        [status, errorCode],
        answer.body.slice(0, 300),
      );
    });

  it("is never an error of the server", () => assert.deepEqual(errors, []));
});

describe("bytes that are not an HTTP request", () => {
  let port: number;
  before(async () => void (port = Number(new URL(await http.listen({ host: "127.0.0.1", port: 0 })).port)));

  for (const [why, bytes, status] of hostileBytes)
    it(`${why}: ${status}`, async () => {
      const socket = connect(port, "127.0.0.1");
      let heard = "";
      socket.on("data", (chunk) => (heard += chunk.toString("latin1")));
      socket.on("error", () => undefined);
      const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
      socket.write(Buffer.from(bytes, "latin1"));
      await closed;
      assert.equal(Number(/^HTTP\/1\.1 (\d{3}) /.exec(heard)?.[1]), status, heard.slice(0, 300));
    });
});
