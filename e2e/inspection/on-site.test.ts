import type { Page } from "@playwright/test";
import { anApprovedStaffClass } from "../../apps/api/test/factories/enterprise-class.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { choose, dialog, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { png } from "../files.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Investigations on a phone without a network: the tab is closed meanwhile, and nothing is lost. */

let product: Product;
let app: TestApp;
const className = "叉车工现场一班";

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  await anApprovedStaffClass(app, { overrides: { className } });
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

/** Waits until the browser has stored the page for times without a network. */
const stored = (page: Page) => page.getByText(/本页已存到本机|This page is stored on this machine/).waitFor();

test("a survey is taken along, written without a network, and filed once there is one", async () => {
  const page = await product.as("clerk", { path: "/enterprise/investigation", size: phone });
  const context = page.context();
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 30.274085, longitude: 120.15507, accuracy: 11.2 });
  await pane(page).getByRole("button", { name: "新增" }).click();
  const [ofClass] = await product.sql<{ no: string }>(
    "select class_no as no from training_class where class_name = $1",
    [className],
  );
  await dialog(page)
    .getByLabel("班级编号")
    .fill(ofClass?.no ?? "");
  await choose(page, "调查类型", "培训效果");
  await dialog(page).getByLabel("调查日期").fill(new Date().toISOString().slice(0, 10));
  await send(page);
  await page.waitForURL(/\/enterprise\/investigation\/\d+/);
  await pane(page).getByRole("button", { name: "带到现场" }).click();
  await page.getByLabel("调查内容").waitFor();
  await stored(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByText("没有网络，内容存在本机，有网络时自动发送").waitFor();
  await page.getByLabel("调查内容").fill("学员能独立操作叉车，");
  await page.getByLabel("调查人").fill("李敏");
  await page.locator("input[type=file]").setInputFiles([
    { name: "现场.png", mimeType: "image/png", buffer: png },
    { name: "课堂.png", mimeType: "image/png", buffer: png },
  ]);
  await page.getByRole("img", { name: "照片2" }).waitFor();
  await page.getByRole("button", { name: "记录此刻的时间和位置" }).click();
  await page.getByText("北纬30.274085° 东经120.155070°，精度12米").waitFor();
  await page.getByText("已存在本机").waitFor();
  await assertAccessible(page);
  await shot(page, "on-site-offline");
  const address = page.url();
  await page.close();

  const later = await context.newPage();
  await later.goto(address);
  await later.getByRole("img", { name: "照片2" }).waitFor();
  await later.getByRole("button", { name: "删除照片2" }).click();
  const content = later.getByLabel("调查内容");
  await content.fill(`${await content.inputValue()}安全意识明显提高`);
  await later.getByRole("button", { name: "完成，有网络时发送" }).click();
  // What is missing is said before there is a network.
  await later.getByText("请输入满意度").waitFor();
  await later.getByLabel("满意度").fill("5");
  await later.getByRole("button", { name: "完成，有网络时发送" }).click();
  await later.getByText("等待发送").waitFor();
  await context.setOffline(false);
  await later.getByText(`已发送：${className}`).waitFor();
  await later.getByRole("link", { name: "查看" }).click();
  await pane(later).getByText("下一步：由填报以外的人员核实").waitFor();
  await pane(later).getByText("学员能独立操作叉车，安全意识明显提高").waitFor();
  await pane(later).getByText("30.274085").first().waitFor();
  await pane(later).getByText("现场.png").first().waitFor();
  await shot(later, "on-site-sent");

  const verifier = await product.as("first");
  await open(verifier, "/enterprise/investigation");
  await row(verifier, className).getByRole("button", { name: "查看" }).click();
  await pane(verifier).getByRole("button", { name: "核实", exact: true }).click();
  await send(verifier);
  await pane(verifier).getByText("已核实，结果已记入班级").waitFor();
});

test("what the server refuses stays on the phone with its reason, and is sent once mended", async () => {
  const page = await product.as("enterprise", { path: "/ent/investigation", size: phone, language: "en" });
  const context = page.context();
  const [own] = await product.sql<{ no: string }>(
    `select c.class_no as no from training_class c join organisation o on o.id = c.org_id join app_user u on u.ent_id = o.dept_id
     where u.account = 'enterprise' and c.side = '2' and c.status = 'Confirm' order by c.id limit 1`,
  );
  await pane(page).getByRole("button", { name: "On site" }).click();
  await page.getByText("No notes on this machine").waitFor();
  await stored(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Training needs" }).click();
  await page.getByLabel("Class number").fill("X0000");
  await page.getByText("The courses cannot be fetched without a network").waitFor();
  await page.getByLabel("People to be trained").fill("12");
  await page.getByLabel("Findings").fill("Twelve people need forklift licences");
  await page.getByLabel("File it on arrival").uncheck();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Done, send once there is a network" }).click();
  await page.getByText("Waiting to be sent").waitFor();
  await context.setOffline(false);
  await page.getByText("Not accepted").waitFor();
  await shot(page, "on-site-refused");
  await page.getByRole("link", { name: "X0000" }).click();
  await page.getByText(/Not accepted.*X0000/).waitFor();
  await page.getByRole("button", { name: "Go on writing" }).click();
  await page.getByLabel("Class number").fill(own?.no ?? "");
  await page.getByRole("button", { name: "Done, send once there is a network" }).click();
  await page.getByText(`Sent: ${own?.no}`).waitFor();
  await page.getByRole("link", { name: "View" }).click();
  await pane(page).getByText("Twelve people need forklift licences").waitFor();
});
