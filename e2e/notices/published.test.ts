import assert from "node:assert/strict";
import { act, closed, dialog, fill, row, send, shot, typeTime, assertFits } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** News from the editor to the public page: at once, or not before its time; documents for their readers. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const title = "焊工高级班报名启动";

test("news is written, published, and read by everybody without script; a scheduled one is not", async () => {
  const clerk = await product.as("clerk", { path: "/information/news" });
  await row(clerk, "冬季技能培训课程安排").waitFor();
  await row(clerk, "技能人才表彰大会").getByText("未到时间").waitFor();
  await assertAccessible(clerk);
  await pane(clerk).getByRole("button", { name: "新增", exact: true }).click();
  await fill(clerk, { 标题: title, 来源: "培训科" });
  await dialog(clerk).getByRole("textbox", { name: "内容" }).click();
  await clerk.keyboard.type("名额三十人，理论与实操并重。");
  await assertAccessible(clerk);
  await shot(clerk, "news-form-zh");
  await send(clerk);
  await closed(clerk);
  const publish = async () => {
    await act(clerk, title, "发布");
    await send(clerk);
    await closed(clerk);
    await row(clerk, title).getByText("已发布").waitFor();
  };
  // A slip is taken back by its message.
  await publish();
  await clerk.locator(".toast-undo").click();
  await row(clerk, title).getByText("已撤回").waitFor();
  await publish();

  const guest = await product.newPage({ size: phone });
  await guest.goto("/login");
  await guest.getByRole("link", { name: "培训资讯" }).click();
  await guest.getByRole("link", { name: title }).waitFor();
  assert.equal(await guest.getByText("技能人才表彰大会").count(), 0);
  await assertAccessible(guest);
  await guest.getByRole("searchbox").fill("并重");
  await guest.getByRole("button", { name: "查找" }).click();
  await guest.getByRole("link", { name: title }).click();
  await guest.getByText("名额三十人").waitFor();
  await assertAccessible(guest);
  await assertFits(guest);
  await shot(guest, "portal-phone-zh");
});

test("a document is scheduled in English; an institution reads what is published", async () => {
  const clerk = await product.as("clerk", { path: "/information/file", language: "en" });
  const draft = "培训质量评价办法（征求意见稿）";
  await row(clerk, draft).waitFor();
  await assertAccessible(clerk);
  await act(clerk, draft, "Publish later");
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await typeTime(dialog(clerk).getByLabel("Published").first(), `${day} 09:00`);
  await send(clerk);
  await dialog(clerk)
    .getByText(/at least one/)
    .first()
    .waitFor();
  await clerk.keyboard.press("Escape");

  const institution = await product.as("org", { path: "/my/notice?list=document" });
  await row(institution, "职业技能培训补贴标准目录").waitFor();
  assert.equal(await pane(institution).getByText(draft).count(), 0);
  await assertAccessible(institution);
  await act(institution, "职业技能培训补贴标准目录", "查看");
  await dialog(institution).getByText("职业技能培训补贴标准目录.pdf").waitFor();
  await shot(institution, "documents-zh");
});

test("an article of a column is written and sealed", async () => {
  const clerk = await product.as("clerk", { path: "/information/secondary" });
  const article = "办公地点和时间";
  await row(clerk, article).waitFor();
  await assertAccessible(clerk);
  await act(clerk, article, "修改");
  await dialog(clerk).getByRole("textbox", { name: "内容" }).click();
  await clerk.keyboard.press("End");
  await clerk.keyboard.type("电话咨询。");
  await send(clerk);
  await closed(clerk);
  const guest = await product.newPage();
  await guest.goto("/portal?part=articles&lang=zh");
  await guest.getByRole("link", { name: article }).click();
  await guest.getByText("电话咨询").waitFor();
});
