import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { pictureAddress, pictureLink, picturesIn } from "@jipei/contract/notices/pictures.ts";
import { anAttachment } from "../../test/factories/attachment.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { hasText, sanitiseHtml } from "./sanitise-html.ts";

let app: TestApp;
let clerk: TestUser;
let categoryId: string;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  const category = { categoryNo: "TP", categoryName: "图片", sort: 1, isValid: "isValid" } as const;
  categoryId = (await clerk.call(noticeCategoryCalls.submit, category)).id;
});
after(() => app.close());

/** A picture that somebody uploaded, under the link that uploads get. */
async function aPicture(by: TestUser): Promise<{ id: string; link: string }> {
  const id = await anAttachment(app, by, "图.png");
  const link = `/attach/${randomUUID()}.png`;
  await app.db.updateTable("attachment").set({ attLink: link }).where("id", "=", id).execute();
  return { id, link };
}
const img = (link: string, alt = "现场") => `<img src="${pictureAddress(link)}" alt="${alt}" />`;
const draft = (more: object) =>
  ({ title: "有图片的公告", categoryId, target: ["public"], isTop: "0", content: "<p>内容</p>", ...more }) as never;
const files = async (id: string) =>
  ((await clerk.call(noticeCalls.detail, { id })).attachmentList ?? []).map(({ attId }) => attId);

describe("pictureLink", () => {
  it("knows the address of an uploaded picture, and no other", () => {
    const link = `/attach/${randomUUID()}.png`;
    assert.equal(pictureLink(pictureAddress(link)), link);
    assert.deepEqual(picturesIn(`<p>${img(link)}${img(link)}</p>`), [link]);
    for (const src of [
      null,
      "",
      link,
      `https://x.cn${pictureAddress(link)}`,
      `//x.cn${pictureAddress(link)}`,
      pictureAddress("/attach/../../etc/passwd.png"),
      pictureAddress(link.replace(".png", ".svg")),
      `${pictureAddress(link)}&x=1`,
      `${pictureAddress(link)}#a`,
    ])
      assert.equal(pictureLink(src), null, String(src));
  });
});

describe("sanitiseHtml", () => {
  const clean = (html: string) => sanitiseHtml(html, { pictures: true });

  it("keeps uploaded pictures, alignment and tables", () => {
    const picture = img(`/attach/${randomUUID()}.jpg`, "一 &amp; 二");
    for (const kept of [
      picture,
      '<p style="text-align:center">标题</p>',
      '<h3 style="text-align:right">落款</h3>',
      '<table><tbody><tr><th colspan="1">姓名</th><td rowspan="2"><p>张</p></td></tr></tbody></table>',
    ])
      assert.equal(clean(kept), kept);
    assert.equal(hasText(picture), true);
    assert.equal(sanitiseHtml(picture), "");
  });

  it("removes pictures from elsewhere, tracking pixels, events, styles, frames and scripts", () => {
    const link = pictureAddress(`/attach/${randomUUID()}.png`);
    const cases: [string, string][] = [
      ['<img src="https://track.cn/p.gif?u=1" width="1" height="1">a', "a"],
      ['<img src="data:image/png;base64,iVBORw0KGgo=">b', "b"],
      ['<img src="javascript:alert(1)">c', "c"],
      ['<img srcset="https://track.cn/a.png 2x">d', "d"],
      [
        `<img src="${link}" srcset="https://track.cn/a.png 2x" onerror="alert(1)" onload="x()" style="position:fixed" width="9999">e`,
        `<img src="${link}" alt="" />e`,
      ],
      [
        '<p style="background:url(https://track.cn/a.png);text-align:center">f</p>',
        '<p style="text-align:center">f</p>',
      ],
      ['<p style="text-align:center;position:fixed;inset:0">g</p>', '<p style="text-align:center">g</p>'],
      ['<p style="text-align:expression(alert(1))">h</p>', "<p>h</p>"],
      ['<iframe src="https://x.cn"></iframe>i', "i"],
      ['<object data="https://x.cn"></object><embed src="https://x.cn">j', "j"],
      ['<link rel="stylesheet" href="https://x.cn/a.css"><meta http-equiv="refresh" content="0;url=//x.cn">k', "k"],
      ['<video src="https://x.cn" autoplay></video><audio src="https://x.cn"></audio>l', "l"],
      ['<form action="https://x.cn"><input name="p"><button>m</button></form>', "m"],
      ['<base href="https://x.cn">n', "n"],
      ['<svg><image href="https://track.cn/a.png"/></svg>o', "o"],
      ['<table background="https://track.cn/a.png"><tr><td>p</td></tr></table>', "<table><tr><td>p</td></tr></table>"],
    ];
    for (const [input, output] of cases) assert.equal(clean(input), output, input);
  });
});

describe("Notice.submit", () => {
  it("makes uploaded pictures files of the notice, which its readers may open, and lets go of those taken out", async () => {
    const [first, second] = [await aPicture(clerk), await aPicture(clerk)];
    const paper = await anAttachment(app, clerk);
    const content = `<p>开班</p>${img(first.link)}${img(second.link)}`;
    const { id } = await clerk.call(noticeCalls.submit, draft({ content, attachmentList: [paper] }));
    assert.deepEqual((await files(id)).sort(), [paper, first.id, second.id].sort());
    assert.deepEqual(
      (await clerk.call(noticeCalls.selectAtt, { noticid: id })).map(({ attId }) => attId),
      [paper],
    );

    const fetched = async (link: string) =>
      (await app.http.inject({ method: "GET", url: pictureAddress(link) })).statusCode;
    assert.equal(await fetched(first.link), 404, "not published yet");
    await clerk.call(noticeCalls.setPublishStatus, { ids: id, status: "1" });
    assert.equal(await fetched(first.link), 200);

    await clerk.call(noticeCalls.setPublishStatus, { ids: id, status: "2" });
    await clerk.call(noticeCalls.submit, { id, content: `<p>开班</p>${img(second.link)}` } as never);
    assert.deepEqual((await files(id)).sort(), [paper, second.id].sort());
    await clerk.call(noticeCalls.setPublishStatus, { ids: id, status: "1" });
    assert.deepEqual([await fetched(first.link), await fetched(second.link)], [404, 200]);
  });

  it("refuses pictures that nobody uploaded (FIELD_INVALID), and those of others (ATTACH_NOT_OWN)", async () => {
    const unknown = await clerk.refused(noticeCalls.submit, draft({ content: img(`/attach/${randomUUID()}.png`) }));
    assert.equal(unknown.errorCode, "FIELD_INVALID");
    const foreign = await aPicture(app.as("orgAdmin", { orgId: "7" }));
    const refused = await clerk.refused(noticeCalls.submit, draft({ content: img(foreign.link) }));
    assert.equal(refused.errorCode, "ATTACH_NOT_OWN");
  });
});
