import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import fastify from "fastify";
import { serveWeb } from "./web.ts";

const folder = mkdtempSync(join(tmpdir(), "jipei-web-"));
const app = fastify();

before(async () => {
  mkdirSync(join(folder, "dist/assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(folder, "dist/index.html"), "<title>技培</title>");
  writeFileSync(
    join(folder, "dist/pages.json"),
    JSON.stringify(["/", "/login", "/classes/class", "/class/detail/:id", "/certInfo"]),
  );
  writeFileSync(join(folder, "dist/assets/a-1.js"), "plain");
  writeFileSync(join(folder, "dist/assets/a-1.js.br"), "brotli");
  await serveWeb(app, join(folder, "dist"));
});

after(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe("serveWeb", () => {
  it("returns the start page for every page address, with no-cache", async () => {
    for (const url of ["/", "/login", "/login/", "/classes/class?id=1", "/class/detail/17", "/certInfo"]) {
      const answer = await get(url);
      assert.equal(answer.statusCode, 200, url);
      assert.match(answer.body, /技培/, url);
      assert.equal(answer.headers["cache-control"], "no-cache", url);
    }
  });

  it("returns built files as immutable, compressed where the browser accepts it", async () => {
    assert.equal((await get("/assets/a-1.js")).body, "plain");
    const compressed = await get("/assets/a-1.js", { "accept-encoding": "gzip, br" });
    assert.equal(compressed.body, "brotli");
    assert.equal(compressed.headers["content-encoding"], "br");
    assert.match(String(compressed.headers["cache-control"]), /immutable/);
  });

  it("returns 404 for unknown files and calls", async () => {
    for (const url of ["/assets/gone.js", "/favicon.gif", "/api/none", "/api", "/pages.json"]) {
      const answer = await get(url);
      assert.equal(answer.statusCode, 404, url);
      assert.equal(answer.headers["cache-control"], undefined, url);
    }
  });

  it("returns 404 for an address that is neither file nor page: the start page to browsers, a refusal to programs", async () => {
    for (const url of ["/metrics", "/login/x", "/class/detail", "/class/detail/1/2", "/pages", "/assets"]) {
      const browser = await get(url, { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
      assert.deepEqual(
        [browser.statusCode, browser.headers["content-type"], browser.headers["cache-control"]],
        [404, "text/html; charset=utf-8", "no-cache"],
        url,
      );
      assert.match(browser.body, /技培/);
      for (const accept of ["*/*", "application/openmetrics-text;version=1.0.0", ""]) {
        const program = await get(url, { accept });
        assert.equal(program.statusCode, 404, url);
        assert.doesNotMatch(program.body, /技培/, url);
      }
    }
  });

  it("never leaves the folder, and refuses an address that is not UTF-8 (400)", async () => {
    for (const url of ["/../secret.txt", "/..%2fsecret.txt", "/assets/..%2f..%2fsecret.txt", "/%2e%2e/secret.txt"]) {
      const answer = await get(url);
      assert.notEqual(answer.body, "secret", url);
      assert.ok([403, 404].includes(answer.statusCode), `${url} answered ${answer.statusCode}`);
    }
    assert.equal((await get("/%ff.js")).statusCode, 400);
  });
});
