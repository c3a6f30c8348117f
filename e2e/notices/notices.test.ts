import assert from "node:assert/strict";
import type { Locator, Page } from "@playwright/test";
import { choose, closed, dialog, press, row, send, expectMessage, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A notice from its draft to its readers and back: written by the clerk, found by those it is for and by nobody else. */

let product: Product;
let clerk: Page;
// Each test continues from the one before it.
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  clerk = await product.as("clerk", { kept: true });
});
test.afterAll(() => product?.close());

const title = "冬季补贴性培训开班安排";
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
/** As Word puts it on the clipboard: its own styles, lists made of paragraphs, a picture of its own and one that counts readers. */
const fromWord = `<html><head><style>p.MsoNormal {color: red}</style></head><body>
  <h1 align=center style="font-family:宋体">开班通知<o:p></o:p></h1>
  <p class=MsoListParagraph style="margin-left:21pt;mso-list:l0 level1 lfo1"><![if !supportLists]><span>1.<span>&nbsp;&nbsp;</span></span><![endif]>报名表</p>
  <p class=MsoListParagraph style="margin-left:21pt;mso-list:l0 level1 lfo1"><![if !supportLists]><span>2.</span><![endif]><span style="color:red">身份证</span></p>
  <p class=MsoListParagraph style="margin-left:42pt;mso-list:l0 level2 lfo1"><![if !supportLists]><span>·</span><![endif]>原件和复印件</p>
  <p class=MsoNormal><img src="file:///C:/tmp/image001.png"><img src="https://track.example/p.gif" width=1 height=1>完</p>
  <script>alert(1)</script></body></html>`;
/** As WPS does: namespaces, marks of lists that are to be ignored, full stops of its own between them, and helper paragraphs. */
const fromWps = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
  <head><meta name=Generator content="Microsoft Word 14"><!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--><style>@font-face{font-family:"宋体";}</style></head>
  <body style="tab-interval:21pt;"><!--StartFragment-->
  <p class=MsoNormal><span><font face="宋体">各班：</font></span></p>
  <p class=MsoNormal align=center style="text-align:center;"><span style="mso-spacerun:'yes';font-family:宋体;"><font face="宋体">领证须知</font></span><span><o:p></o:p></span></p>
  <p class=MsoNormal style="margin-left:21.0pt;mso-list:l0 level1 lfo1;"><![if !supportLists]><span style="mso-list:Ignore;">一、<span>&nbsp;</span></span><![endif]><span><font face="宋体">毕业证</font></span><span><o:p></o:p></span></p>
  <p class=MsoNormal style="margin-left:21.0pt;mso-list:l0 level1 lfo1;"><![if !supportLists]><span style="mso-list:Ignore;">二、<span>&nbsp;</span></span><![endif]><span><font face="宋体">照片两张</font></span></p>
  <!--EndFragment--></body></html>`;
const paste = (page: Page, html: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, html);
/** The picture of the notice is there, and was fetched. */
async function isSeen(place: Locator): Promise<void> {
  await place.locator(".notice-text img[src^=blob]").waitFor();
  assert.equal(
    await place.getByRole("img", { name: "现场" }).evaluate((image: HTMLImageElement) => image.naturalWidth),
    1,
  );
  assert.equal(await place.locator(".notice-text ol > li").count(), 4, "two from Word, two from WPS");
}

const bell = (page: Page) => page.locator(".notice-button");

async function move(name: string): Promise<void> {
  await row(clerk, title).locator(".row-actions").getByRole("button", { name }).click();
  await dialog(clerk).getByRole("button", { name }).click();
  await closed(clerk);
  await expectMessage(clerk, "操作成功");
}

test("a draft: missing values are reported at their fields; written with a heading and saved", async () => {
  await open(clerk, "/information/notice");
  await pane(clerk).getByRole("button", { name: "新增" }).first().click();
  await dialog(clerk).getByLabel("标题", { exact: true }).first().fill(title);
  await send(clerk);
  await dialog(clerk).getByText("请输入内容").first().waitFor();
  await choose(clerk, "类别", "通知公告");
  await choose(clerk, "接收对象", "公众");
  const text = dialog(clerk).getByRole("textbox", { name: "内容" });
  await text.click();
  await clerk.keyboard.type("焊工、育婴员两个班次，报名截止十二月五日。");
  await dialog(clerk).getByRole("button", { name: "加粗" }).click();
  await clerk.keyboard.type("逾期不候𠮷😀");
  await clerk.keyboard.press("Enter");
  await paste(clerk, fromWord);
  await text.locator("ol > li").nth(1).filter({ hasText: "身份证" }).waitFor();
  assert.equal(await text.locator("ol > li > ul > li").innerText(), "原件和复印件");
  assert.equal(await text.locator("h2").evaluate((title) => getComputedStyle(title).textAlign), "center");
  assert.equal(await text.locator("img[src^=http], img[src^=file], style, script").count(), 0);
  await paste(clerk, fromWps);
  await text
    .locator("ol > li")
    .filter({ hasText: /^照片两张$/ })
    .waitFor();
  const head = text.locator("p").filter({ hasText: /^领证须知$/ });
  assert.equal(await head.evaluate((paragraph) => getComputedStyle(paragraph).textAlign), "center");
  assert.equal(await text.locator("font, style, [class*=Mso]").count(), 0);
  await dialog(clerk)
    .locator("input[accept*=png]")
    .setInputFiles({ name: "现场.png", mimeType: "image/png", buffer: png });
  await text.locator("img").waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "notice-editor-zh");
  const tools = dialog(clerk).getByRole("toolbar");
  await tools.getByRole("button", { name: "加粗" }).focus();
  await clerk.keyboard.press("ArrowRight");
  assert.equal(await clerk.evaluate(() => document.activeElement?.getAttribute("aria-label")), "斜体");
  await send(clerk);
  await expectMessage(clerk, "新增成功");
  await row(clerk, title).getByText("未发布").waitFor();
});

test("a draft has no readers yet; published it is for institutions and the public, and notifies once", async () => {
  const org = await product.as("org", { path: "/my/notice" });
  await pane(org).locator(".ant-table-row").first().waitFor();
  assert.equal(await pane(org).getByText(title).count(), 0);
  await move("发布");
  await row(clerk, title).getByText("已发布").waitFor();

  await org.reload();
  await bell(org).click();
  await org.getByRole("tab", { name: /^通知 \(\d+\)/ }).waitFor();
  await org.locator(".notice-unread").getByText(title).click();
  const reader = dialog(org);
  await reader.getByText("报名截止十二月五日").waitFor();
  assert.equal(await reader.locator(".notice-text b, .notice-text strong").innerText(), "逾期不候𠮷😀");
  await isSeen(reader);
  await shot(org, "notice-reader-zh");
  await assertAccessible(org);
  await press(org, "Escape");
  await closed(org);
  await bell(org).click();
  await org.locator(".notice-list").getByText(title).waitFor();
  await org.locator(".notice-unread", { hasText: title }).waitFor({ state: "hidden" });

  const guest = await product.newPage({ size: phone, language: "en" });
  await guest.goto("/notices");
  await guest.getByText(title).click();
  await guest.locator("details[open]").getByText("报名截止十二月五日").waitFor();
  await isSeen(guest.locator("details[open]"));

  const student = await product.as("student", { path: "/my/notice" });
  // The public means everybody.
  await pane(student).getByText(title).waitFor();
});

test("a published notice cannot be changed, only withdrawn; then readers no longer find it, and the clerk may remove it", async () => {
  await clerk.reload();
  await row(clerk, title).getByText("1", { exact: true }).waitFor();
  assert.equal(await row(clerk, title).getByRole("button", { name: /^修改/ }).count(), 0);
  await row(clerk, title).locator(".link-button").first().click();
  await dialog(clerk).locator('button[aria-disabled="true"]', { hasText: "修改" }).waitFor();
  await press(clerk, "Escape");
  await closed(clerk);
  await move("撤回");
  await row(clerk, title).getByText("已撤回").waitFor();
  const guest = await product.newPage();
  await guest.goto("/notices");
  await guest.locator("h1").waitFor();
  await guest.waitForLoadState("networkidle");
  assert.equal(await guest.getByText(title).count(), 0);
});

test("readers of notices may not write them; the page in English", async () => {
  const leader = await product.as("leader", { language: "en" });
  await leader.goto("/information/notice");
  await leader.waitForURL("**/403*");
  // They read them where everybody reads, without what was withdrawn.
  await open(leader, "/my/notice");
  await pane(leader).locator("h1").first().waitFor();
  await leader.waitForLoadState("networkidle");
  assert.equal(await pane(leader).getByText(title).count(), 0);
  const writer = await product.as("clerk", { language: "en", size: phone, path: "/information/notice" });
  await pane(writer).getByText("Withdrawn").first().waitFor();
  await assertAccessible(writer);
});
