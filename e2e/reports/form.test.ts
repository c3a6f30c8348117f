import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { assertFits, choose, expectMessage, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { at, open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A clerk makes a form of a workbook of the office; others fill it in with what they may see. */

let product: Product;
// Each test continues from the one before it.
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const sheet = "xl/worksheets/sheet1.xml";
/** A workbook with a part of its sheet changed, as Excel would. */
function changed(bytes: Buffer, change: (xml: string) => string): Buffer {
  const parts = unzipSync(bytes);
  parts[sheet] = strToU8(change(strFromU8(parts[sheet] as Uint8Array)));
  return Buffer.from(zipSync(parts));
}
async function downloaded(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent("download");
  await act();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
async function rowsOf(bytes: Buffer): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const { values } of readWorkbook(bytes)) rows.push([...values]);
  return rows;
}
/** Picks several entries of a list one after the other. */
async function pick(page: Page, field: Locator, words: readonly string[]): Promise<void> {
  await field.click();
  const list = page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)").first();
  for (const word of words) {
    await field.fill(word);
    await list.getByText(word, { exact: true }).first().click();
  }
  await field.press("Escape");
  await list.waitFor({ state: "hidden" });
}
const upload = (page: Page, name: string, buffer: Buffer) =>
  pane(page).locator('input[type="file"]').setInputFiles({
    name,
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer,
  });

test("a report form from an uploaded .xlsx, in Chinese", async () => {
  const clerk = await product.as("clerk", { path: "/report/index" });
  await pane(clerk).getByText("培训工作汇总表").first().waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "reports-list-zh");
  await pane(clerk).getByRole("button", { name: "新建报表" }).click();
  await at(clerk, "/report/design/new");
  const page = pane(clerk);
  await page.getByLabel("报表名称").fill("班级登记表");
  await page.getByLabel("英文名称").fill("Register of classes");
  await choose(clerk, "数据集", "培训班级", page);
  await pick(clerk, page.getByLabel("共享角色"), ["局领导(只读)", "系统管理员"]);
  await page.getByRole("tab", { name: "套打表" }).click();
  await pick(clerk, page.getByLabel("显示的字段"), [
    "班级编号",
    "班级名称",
    "机构名称",
    "开班日期",
    "计划人数",
    "学员人数",
  ]);
  await page.getByRole("region", { name: "预览" }).getByRole("columnheader", { name: "班级名称" }).waitFor();
  await page.getByRole("button", { name: "添加条件" }).click();
  await page.getByRole("region", { name: "报表数据" }).getByRole("row").nth(2).waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "report-designer-zh");

  const { bytes } = await downloaded(clerk, () => page.getByRole("button", { name: "下载初始模板" }).click());
  await upload(
    clerk,
    "班级登记表.xlsx",
    changed(bytes, (xml) => xml.replace("{{标题}}", "{{标题}}{{经费}}")),
  );
  await page.getByText("班级登记表!A1").waitFor();
  await page.getByText("没有“{{经费}}”这一项").waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "report-template-problem-zh");
  await upload(
    clerk,
    "班级登记表.xlsx",
    changed(bytes, (xml) => xml.replace("{{标题}}", "某县{{标题}}（共{{条数}}个班）")),
  );
  await page.getByText(/模板可用，共\d+处填写位置/).waitFor();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expectMessage(clerk, "已保存");
  await clerk.waitForURL(/\/report\/design\/\d+$/);
  await pane(clerk).getByRole("button", { name: "查看" }).click();
  const view = pane(clerk);
  await view.getByRole("heading", { name: "班级登记表" }).waitFor();
  await view.getByRole("region", { name: "报表数据" }).waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "report-view-zh");
  const filled = await downloaded(clerk, () => view.getByRole("button", { name: "填表下载" }).click());
  assert.match(filled.name, /^班级登记表 \d{4}-\d\d-\d\d\.xlsx$/);
  const rows = await rowsOf(filled.bytes);
  assert.match(String(rows[0]?.[0]), /^某县班级登记表（共\d+个班）$/);
  assert.ok(rows.length > 10, `${rows.length} rows`);
  const printed = await downloaded(clerk, () => view.getByRole("button", { name: "打印 PDF" }).click());
  assert.equal(printed.bytes.subarray(0, 5).toString("latin1"), "%PDF-");
});

test("whom it is shared with fills it in, in English and on a phone", async () => {
  const leader = await product.as("leader", { path: "/report/index", language: "en" });
  await pane(leader).getByText("Register of classes").first().click();
  const view = pane(leader);
  await view.getByRole("heading", { name: "Register of classes" }).waitFor();
  await view.getByRole("region", { name: "Rows of the report" }).waitFor();
  await assertAccessible(leader);
  await shot(leader, "report-view-en");
  const filled = await downloaded(leader, () => view.getByRole("button", { name: "Fill in" }).click());
  assert.match(filled.name, /^Register of classes .*\.xlsx$/);
  await leader.setViewportSize(phone);
  await assertFits(leader);
  await assertAccessible(leader);
  await shot(leader, "report-view-phone-en");
  const reviewer = await product.as("first", { path: "/report/index" });
  await pane(reviewer).getByText("培训工作汇总表").first().waitFor();
  assert.equal(await pane(reviewer).getByText("班级登记表").count(), 0);
});

test("a report form from an uploaded .xlsx, in English: changed, and an earlier version restored", async () => {
  const clerk = await product.as("clerk", { path: "/report/index", language: "en" });
  await open(clerk, "/report/design/new");
  const page = pane(clerk);
  await page.getByLabel("Name", { exact: true }).fill("机构名册");
  await page.getByLabel("English name").fill("List of institutions");
  await choose(clerk, "Data set", "Institutions", page);
  await page.getByRole("tab", { name: "Form" }).click();
  await pick(clerk, page.getByLabel("Fields", { exact: true }), ["Name", "Institution number"]);
  const { bytes } = await downloaded(clerk, () => page.getByRole("button", { name: "Template to begin with" }).click());
  await upload(
    clerk,
    "list.xlsx",
    changed(bytes, (xml) => xml.replace("{{标题}}", "{{title}}: {{count}} of {{unit}}")),
  );
  await page.getByText(/The template is good; places: \d+/).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectMessage(clerk, "Saved");
  await clerk.waitForURL(/\/report\/design\/\d+$/);
  await pane(clerk).getByText("Template: list.xlsx").waitFor();
  await upload(
    clerk,
    "other.xlsx",
    changed(bytes, (xml) => xml.replace("{{标题}}", "{{title}} (2)")),
  );
  await pane(clerk)
    .getByText(/The template is good/)
    .waitFor();
  await pane(clerk).getByRole("button", { name: "Save", exact: true }).click();
  await pane(clerk).getByText("Template: other.xlsx").waitFor();
  await pane(clerk).getByRole("button", { name: "Versions" }).click();
  const versions = clerk.getByRole("dialog").last();
  await versions.getByRole("row", { name: /^1 / }).waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "report-versions-en");
  await versions.getByRole("button", { name: "Restore" }).click();
  await pane(clerk).getByText("Template: list.xlsx").waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "report-designer-en");
});
