import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { act, becomes, choose, closed, dialog, fill, row, send, shot, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Data sources and the code generator, as the system administrator uses them. */

let product: Product;
// Each test continues from the one before it.
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  await product.sql(
    `create table draft_visitor (id bigint primary key, full_name varchar(50) not null, status varchar(10) not null check (status in ('1', '2')), visit_date date, place point)`,
  );
  await product.sql(`comment on table draft_visitor is '访客登记'`);
});
test.afterAll(() => product?.close());

test("a data source is added, tested and removed; its password is never shown", async () => {
  const page = await product.as("admin", { path: "/tool/datasource" });
  await row(page, "本数据库").waitFor();
  await act(page, "本数据库", "测试连接");
  await expectMessage(page, "连接成功：PostgreSQL");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("连接地址").waitFor();
  await send(page);
  await dialog(page).locator(".issue-summary").getByText("请输入名称").waitFor();
  await fill(page, { 名称: "规划库", 连接地址: "mysql://db.example.cn/x", 用户名: "reader", 密码: "hidden-password" });
  await dialog(page).getByText("须形如postgresql://").waitFor();
  await assertAccessible(page);
  await shot(page, "datasource-form-zh");
  await fill(page, { 连接地址: "postgresql://127.0.0.1:5432/x" });
  await send(page);
  await dialog(page).getByText("不允许访问内部网络地址").first().waitFor();
  await fill(page, { 连接地址: "postgresql://198.41.0.4:5432/x" });
  await send(page);
  await closed(page);
  await row(page, "规划库").waitFor();
  await assertAccessible(page);
  await shot(page, "datasource-list-zh");
  await act(page, "规划库", "修改");
  await dialog(page).getByLabel("密码").waitFor();
  await becomes(() => dialog(page).getByLabel("密码").inputValue(), "");
  await fill(page, { 用户名: "other" });
  await send(page);
  await dialog(page)
    .locator(".issue-summary")
    .getByText(/须重新填写/)
    .waitFor();
  await fill(page, { 密码: "hidden-password" });
  await send(page);
  await closed(page);
  assert.doesNotMatch(await page.content(), /hidden-password/);
  await act(page, "规划库", "删除");
  await dialog(page).getByText("确定将选择数据删除?").waitFor();
  await send(page);
  await closed(page);
  await row(page, "规划库").waitFor({ state: "hidden" });
});

test("from the choice of a table to the zip", async () => {
  const page = await product.as("admin", { path: "/tool/code" });
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("表前缀").waitFor();
  await choose(page, "数据源", "本数据库");
  await fill(page, { 表前缀: "draft_" });
  await choose(page, "表名", "draft_visitor");
  await expectMessage(page, "以下列不能自动生成，已略去：place");
  await dialog(page)
    .getByRole("button", { name: /^fullName/ })
    .waitFor();
  assert.deepEqual(
    [await dialog(page).getByLabel("模块名").inputValue(), await dialog(page).getByLabel("前端路径").inputValue()],
    ["visitor", "/visitors/visitor"],
  );
  await dialog(page)
    .getByRole("button", { name: /^fullName/ })
    .click();
  await dialog(page).getByLabel("中文标签").fill(`姓名'"\`\${1}*/`);
  await dialog(page)
    .getByRole("button", { name: /^status/ })
    .click();
  await dialog(page)
    .getByLabel(/^代码表/)
    .fill("1=在访=Here\n2=已离开=Gone");
  await dialog(page).getByRole("button", { name: "上移visitDate" }).click();
  await assertAccessible(page);
  await shot(page, "code-form-zh");
  await fill(page, { 模块名: "Visitor" });
  await send(page);
  await dialog(page)
    .locator(".issue-summary")
    .getByText(/模块名/)
    .waitFor();
  await fill(page, { 模块名: "visitor" });
  await send(page);
  await closed(page);
  await row(page, "draft_visitor").waitFor();
  await assertAccessible(page);
  await shot(page, "code-list-zh");
  await act(page, "visitor", "预览");
  await dialog(page).getByText("export const Visitor = entity(").waitFor();
  await assertAccessible(page);
  await shot(page, "code-preview-zh");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: "生成代码" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "generated.zip");
  const files = unzipSync(readFileSync(await download.path()));
  assert.ok(
    [
      "packages/contract/src/visitors/visitor.ts",
      "apps/web/src/visitors/visitor.page.tsx",
      "generated.patch",
      "GENERATED.md",
    ].every((path) => path in files),
  );
  const contract = Buffer.from(files["packages/contract/src/visitors/visitor.ts"] ?? []).toString("utf8");
  assert.match(contract, /"姓名'\\"`\$\{1\}\*\/"/);
  assert.match(contract, /"2": \["已离开", "Gone"\]/);
  assert.ok(contract.indexOf("visitDate:") < contract.indexOf("status:"));
});

test("in English, and on a phone", async () => {
  const page = await product.as("admin", { path: "/tool/code", language: "en", size: phone });
  await page.getByText("draft_visitor").first().waitFor();
  await assertAccessible(page);
  await shot(page, "code-phone-en");
  await pane(page).getByRole("button", { name: "Add" }).first().click();
  await dialog(page).getByLabel("Package").waitFor();
  await assertAccessible(page);
  await shot(page, "code-form-phone-en");
  const sources = await product.as("admin", { path: "/tool/datasource", language: "en", size: phone });
  await sources.getByText("本数据库").first().waitFor();
  await assertAccessible(sources);
  await shot(sources, "datasource-phone-en");
});
