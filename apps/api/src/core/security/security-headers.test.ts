import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import Fastify from "fastify";
import { candidateSourceCalls as calls } from "@jipei/contract/catalogue/candidate-source.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { serveWeb } from "../http/web.ts";

let app: TestApp;
let folder: string;
before(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), "jipei-web-"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>x</title>");
  await writeFile(join(folder, "pages.json"), '["/login"]');
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/x.js"), "export {};");
  await writeFile(join(folder, "assets/x.worker-1.js"), "export {};");
  await writeFile(join(folder, "assets/x.css"), "p { color: red; }");
  await serveWeb(app.http, folder);
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe("addSecurityHeaders", () => {
  it("lets pages run our own scripts only, and forbids others to frame them", async () => {
    const page = await app.http.inject("/login");
    assert.equal(page.statusCode, 200);
    const policy = String(page.headers["content-security-policy"]);
    assert.match(policy, /script-src 'self';/);
    assert.doesNotMatch(policy, /unsafe-eval/);
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"])
      assert.ok(policy.includes(directive), directive);
    assert.equal(page.headers["x-content-type-options"], "nosniff");
  });

  it("sends scripts and styles without the policy of pages, and lets nobody take them for anything else", async () => {
    for (const url of ["/assets/x.js", "/assets/x.css"]) {
      const file = await app.http.inject(url);
      assert.equal(file.statusCode, 200, url);
      assert.equal(file.headers["content-security-policy"], undefined, url);
      assert.equal(file.headers["x-content-type-options"], "nosniff", url);
      assert.equal(file.headers["cross-origin-resource-policy"], "same-origin", url);
      const size = Object.entries(file.headers).reduce(
        (sum, [name, value]) => sum + name.length + String(value).length + 4,
        0,
      );
      assert.ok(size < 450, `${url}: ${size} bytes of headers`);
    }
  });

  it("lets the page of a document, and no other, load the script of the document server", async () => {
    const http = Fastify();
    addSecurityHeaders(http, false, "https://office.example/ds");
    http.get("/*", (_request, reply) => reply.type("text/html").send("x"));
    const policyOf = async (url: string) =>
      /script-src [^;]*/.exec(String((await http.inject(url)).headers["content-security-policy"]))?.[0];
    assert.equal(await policyOf("/document/12"), "script-src 'self' https://office.example");
    assert.equal(await policyOf("/document/12?x=1"), "script-src 'self' https://office.example");
    for (const url of ["/login", "/document", "/document/12/x", "/x?/document/12"])
      assert.equal(await policyOf(url), "script-src 'self'", url);
    await http.close();
  });

  it("binds workers by the policy of their own script", async () => {
    const file = await app.http.inject("/assets/x.worker-1.js");
    assert.match(String(file.headers["content-security-policy"]), /script-src 'self';/);
  });

  it("lets API responses do nothing in a browser, and forbids caching them", async () => {
    for (const url of [calls.list.path, "/api/health", "/api/nosuch", "/api/openapi.json"]) {
      const answer = await app.http.inject(url);
      assert.match(String(answer.headers["content-security-policy"]), /^default-src 'none';sandbox/, url);
      assert.equal(answer.headers["cache-control"], "no-store", url);
      assert.equal(answer.headers["x-frame-options"], "DENY", url);
    }
  });

  it("also reaches unknown addresses and wrong methods, refused in the envelope (PATH_NOT_FOUND, METHOD_NOT_ALLOWED)", async () => {
    const unknown = await app.http.inject("/api/nosuch");
    assert.deepEqual([unknown.statusCode, unknown.json().errorCode, unknown.json().code], [404, "PATH_NOT_FOUND", 404]);
    const wrong = await app.http.inject({ method: "POST", url: calls.list.path });
    assert.deepEqual([wrong.statusCode, wrong.json().errorCode], [405, "METHOD_NOT_ALLOWED"]);
  });

  it("sends Strict-Transport-Security when browsers use HTTPS", async () => {
    const http = Fastify();
    addSecurityHeaders(http, true);
    http.get("/", () => "x");
    assert.match(
      String((await http.inject("/")).headers["strict-transport-security"]),
      /^max-age=\d{8,}; includeSubDomains$/,
    );
    assert.equal((await app.http.inject("/")).headers["strict-transport-security"], undefined);
  });
});
