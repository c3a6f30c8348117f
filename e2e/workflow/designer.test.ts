import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { becomes, choose, closed, dialog, expectMessage, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A process is drawn further, checked while one draws, saved, deployed, compared with its version before, and suspended. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const words = {
  zh: {
    name: "名称",
    condition: "条件",
    wrong: "有误",
    fine: "没有发现问题",
    people: ["办理人", "角色", "局领导(只读)", "办理方式", "会签：全部同意"],
    save: "保存",
    deploy: "部署",
    export: "导出文件",
    versions: "版本",
    more: "更多",
    changed: "修改",
    suspend: "挂起",
    close: "关闭",
  },
  en: {
    name: "Name",
    condition: "Condition",
    wrong: "is wrong",
    fine: "Nothing is wrong",
    people: ["Done by", "Role", "Finance", "How many", "The first answer decides"],
    save: "Save",
    deploy: "Deploy",
    export: "Save as a file",
    versions: "Versions",
    more: "More",
    changed: "Changed",
    suspend: "Suspend",
    close: "Close",
  },
} as const;

for (const language of ["zh", "en"] as const)
  test(`the process of leave is drawn further and deployed (${language})`, async () => {
    const w = words[language];
    const admin = await product.as("admin", { language, path: "/flow/model" });
    await row(admin, "leave").getByRole("button", { name: "请假" }).first().click();
    const page = pane(admin);
    const element = (id: string) => page.locator(`.djs-element[data-element-id=${id}] > .djs-hit`).first();
    await element("approve").waitFor();
    await page.getByText(w.fine).waitFor();
    await assertAccessible(admin);
    await shot(admin, `designer-${language}`);

    await element("toApproved").click({ force: true });
    await page.getByLabel(w.condition, { exact: true }).fill("${pass");
    await page.getByLabel(w.name, { exact: true }).click();
    await page.locator(".issue-list").getByText(w.wrong).first().waitFor();
    await assertAccessible(admin);
    await shot(admin, `designer-issue-${language}`);
    await page.getByLabel(w.condition, { exact: true }).fill("${pass}");
    await page.getByLabel(w.name, { exact: true }).click();
    await page.getByText(w.fine).waitFor();

    await element("approve").click();
    const [by, role, leader, how, all] = w.people;
    await choose(admin, by, role, page);
    await choose(admin, role, leader, page);
    await choose(admin, how, all, page);
    await page.getByText(w.fine).waitFor();
    await assertAccessible(admin);
    await shot(admin, `designer-task-${language}`);
    const download = admin.waitForEvent("download");
    await page.getByRole("button", { name: w.export, exact: true }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), "leave.bpmn");
    assert.match(
      await readFile(await file.path(), "utf8"),
      /flowable:collection="\$\{atLeast\(usersOfRole\(.*(leader|finance)/,
    );
    await page.getByRole("button", { name: w.save, exact: true }).click();
    await page.getByRole("button", { name: w.deploy, exact: true }).and(page.locator(":enabled")).click();
    await send(admin);
    await closed(admin);

    await admin.goto("/flow/manager");
    await row(admin, "leave").waitFor();
    await assertAccessible(admin);
    await shot(admin, `definitions-${language}`);
    await admin.goto("/flow/model");
    await row(admin, "leave").getByRole("button", { name: w.more }).click();
    await admin.locator(".row-actions-more:visible").getByRole("button", { name: w.versions }).click();
    await dialog(admin).locator(".mark-changed").first().waitFor();
    await dialog(admin).getByText(w.changed, { exact: true }).first().waitFor();
    await assertAccessible(admin);
    await shot(admin, `versions-${language}`);
  });

test("what is drawn stays while another tab is on screen, before it is saved and after", async () => {
  const admin = await product.as("admin", { path: "/flow/model" });
  await pane(admin).locator(".ant-table-row").first().waitFor();
  await pane(admin).getByRole("button", { name: "画图新建" }).click();
  const name = pane(admin).getByLabel("名称", { exact: true });
  const title = pane(admin).getByRole("heading", { level: 1 });
  const tabs = admin.getByRole("navigation", { name: "已打开的页面" });
  /** Shows the list for a moment. */
  const change = async () => {
    const { pathname } = new URL(admin.url());
    await tabs.locator('[href="/flow/model"]').click();
    await pane(admin).locator(".ant-table-row").first().waitFor();
    await tabs.locator(`[href="${pathname}"]`).click();
    await pane(admin).locator(".djs-element").first().waitFor();
  };
  await name.fill("车辆使用");
  await name.press("Tab");
  await becomes(() => title.textContent(), "车辆使用");
  await change();
  await becomes(() => title.textContent(), "车辆使用");
  await pane(admin).getByRole("button", { name: "撤销" }).and(admin.locator(":enabled")).waitFor();

  await pane(admin).getByRole("button", { name: "保存", exact: true }).click();
  await expectMessage(admin, "已保存");
  await admin.waitForURL(/design\/\d+$/);
  await becomes(() => title.textContent(), "车辆使用");
  await name.fill("车辆使用审批");
  await name.press("Tab");
  await pane(admin).getByRole("button", { name: "保存", exact: true }).click();
  await expectMessage(admin, "已保存");
  await change();
  await becomes(() => title.textContent(), "车辆使用审批");
  await name.fill("公务用车审批");
  await name.press("Tab");
  await change();
  await pane(admin).getByRole("button", { name: "保存", exact: true }).click();
  await expectMessage(admin, "已保存");
  await admin.reload();
  await becomes(() => title.textContent(), "公务用车审批");
});
