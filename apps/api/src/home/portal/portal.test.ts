import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fileNoticeCalls } from "@jipei/contract/notices/published/file-notice.ts";
import { secondaryInfoCalls } from "@jipei/contract/notices/published/secondary-info.ts";
import { trainNewsCalls } from "@jipei/contract/notices/published/train-news.ts";
import { noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, moveClock, today } from "../../core/foundation/clock.ts";
import { excerpt, marked } from "./excerpt.ts";

let app: TestApp;
let clerk: TestUser;
let ids: Record<"notices" | "documents" | "news" | "articles", string>;
const word = "青锋塔吊";
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  const category = { categoryNo: "GG", categoryName: "公告", sort: 1, isValid: "isValid" } as const;
  const categoryId = (await clerk.call(noticeCategoryCalls.submit, category)).id;
  const notice = {
    title: "招生公告",
    categoryId,
    target: ["public"],
    isTop: "0",
    content: `<p>开设<b>${word}</b>班 A&B</p>`,
  };
  const { id: notices } = await clerk.call(noticeCalls.submit, notice as never);
  await clerk.call(noticeCalls.setPublishStatus, { ids: notices, status: "1" });
  const document = { title: `${word}补贴办法`, issueOrg: "县人社局", issueDate: today(), fileKind: "4" } as const;
  const attachmentList = [await anAttachment(app, clerk, "办法.pdf")];
  const { id: documents } = await clerk.call(fileNoticeCalls.submit, {
    ...document,
    attachmentList,
    publishStatus: "1",
  } as never);
  const article = { title: "学员风采", content: `<p>学${word}，得证书</p>`, publishStatus: "1" } as const;
  const { id: news } = await clerk.call(trainNewsCalls.submit, article);
  const column = { categoryId, title: "办理地点", content: `<p>${word}报名处</p>`, sort: 1, isSealed: "0" } as const;
  const { id: articles } = await clerk.call(secondaryInfoCalls.submit, column);
  ids = { notices, documents, news, articles };
});
after(() => app.close());

const get = async (url: string) => {
  const answer = await app.http.inject({ url });
  assert.equal(answer.statusCode, 200, url);
  return { text: answer.body, headers: answer.headers };
};
const search = (q: string) => get(`/portal?lang=zh&q=${encodeURIComponent(q)}`);
const parts = ["notices", "documents", "news", "articles"] as const;

describe("/portal", () => {
  it("shows each kind in both languages, each entry under an address of its own, without script", async () => {
    const front = (await get("/portal?lang=zh")).text;
    for (const part of parts) {
      assert.ok(front.includes(`part=${part}&#38;id=${ids[part]}`), part);
      for (const lang of ["zh", "en"]) {
        const { text, headers } = await get(`/portal?part=${part}&id=${ids[part]}&lang=${lang}`);
        assert.ok(text.includes(word) && !text.includes("<script"), part);
        assert.equal((text.match(/rel="alternate" hreflang/g) ?? []).length, 2);
        assert.equal(headers["x-robots-tag"], undefined);
      }
    }
    const document = (await get(`/portal?part=documents&id=${ids.documents}`)).text;
    assert.match(document, /download="办法.pdf"[^(]*\(\d[\d,]*\.\d\d KB\)/);
  });

  it("finds what has all the words, in titles and texts, titles first", async () => {
    const { text } = await search(word);
    const places = parts.map((part) => text.indexOf(`part=${part}&#38;id=${ids[part]}`));
    assert.ok(places.every((place) => place > 0));
    assert.equal(Math.min(...places), places[1], "the document has it in its title");
    assert.ok(text.includes(`<mark>${word}</mark>`));
    const two = (await search(`${word} 证书`)).text;
    assert.ok(two.includes("part=news&#38;id=") && !two.includes("part=documents&#38;id="));
    assert.match((await search("a&b")).text, /招生公告/);
    for (const odd of ["%", "_", "没有这个词", "'", "<b>"])
      assert.doesNotMatch((await search(odd)).text, /学员风采/, odd);
    assert.ok((await search("<script>")).text.includes("&#60;script&#62;"));
  });

  it("shows nothing before its time, after its last day, withdrawn or sealed: in no list, page, search or feed", async () => {
    const draft = { title: "定时的石榴", content: "<p>石榴</p>", expireDate: addDays(today(), 3) };
    const publishTime = `${addDays(today(), 1)} 00:00:00`;
    const { id } = await clerk.call(trainNewsCalls.submit, { ...draft, publishStatus: "1", publishTime } as never);
    const addresses = [
      "/portal",
      "/portal?part=news",
      `/portal?part=news&id=${id}`,
      `/portal?q=${encodeURIComponent("石榴")}`,
      "/feed.xml",
    ];
    const shown = async () => {
      const pages = await Promise.all(addresses.map(get));
      return new Set(pages.map(({ text }) => text.includes("定时的")));
    };
    assert.deepEqual(await shown(), new Set([false]));
    try {
      moveClock(1);
      assert.deepEqual(await shown(), new Set([true]));
      moveClock(4);
      assert.deepEqual(await shown(), new Set([false]));
      moveClock(1);
      await clerk.call(trainNewsCalls.submit, { id, publishStatus: "2" } as never);
      assert.deepEqual(await shown(), new Set([false]));
    } finally {
      moveClock(0);
    }
    await clerk.call(secondaryInfoCalls.submit, { id: ids.articles, isSealed: "1" } as never);
    assert.doesNotMatch((await get("/portal?part=articles")).text, /办理地点/);
    await clerk.call(secondaryInfoCalls.submit, { id: ids.articles, isSealed: "0" } as never);
  });

  it("counts an address once a day as a reader of an article", async () => {
    const reads = async () => (await clerk.call(trainNewsCalls.detail, { id: ids.news })).readCount;
    for (const lang of ["zh", "en", "zh"]) await get(`/portal?part=news&id=${ids.news}&lang=${lang}`);
    assert.equal(await reads(), 1);
  });

  it("takes any parameter", async () => {
    for (const view of [
      "part=x",
      "part=news&id=x",
      "part=news&id=999999",
      "part=news&page=-1",
      "page=99999999",
      "q=%00",
    ])
      await get(`/portal?${view}`);
  });
});

describe("/feed.xml", () => {
  it("is an Atom feed of notices, documents and news", async () => {
    const { text, headers } = await get("/feed.xml");
    assert.match(String(headers["content-type"]), /^application\/atom\+xml/);
    assert.match(text, /^<\?xml[^]*<feed xmlns="http:\/\/www.w3.org\/2005\/Atom"/);
    for (const part of ["notices", "documents", "news"] as const)
      assert.ok(text.includes(`part=${part}&#38;id=${ids[part]}`));
    assert.match(text, /<updated>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00<\/updated>/);
  });
});

describe("excerpt and marked", () => {
  it("cut around the first word, and mark each", () => {
    const text = `${"前".repeat(200)}电工${"后".repeat(200)}`;
    const cut = excerpt(text, ["电工"]);
    assert.ok(cut.startsWith("…") && cut.endsWith("…") && cut.includes("电工") && cut.length < 130);
    assert.equal(excerpt("短", []), "短");
    assert.equal(
      marked("a(b<", ["(b"])
        .map(({ text: part }) => part)
        .join(""),
      "a<mark>(b</mark>&#60;",
    );
  });
});
