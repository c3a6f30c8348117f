import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { putFileAttach } from "@jipei/contract/files/transfer.ts";
import { planCalls } from "@jipei/contract/training/plan.ts";
import { reachingDocx } from "../../apps/api/test/libreoffice/documents.ts";
import { TestDocumentServer, documentSecret } from "../../apps/api/test/support/documents/document-server.ts";
import { fakeConverter } from "../../apps/api/test/support/documents/fake-converter.ts";
import { act, assertFits, becomes, dialog, expectMessage, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Product, phone } from "../harness.ts";
import { test } from "../stage.ts";
import { aPdf, aWorkbook, oldOffice, olderTable } from "./sample-documents.ts";

/** Documents of a plan: each kind on the screen, and one in the editor of a document server, which is a stand-in. */
let product: Product;
let server: TestDocumentServer;
const folder = mkdtempSync(join(tmpdir(), "jipei-documents-"));
const plan = "年度补贴性培训计划";
const words = "关于开展补贴性职业技能培训的通知";

async function findFreePort(): Promise<number> {
  const found = createServer().listen(0, "127.0.0.1");
  await once(found, "listening");
  const { port } = found.address() as AddressInfo;
  await new Promise((resolve) => found.close(resolve));
  return port;
}

async function upload(token: string, name: string, content: Buffer): Promise<string> {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(content)]), name);
  const answer = await fetch(product.url + putFileAttach.path, { method: "POST", headers: { token }, body });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

test.beforeAll(async ({ stage }) => {
  server = await TestDocumentServer.start();
  const port = await findFreePort();
  const pdf = join(folder, "made.pdf");
  writeFileSync(pdf, await aPdf(words));
  product = await stage.start({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DOCUMENT_CONVERTER: fakeConverter.program,
    DOCUMENT_SANDBOX: "off",
    DOCUMENT_SERVER: server.address,
    DOCUMENT_SERVER_SECRET: documentSecret,
  });
  const token = await product.getToken("clerk");
  const files: [string, Buffer][] = [
    ["培训通知.docx", reachingDocx(words, server.address)],
    ["学员名册.xlsx", aWorkbook()],
    ["实施方案.pdf", await aPdf("实施方案")],
    ["联系人.csv", olderTable],
    ["说明.txt", Buffer.from("第一稿")],
    ["汇报.ppt", oldOffice(`sleep 1; cat ${pdf} > "$OUT"`)],
    ["损坏.doc", oldOffice("exit 1")],
    ["资料.zip", Buffer.from("504b0304140000000000", "hex")],
  ];
  const ids: string[] = [];
  for (const [name, content] of files) ids.push(await upload(token, name, content));
  const year = new Date().getFullYear();
  const saved = await fetch(product.url + planCalls.submit.path, {
    method: "POST",
    headers: { token, "content-type": "application/json" },
    body: JSON.stringify({
      planName: plan,
      planYear: year,
      trainKind: "01",
      startDate: `${year}-01-01`,
      endDate: `${year}-12-31`,
      totalHeadcount: 500,
      attachmentList: ids,
    }),
  });
  assert.equal(saved.status, 200, await saved.text());
});
test.afterAll(async () => {
  await product?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

/** Opens the plan with its files. */
async function openPlan(page: Page, view: string): Promise<void> {
  await act(page, plan, view);
  await dialog(page).locator(".file-list").first().waitFor();
}
const preview = (page: Page, name: string, word = "预览") =>
  page
    .getByRole("button", { name: `${word} ${name}` })
    .last()
    .click();
const close = async (page: Page) => {
  const before = await page.getByRole("dialog").count();
  await page.keyboard.press("Escape");
  await becomes(() => page.getByRole("dialog").count(), before - 1);
};

test("every kind of document is shown, and what cannot be is said", async () => {
  const page = await product.as("clerk", { path: "/plan/index" });
  await openPlan(page, "查看");
  await shot(page, "documents-list-zh");

  // The converter knows no .docx here: what it was given is no script, so the browser draws the document.
  await preview(page, "培训通知.docx");
  const word = page.frameLocator("iframe[title='培训通知.docx']");
  await word.getByText(words).waitFor();
  await assertAccessible(page);
  await shot(page, "documents-word-zh");
  assert.deepEqual(server.asked, []);
  await close(page);

  await preview(page, "学员名册.xlsx");
  await dialog(page).getByText("学员199", { exact: true }).waitFor();
  await becomes(() => dialog(page).getByText("学员200", { exact: true }).count(), 0);
  await assertAccessible(page);
  await shot(page, "documents-sheet-zh");
  await dialog(page).getByRole("button", { name: "继续显示" }).click();
  await dialog(page).getByText("学员260", { exact: true }).waitFor();
  await dialog(page).getByRole("tab").nth(1).click();
  await dialog(page).getByText("人数", { exact: true }).waitFor();
  await close(page);

  await preview(page, "实施方案.pdf");
  await dialog(page).getByText("第1页，共3页").waitFor();
  await dialog(page).locator(".textLayer").getByText("组织领导").first().waitFor();
  await assertAccessible(page);
  await shot(page, "documents-pdf-zh");
  await dialog(page).getByLabel("查找文字").fill("紧缺职业");
  await dialog(page).getByLabel("查找文字").press("Enter");
  await dialog(page).getByText("第1处，共1处").waitFor();
  await dialog(page).getByText("第3页，共3页").waitFor();
  await dialog(page).locator(".textLayer .highlight").first().waitFor();
  await shot(page, "documents-pdf-found-zh");
  await dialog(page).getByLabel("查找文字").fill("没有的字");
  await dialog(page).getByLabel("查找文字").press("Enter");
  await dialog(page).getByText("没有找到").waitFor();
  await close(page);

  await preview(page, "联系人.csv");
  await dialog(page).getByText("张三", { exact: true }).waitFor();
  await dialog(page).getByText("GB18030").waitFor();
  await assertAccessible(page);
  await shot(page, "documents-csv-zh");
  await close(page);

  await preview(page, "汇报.ppt");
  await dialog(page).getByText("正在转换").waitFor();
  await assertAccessible(page);
  await shot(page, "documents-converting-zh");
  await dialog(page).getByText("第1页，共3页").waitFor();
  await dialog(page).locator(".textLayer").getByText(words).first().waitFor();
  await shot(page, "documents-converted-zh");
  await close(page);

  await preview(page, "损坏.doc");
  await dialog(page).getByText("该文件无法预览，请下载查看").waitFor();
  await assertAccessible(page);
  await shot(page, "documents-failed-zh");
  await close(page);
  for (const name of ["损坏.doc", "资料.zip"]) {
    await preview(page, name);
    await expectMessage(page, "该文件无法预览，请下载查看");
  }
});

test("in English, and on a phone", async () => {
  const page = await product.as("clerk", { path: "/plan/index", language: "en", size: phone });
  await page.locator(".list-card", { hasText: plan }).first().getByRole("button", { name: "View" }).click();
  await dialog(page).locator(".file-list").first().waitFor();
  for (const [name, shown] of [
    ["培训通知.docx", null],
    ["学员名册.xlsx", "学员1"],
    ["实施方案.pdf", "Page 1 of 3"],
    ["联系人.csv", "张三"],
  ] as const) {
    await preview(page, name, "Preview");
    if (shown) await dialog(page).getByText(shown, { exact: true }).waitFor();
    else await page.frameLocator("iframe").getByText(words).waitFor();
    if (name.endsWith("pdf")) await dialog(page).locator(".textLayer span").first().waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await shot(page, `documents-phone-${name.split(".").at(-1)}-en`);
    await close(page);
  }
});

/** Opens a document of the plan in the editor, as the link of its preview does: in a tab of its own. */
async function openEditor(page: Page, name: string, link: string, word?: string): Promise<Page> {
  await preview(page, name, word);
  const [editor] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog(page).getByRole("link", { name: link }).click(),
  ]);
  await close(page);
  return editor;
}

test("a text is edited, saved as a version, read only, and its first version restored", async () => {
  const page = await product.as("clerk", { path: "/plan/index" });
  await openPlan(page, "查看");
  const editor = await openEditor(page, "说明.txt", "编辑与版本");
  const inside = editor.frameLocator("iframe");
  const area = inside.getByLabel("content");
  await inside.getByText("open", { exact: true }).waitFor();
  assert.equal(await area.inputValue(), "第一稿");
  await editor.getByText("正在编辑").waitFor();
  await area.fill("第二稿");
  await inside.getByRole("button", { name: "save and leave" }).click();
  await inside.getByText("saved", { exact: true }).waitFor();
  assert.deepEqual(server.answers.at(-1), { error: 0 });
  await editor.getByRole("button", { name: "切换为只读" }).click();
  await editor.getByText("只读", { exact: true }).waitFor();
  await inside.getByText("open", { exact: true }).waitFor();
  assert.equal(await area.inputValue(), "第二稿");
  assert.equal(await area.isEditable(), false);
  await editor.getByRole("button", { name: "历史版本" }).click();
  await editor.getByText("在线编辑").waitFor();
  await assertAccessible(editor);
  await shot(editor, "document-editor-zh");
  await editor.getByRole("button", { name: "恢复" }).click();
  await editor.getByText("将版本1恢复为最新版本？").waitFor();
  await editor.getByRole("button", { name: "确定" }).click();
  await expectMessage(editor, "已恢复版本1");
  await editor.getByText("版本3", { exact: true }).waitFor();
  await inside.getByText("open", { exact: true }).waitFor();
  await becomes(() => area.inputValue(), "第一稿");
  await shot(editor, "document-restored-zh");
  await preview(page, "说明.txt");
  await dialog(page).locator("pre").getByText("第一稿").waitFor();
  await close(page);
});

test("who may not change the plan reads; a type that the editor does not save is shown only", async () => {
  const page = await product.as("leader", { path: "/plan/index", language: "en" });
  await openPlan(page, "View");
  const editor = await openEditor(page, "说明.txt", "Edit and versions", "Preview");
  const inside = editor.frameLocator("iframe");
  await inside.getByText("open", { exact: true }).waitFor();
  await editor.getByText("Read only", { exact: true }).waitFor();
  assert.equal(await inside.getByLabel("content").isEditable(), false);
  assert.equal(await editor.getByRole("button", { name: "Switch to editing" }).count(), 0);
  await assertAccessible(editor);
  await shot(editor, "document-read-en");
  const small = await product.as("clerk", { path: "/plan/index", language: "en", size: phone });
  await small.goto(new URL(editor.url()).pathname);
  await small.frameLocator("iframe").getByText("open", { exact: true }).waitFor();
  await small.getByRole("button", { name: "Versions" }).click();
  await small.getByText("Version 3", { exact: true }).waitFor();
  await assertAccessible(small);
  await assertFits(small);
  await shot(small, "document-phone-en");
});
