import { assertFits, choose, closed, dialog, expectMessage, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Figures of the demo county as a pivot table with its chart; an official form; a report sent regularly. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("a pivot table with its chart says nothing of few people", async () => {
  const clerk = await product.as("clerk", { path: "/report/design/new" });
  const page = pane(clerk);
  await page.getByLabel("报表名称").fill("学员结构");
  await choose(clerk, "数据集", "班级学员", page);
  await page.getByRole("tab", { name: "透视表" }).click();
  await choose(clerk, "行分组（最多2个）", "机构", page);
  await choose(clerk, "列分组", "人员类别", page);
  await page.getByRole("button", { name: "添加统计项" }).click();
  await choose(clerk, "统计方式", "平均", page.locator(".report-filter").last());
  await choose(clerk, "统计字段", "出勤率", page);
  await page.getByRole("region", { name: "透视表" }).waitFor();
  await page.getByText(/不足5人，不予显示/).waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "report-pivot-designer-zh");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expectMessage(clerk, "已保存");
  await clerk.waitForURL(/\/report\/design\/\d+$/);
  await pane(clerk).getByRole("button", { name: "查看" }).click();
  await pane(clerk).getByRole("region", { name: "透视表" }).locator("tfoot").waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "report-pivot-zh");
  await clerk.setViewportSize(phone);
  await assertFits(clerk);
  await assertAccessible(clerk);
  await shot(clerk, "report-pivot-phone-zh");
});

test("an official form is sent to oneself regularly, in English", async () => {
  const leader = await product.as("leader", { path: "/report/index", language: "en" });
  await pane(leader).getByText("Summary: work reports").first().click();
  await pane(leader).getByRole("button", { name: "Schedule" }).click();
  await dialog(leader).getByLabel("Day of the month").waitFor();
  await assertAccessible(leader);
  await send(leader);
  await dialog(leader)
    .getByText(/Every month day 1 08:00/)
    .waitFor();
  await assertAccessible(leader);
  await shot(leader, "report-schedule-en");
  await dialog(leader).getByRole("button", { name: "Stop" }).click();
  await dialog(leader)
    .getByText(/Every month day 1 08:00/)
    .waitFor({ state: "hidden" });
  await leader.keyboard.press("Escape");
  await closed(leader);
  await open(leader, "/report/index");
});
