import assert from "node:assert/strict";
import { assertAccessible } from "../axe.ts";
import { assertFits, closed, dialog, shot } from "../acts.ts";
import { pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** The figures of the demo county by groups: as a table whose figures lead to their rows, crossed, beside the year before, and as a workbook. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("figures by month lead to the classes they count, and into a group", async () => {
  const leader = await product.as("leader", { path: "/work/summary" });
  const table = pane(leader).getByRole("region", { name: "汇总" });
  const total = table.locator("tfoot tr");
  await total.waitFor();
  await assertAccessible(leader);
  const classes = await total.locator("td").first().innerText();
  // Rows of both sides stand in two lists: it asks which, as far as the menu leads there.
  await total.getByRole("button").first().click();
  await dialog(leader).getByRole("link", { name: "培训机构" }).waitFor();
  await assertAccessible(leader);
  await leader.keyboard.press("Escape");
  await closed(leader);
  await pane(leader).getByRole("combobox", { name: "分组", exact: true }).selectOption("培训类别");
  await table.getByRole("button", { name: "就业技能培训" }).waitFor();
  assert.equal(await total.locator("td").first().innerText(), classes);
  await pane(leader).getByLabel("与上年同期比较").check();
  await total.getByText("上年").first().waitFor();
  await shot(leader, "summary-zh");
  await table.getByRole("button", { name: "就业技能培训" }).click();
  await pane(leader).getByRole("combobox", { name: "分组", exact: true }).selectOption("培训机构");
  const row = table.getByRole("row").filter({ hasText: "启航" });
  const counted = await row.getByRole("link").first().innerText();
  await row.getByRole("link").first().click();
  await pane(leader).getByText(`共 ${counted} 条`).waitFor();
});

test("a rate asks which of its rows, and amounts lead to the claims of both sides", async () => {
  const leader = await product.as("leader", { path: "/work/summary" });
  const total = pane(leader).getByRole("region", { name: "汇总" }).locator("tfoot tr");
  await total.getByRole("button", { name: "%" }).first().click();
  await dialog(leader).getByRole("link", { name: "参考人员" }).waitFor();
  await assertAccessible(leader);
  await dialog(leader).getByRole("link", { name: "合格人员" }).click();
  await pane(leader).getByRole("heading", { name: "成绩管理" }).waitFor();
  await leader.goBack();
  await total.getByRole("link").last().click();
  await pane(leader).getByRole("heading", { name: "补贴申请" }).waitFor();
  await pane(leader).getByText("已拨付").first().waitFor();
});

test("an institution and an enterprise find the figures of their own in their menus", async () => {
  for (const [account, group] of [
    ["org", "培训类别"],
    ["enterprise", "课程"],
  ] as const) {
    const unit = await product.as(account, { path: "/work/summary" });
    await pane(unit).getByRole("region", { name: "汇总" }).locator("tfoot tr").waitFor();
    const grouped = pane(unit).getByRole("combobox", { name: "分组", exact: true });
    assert.equal(await grouped.locator("option", { hasText: "培训机构" }).count(), 0);
    await grouped.selectOption(group);
    await assertAccessible(unit);
  }
});

test("two groups are crossed in English, on a phone too, and exported", async () => {
  const leader = await product.as("leader", { path: "/work/summary?groupBy=trainKind&crossBy=month", language: "en" });
  await pane(leader).getByRole("columnheader", { name: "Kind of training × Month" }).waitFor();
  await assertAccessible(leader);
  await pane(leader).getByText("How it is counted").click();
  await pane(leader).getByText("Confirmed classes that began in the period").waitFor();
  await shot(leader, "summary-cross-en");
  const download = leader.waitForEvent("download");
  await pane(leader).getByRole("button", { name: "Export" }).click();
  assert.match((await download).suggestedFilename(), /^Summary Kind of training x Month .*\.xlsx$/);
  await leader.setViewportSize(phone);
  await assertFits(leader);
});
