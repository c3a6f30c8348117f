import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fileNoticeCalls } from "@jipei/contract/notices/published/file-notice.ts";
import { secondaryInfoCalls } from "@jipei/contract/notices/published/secondary-info.ts";
import { trainNewsCalls } from "@jipei/contract/notices/published/train-news.ts";
import { noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { sql } from "kysely";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, moveClock, today } from "../../core/foundation/clock.ts";

let app: TestApp;
let clerk: TestUser;
let org: TestUser;
let categoryId: string;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  org = app.as("orgAdmin");
  const category = { categoryNo: "LM", categoryName: "栏目", sort: 1, isValid: "isValid" } as const;
  categoryId = (await clerk.call(noticeCategoryCalls.submit, category)).id;
});
after(() => app.close());

let count = 0;
const aDocument = async (more: object = {}) => {
  const draft = { title: `办法${++count}`, issueOrg: "县人社局", issueDate: today(), fileKind: "4", ...more } as const;
  return (await clerk.call(fileNoticeCalls.submit, draft as never)).id;
};
const anArticle = async (more: object = {}) => {
  const draft = { title: `资讯${++count}`, content: "<p>开班了</p>", ...more };
  return (await clerk.call(trainNewsCalls.submit, draft)).id;
};
const publishNews = (id: string, publishTime?: string) =>
  clerk.call(trainNewsCalls.submit, { id, publishStatus: "1", publishTime } as never);

describe("FileNotice.submit", () => {
  it("publishes with a file only, and withdraws; what is published is neither changed nor removed", async () => {
    const id = await aDocument({ fileNo: "人社发〔2026〕1号" });
    const publish = { id, publishStatus: "1" } as never;
    assert.match((await clerk.refused(fileNoticeCalls.submit, publish)).msg, /附件/);
    const file = await anAttachment(app, clerk, "办法.pdf");
    await clerk.call(fileNoticeCalls.submit, { id, attachmentList: [file], publishStatus: "1" } as never);
    const row = await clerk.call(fileNoticeCalls.detail, { id });
    assert.deepEqual([row.publishStatus, row.publishTime?.slice(0, 10)], ["1", today()]);
    assert.equal((await clerk.refused(fileNoticeCalls.submit, { id, title: "改" })).errorCode, "STATE_ILLEGAL");
    assert.equal((await clerk.refused(fileNoticeCalls.remove, { ids: id })).errorCode, "NOTICE_PUBLISHED");
    assert.equal((await org.call(fileNoticeCalls.detail, { id })).title, row.title);
    await clerk.call(fileNoticeCalls.submit, { ...row, publishStatus: "2" } as never);
    assert.equal((await org.refused(fileNoticeCalls.detail, { id })).errorCode, "NOT_FOUND");
    const again = { id, publishStatus: "0" } as never;
    assert.equal((await clerk.refused(fileNoticeCalls.submit, again)).errorCode, "STATE_ILLEGAL");
    await clerk.call(fileNoticeCalls.remove, { ids: id });
  });

  it("refuses a number twice, also by two at once", async () => {
    const fileNo = "人社发〔2026〕2号";
    await aDocument({ fileNo });
    const second = { title: "重号", issueOrg: "县人社局", issueDate: today(), fileKind: "4", fileNo } as const;
    assert.equal((await clerk.refused(fileNoticeCalls.submit, second)).errorCode, "DUPLICATE");
    const both = await Promise.allSettled([1, 2].map(() => aDocument({ fileNo: "人社发〔2026〕3号" })));
    assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1);
  });
});

describe("FileNotice.submitWithAtt and .selectAtt", () => {
  it("save with files in one request; readers see the files of what is published only", async () => {
    const boundary = "z-boundary";
    const fields = { title: "随附", issueOrg: "县人社局", issueDate: today(), fileKind: "5", publishStatus: "1" };
    const texts = Object.entries(fields).map(
      ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    );
    const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="表.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4 表\r\n`;
    const answer = await app.http.inject({
      method: "POST",
      url: fileNoticeCalls.submitWithAtt.path,
      headers: { token: clerk.token, "content-type": `multipart/form-data; boundary=${boundary}` },
      payload: `${texts.join("")}${file}--${boundary}--\r\n`,
    });
    const { id } = (answer.json() as { data: { id: string } }).data;
    const read = () => app.http.inject({ url: `${fileNoticeCalls.selectAtt.path}?id=${id}` });
    const [attached] = ((await read()).json() as { data: { fileName: string; attLink: string }[] }).data;
    assert.equal(attached?.fileName, "表.pdf");
    const url = `${noticeCalls.downloadFile.path}?${new URLSearchParams({ filename: attached.attLink })}`;
    assert.equal((await app.http.inject({ url })).body, "%PDF-1.4 表");
    // What is scheduled is published already; its files are as hidden as its text until then.
    const setTime = (time: string) =>
      sql`update file_notice set publish_time = ${time} where id = ${id}`.execute(app.db);
    await setTime(`${addDays(today(), 1)} 00:00:00+08`);
    assert.equal((await read()).statusCode, 404);
    assert.equal((await app.http.inject({ url })).statusCode, 404);
    await setTime(`${addDays(today(), -1)} 00:00:00+08`);
    assert.equal((await read()).statusCode, 200);
    await clerk.call(fileNoticeCalls.submit, { id, publishStatus: "2" } as never);
    assert.equal((await read()).statusCode, 404);
    assert.equal((await app.http.inject({ url })).statusCode, 404);
  });
});

describe("TrainNews.submit", () => {
  it("cuts the text down, and refuses one without words", async () => {
    const id = await anArticle({ content: '<p onclick="x()">好<script>x()</script></p><iframe src="//x"></iframe>' });
    assert.equal((await clerk.call(trainNewsCalls.detail, { id })).content, "<p>好</p>");
    const empty = { title: "空", content: "<script>x()</script>" };
    assert.equal((await clerk.refused(trainNewsCalls.submit, empty)).errorCode, "FIELD_INVALID");
  });

  it("shows a scheduled article to nobody before its time, and no longer after its last day", async () => {
    const id = await anArticle({ expireDate: addDays(today(), 3) });
    await publishNews(id, `${addDays(today(), 1)} 00:00:00`);
    const sees = async () =>
      (await org.list(trainNewsCalls.list, { size: "200" })).records.some((row) => row.id === id);
    assert.equal(await sees(), false);
    assert.equal((await org.refused(trainNewsCalls.detail, { id })).errorCode, "NOT_FOUND");
    try {
      moveClock(1);
      assert.equal(await sees(), true);
      moveClock(4);
      assert.equal(await sees(), false);
    } finally {
      moveClock(0);
    }
  });

  it("refuses a time that is over, and one after the last day", async () => {
    const id = await anArticle({ expireDate: addDays(today(), 1) });
    const at = (publishTime: string) =>
      clerk.refused(trainNewsCalls.submit, { id, publishStatus: "1", publishTime } as never);
    assert.equal((await at(`${addDays(today(), -1)} 00:00:00`)).errorCode, "FIELD_INVALID");
    assert.equal((await at(`${addDays(today(), 2)} 00:00:00`)).errorCode, "NOTICE_EXPIRED");
    assert.equal((await at("x")).errorCode, "FIELD_INVALID");
  });
});

describe("TrainNews.detail", () => {
  it("counts each reader once, and the bureau not at all", async () => {
    const id = await anArticle();
    await publishNews(id);
    const reads = async () => (await clerk.call(trainNewsCalls.detail, { id })).readCount;
    assert.equal(await reads(), 0);
    await org.call(trainNewsCalls.detail, { id });
    await org.call(trainNewsCalls.detail, { id });
    await app.as("student").call(trainNewsCalls.detail, { id });
    assert.equal(await reads(), 2);
  });
});

describe("Notice.setPublishStatus", () => {
  it("shows a scheduled notice to nobody before its time: not in lists, not by its files", async () => {
    const file = await anAttachment(app, clerk, "定时.pdf");
    const draft = { title: "定时公告", categoryId, target: ["UsedByOrg", "public"], isTop: "0", content: "<p>好</p>" };
    const { id } = await clerk.call(noticeCalls.submit, { ...draft, attachmentList: [file] } as never);
    const publishTime = `${addDays(today(), 1)} 08:00:00`;
    await clerk.call(noticeCalls.setPublishStatus, { ids: id, status: "1", publishTime });
    const shown = async () => {
      const listed = await app.http.inject({ url: `${noticeCalls.listPublicAll.path}?size=200` });
      const url = `${noticeCalls.downloadFile.path}?${new URLSearchParams({ filename: "定时.pdf" })}`;
      return [listed.body.includes("定时公告"), (await app.http.inject({ url })).statusCode];
    };
    assert.deepEqual(await shown(), [false, 404]);
    assert.equal((await org.refused(noticeCalls.read, { id })).errorCode, "NOT_FOUND");
    try {
      moveClock(2);
      assert.deepEqual(await shown(), [true, 200]);
    } finally {
      moveClock(0);
    }
  });
});

describe("SecondaryInfo.submit and .listWithCategory", () => {
  it("list the articles of columns with their texts, and hide sealed ones from all but the bureau", async () => {
    const draft = { categoryId, title: "报名材料", content: "<p>身份证</p>", sort: 1, isSealed: "0" } as const;
    const { id } = await clerk.call(secondaryInfoCalls.submit, draft);
    const found = async (user: TestUser) =>
      (await user.list(secondaryInfoCalls.listWithCategory, { categoryId })).records.map((row) => [
        row.categoryName,
        row.content,
      ]);
    assert.deepEqual(await found(org), [["栏目", "<p>身份证</p>"]]);
    assert.equal((await clerk.refused(secondaryInfoCalls.submit, draft)).errorCode, "DUPLICATE");
    for (const linkUrl of ["http://x.cn", "javascript:alert(1)", "x"])
      assert.equal(
        (await clerk.refused(secondaryInfoCalls.submit, { id, linkUrl })).errorCode,
        "FIELD_INVALID",
        linkUrl,
      );
    await clerk.call(secondaryInfoCalls.submit, { id, isSealed: "1" } as never);
    assert.deepEqual(await found(org), []);
    assert.equal((await found(clerk)).length, 1);
    assert.equal((await clerk.refused(noticeCategoryCalls.remove, { ids: categoryId })).status, 409);
    assert.equal((await org.refused(secondaryInfoCalls.submit, draft)).errorCode, "ROLE_DENIED");
  });
});
