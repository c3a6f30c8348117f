import { closed, dialog, row, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A class of an enterprise of the demo county, from its application for the assessment to the certificates. */

let product: Product;
const className = "设备点检岗位提升班";

test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("the bureau approves, the enterprise enters scores, another person checks and publishes them, certificates are issued", async () => {
  const clerk = await product.as("clerk", { path: "/test/enterprise" });
  await row(clerk, className).waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "enterprise-tests-zh");
  await row(clerk, className).getByRole("button", { name: "查看" }).click();
  await clerk.waitForURL(/\/test\/enterprise\/\d+/);
  const id = new URL(clerk.url()).pathname.split("/").at(-1);
  await pane(clerk).getByRole("button", { name: "审核通过", exact: true }).click();
  await assertAccessible(clerk);
  await send(clerk);
  await closed(clerk);
  await pane(clerk).getByText("下一步：登记并复核成绩").waitFor();

  const page = await product.as("enterprise", { path: "/ent/test" });
  await row(page, className).waitFor();
  await assertAccessible(page);
  await open(page, `/ent/test/${id}`);
  const scores = pane(page).locator("input.score");
  await scores.first().waitFor();
  for (const input of await scores.all()) await input.fill("81.5");
  await shot(page, "enterprise-scores-zh");
  await pane(page).getByRole("button", { name: "保存成绩" }).click();
  await pane(page).getByText("合格", { exact: true }).first().waitFor();
  await assertAccessible(page);

  await open(clerk, `/test/enterprise/${id}`);
  await pane(clerk).getByRole("button", { name: "复核无误" }).click();
  await pane(clerk).getByRole("button", { name: "发布成绩" }).click();
  await dialog(clerk).getByRole("button", { name: "发布成绩" }).click();
  await closed(clerk);
  await pane(clerk).getByRole("button", { name: "核发证书" }).click();
  await clerk.getByText("已核发", { exact: false }).first().waitFor();

  await open(page, "/ent/cert");
  await pane(page).locator(".ant-table-row").first().waitFor();
  await assertAccessible(page);
  await shot(page, "enterprise-certificates-zh");
});

test("applications and certificates in English, for the bureau and in the class of the enterprise", async () => {
  const clerk = await product.as("clerk", { path: "/cert/enterprise", language: "en" });
  await pane(clerk).locator(".ant-table-row").first().waitFor();
  await assertAccessible(clerk);
  await shot(clerk, "enterprise-certificates-en");
  const page = await product.as("enterprise", { path: "/ent/test/new", language: "en" });
  await pane(page).getByText("Mode", { exact: false }).first().waitFor();
  await assertAccessible(page);
  await shot(page, "enterprise-new-test-en");
  await open(page, "/ent/class");
  await row(page, className).getByRole("button", { name: "View" }).click();
  await pane(page).getByRole("link", { name: "Assessment" }).click();
  await pane(page).locator(".ant-table-row").first().waitFor();
  await assertAccessible(page);
});
