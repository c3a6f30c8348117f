import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { call } from "@jipei/contract/core/call.ts";
import { errors } from "@jipei/contract/core/errors.ts";
import { record } from "@jipei/contract/core/fields/shape.ts";
import { codeList, code } from "@jipei/contract/core/fields/field.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { domains as all } from "../../domains.ts";
import { buildApp } from "../http/app.ts";
import { Refusal } from "../foundation/refusal.ts";
import { readSettings } from "../foundation/settings.ts";
import { callView } from "./call-view.ts";
import { html } from "./html.ts";
import { groupTitles } from "./words.ts";

const domains = all.filter(({ routes }) => routes.length > 0);

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const page = async (url: string, language = "") => {
  const answer = await app.http.inject({ url, headers: language ? { "accept-language": language } : {} });
  assert.equal(answer.statusCode, 200, url);
  return answer;
};

describe("/api/docs", () => {
  it("has every call of the OpenAPI document once, in both languages", async () => {
    const document = (await app.http.inject("/api/openapi.json")).json<{
      paths: Record<string, Record<string, { "x-call": string }>>;
    }>();
    const expected = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { "x-call": name }]) => `${name} ${method.toUpperCase()} ${path}`),
    );
    assert.ok(expected.length > 300);
    for (const language of ["zh", "en"]) {
      const found: string[] = [];
      for (const { name } of domains) {
        const { body } = await page(`/api/docs/${name}?lang=${language}`);
        for (const [, id, method, path] of body.matchAll(
          /<details id="([^"]+)" class="call">\s*<summary>\s*<span class="method \w+">(\w+)<\/span> <code>([^<]+)<\/code>/g,
        ))
          found.push(`${id} ${method} ${path}`);
      }
      assert.deepEqual(found.toSorted(), expected.toSorted());
    }
  });

  it("has links that lead to something on the page, each id once, and no huge page", async () => {
    for (const name of ["", "/errors", ...domains.map((domain) => `/${domain.name}`)]) {
      const { body } = await page(`/api/docs${name}`);
      const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      assert.equal(new Set(ids).size, ids.length, name);
      for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), `${name}#${target}`);
      assert.ok(body.length < 700_000, `${name}: ${body.length}`);
    }
  });

  it("names every domain in the language of the reader", async () => {
    const zh = (await page("/api/docs", "zh-CN,zh;q=0.9")).body;
    const en = (await page("/api/docs", "en-GB")).body;
    for (const { name } of domains) {
      const title = groupTitles[name];
      assert.ok(title, `a title for ${name}`);
      assert.ok(zh.includes(title[0]) && en.includes(title[1]), name);
    }
    assert.match(zh, /<html lang="zh-CN">/);
    assert.match(en, /<html lang="en">/);
    assert.match((await page("/api/docs?lang=en", "zh")).body, /<html lang="en">/, "the address goes first");
  });

  it("lists all refusals", async () => {
    const { body } = await page("/api/docs/errors?lang=en");
    for (const code of Object.keys(errors)) assert.ok(body.includes(`id="${code}"`), code);
  });

  it("runs no script and loads nothing", async () => {
    const answer = await page("/api/docs/subsidies");
    const contentPolicy = String(answer.headers["content-security-policy"]);
    assert.match(contentPolicy, /^default-src 'none'; style-src 'sha256-[^']+'; /);
    assert.doesNotMatch(contentPolicy, /unsafe|script/);
    assert.doesNotMatch(answer.body, /<script|<link|<img|\son\w+=|\sstyle=/i);
  });

  it("answers an unknown page like an unknown call", async () => {
    const answer = await app.http.inject("/api/docs/nosuch");
    assert.deepEqual([answer.statusCode, answer.json().errorCode], [404, "PATH_NOT_FOUND"]);
  });

  it("shows whatever a definition says as text, never as markup", () => {
    const evil = `<img src=x onerror=alert(1)>"'&`;
    const list = codeList("EVIL", evil, evil, { [evil]: [evil, evil] });
    const view = callView(
      "zh",
      call({
        name: evil,
        method: "GET",
        path: `/api/${evil}`,
        zh: evil,
        en: evil,
        access: evil,
        input: record({ [evil]: code(list, evil, evil) }),
      }),
    ).text;
    assert.doesNotMatch(view, /<img/);
    assert.ok(view.includes("&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;"));
    assert.equal(html`<b>${"a<b"}</b>${null}${[html`<i></i>`, "&"]}`.text, "<b>a&#60;b</b><i></i>&#38;");
  });

  it("tells of a call who may make it, which move it is and how it refuses", async () => {
    const { body } = await page("/api/docs/subsidies?lang=en");
    const part = body.slice(body.indexOf('id="claimReReturn"')).split("</details>")[0] ?? "";
    assert.match(part, /subsidy_apply_re_return<\/code> — held by: Second reviewer/);
    assert.match(part, /Return from second review: Second review → First review \/ Returned \(a reason is needed\)/);
    for (const code of ["UNAUTHORIZED", "ROLE_DENIED", "STATE_ILLEGAL", "REASON_REQUIRED"])
      assert.ok(part.includes(`#${code}"`), code);
  });

  it("is served in production only where its operator says so", async () => {
    const address = { NODE_ENV: "production", PUBLIC_URL: "https://px.example.cn" };
    assert.equal(readSettings(address).apiDocs, false);
    assert.equal(readSettings({ ...address, API_DOCS: "on" }).apiDocs, true);
    const closed = await buildApp(
      { ...app.services, settings: { ...app.settings, apiDocs: false } },
      {
        domains: all,
        authenticate: () => Promise.reject(new Refusal("UNAUTHORIZED")),
        envelope: { open: async () => null, encrypt: async () => "" },
      },
    );
    for (const url of ["/api/docs", "/api/docs/errors", "/api/openapi.json", "/api/openapi-3.0.json"])
      assert.equal((await closed.inject(url)).statusCode, 404, url);
    await closed.close();
  });
});
