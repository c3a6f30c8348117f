import assert from "node:assert/strict";
import { writeXlsx } from "hucre/xlsx";
import { act, becomes, closed, dialog, expectMessage, row, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Users imported from a workbook, new ones and existing ones; and the platform data of a user. */
let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const workbook = async (rows: string[][]) => ({
  name: "用户.xlsx",
  mimeType: "application/octet-stream",
  buffer: Buffer.from(await writeXlsx({ sheets: [{ name: "用户", rows: rows as never }] })),
});

test("a workbook adds users and, where allowed, changes existing ones; every bad cell is reported first", async () => {
  const page = await product.as("admin", { path: "/system/user" });
  await row(page, "clerk").waitFor();
  await pane(page).getByRole("button", { name: "导入", exact: true }).click();
  await dialog(page).getByText("将 Excel 文件拖到此处").waitFor();
  await assertAccessible(page);
  const file = await workbook([
    ["账号", "姓名", "手机", "所属部门名", "角色", "邮箱"],
    ["newhand", "新来的", "13912340009", "培训科", "培训科经办", ""],
    ["clerk", "", "", "", "", "clerk@example.org"],
  ]);
  await dialog(page).locator("input[type=file]").setInputFiles(file);
  await dialog(page)
    .getByText(/个单元格需要更正/)
    .waitFor();
  await shot(page, "user-import-bad-zh");
  await dialog(page).getByRole("checkbox", { name: "修改已存在的数据" }).check();
  await dialog(page).getByRole("button", { name: "重新检查" }).click();
  await dialog(page).getByText("1 行已存在，不会重复新增").waitFor();
  await dialog(page).getByText("1 行已存在且内容不同").waitFor();
  await dialog(page).getByText("请逐项确认上面的提示后再导入").waitFor();
  await assertAccessible(page);
  await shot(page, "user-import-notice-zh");
  await dialog(page)
    .getByRole("checkbox", { name: /所属部门名.*按猜测读入“所属部门”/ })
    .check();
  await dialog(page).getByText("全部数据正确").waitFor();
  await shot(page, "user-import-zh");
  await dialog(page).getByRole("button", { name: "导入 2 行" }).click();
  await closed(page);
  await page.getByText("新增 1").waitFor();
  const users = await product.sql<object>(
    `select account, real_name, email from app_user where account in ('newhand', 'clerk') order by account desc`,
  );
  const [clerk] = await product.sql<{ name: string }>(`select real_name as name from app_user where account = 'clerk'`);
  assert.deepEqual(users, [
    { account: "newhand", real_name: "新来的", email: null },
    { account: "clerk", real_name: clerk?.name, email: "clerk@example.org" },
  ]);
  await row(page, "newhand").waitFor();
});

const answer = (data: unknown) => ({ json: { code: 200, success: true, data } });
const job = { id: "1", titleZh: "导入", titleEn: "Import", done: 1, total: 2, createTime: "2026-11-30 08:00:00" };

test("a long check goes on when the network fails for a moment, and leaves what was found before when it is stopped", async () => {
  const page = await product.as("admin", { path: "/system/user" });
  await pane(page).getByRole("button", { name: "导入", exact: true }).click();
  const file = await workbook([
    ["账号", "姓名", "角色"],
    ["newcomer", "新人", "没有这个角色"],
  ]);
  await dialog(page).locator("input[type=file]").setInputFiles(file);
  const found = dialog(page).getByText(/个单元格需要更正/);
  await found.waitFor();
  await dialog(page).getByRole("checkbox", { name: "修改已存在的数据" }).check();

  // From here on the server would check in a job, as it does with thousands of rows.
  let [asked, state] = [0, "running"];
  await page.route("**/importDryRun", (route) => route.fulfill(answer({ rows: 0, jobId: job.id })));
  await page.route("**/api/jobs/detail*", (route) =>
    asked++ === 0 ? route.abort() : route.fulfill(answer({ ...job, state })),
  );
  await page.route("**/api/jobs/cancel", (route) => {
    state = "cancelled";
    return route.fulfill(answer({}));
  });
  await dialog(page).getByRole("button", { name: "重新检查" }).click();
  await dialog(page).getByText("50 %").waitFor();
  await dialog(page).getByRole("button", { name: "停止检查" }).click();
  await dialog(page).getByText("50 %").waitFor({ state: "hidden" });
  await found.waitFor();
  await dialog(page).getByRole("button", { name: "重新检查" }).and(page.locator(":enabled")).waitFor();
});

test("corrections stay until another file was taken, and closing says that they go", async () => {
  const page = await product.as("admin", { path: "/system/user" });
  await pane(page).getByRole("button", { name: "导入", exact: true }).click();
  const taken = async (role: string) =>
    dialog(page)
      .locator("input[type=file]")
      .setInputFiles(
        await workbook([
          ["账号", "姓名", "手机", "所属部门", "角色"],
          ["newcomer", "新人", "13912340029", "培训科", role],
        ]),
      );
  await taken("没有这个角色");
  const correction = dialog(page).getByLabel(/第 2 行 .*更正为/);
  await correction.fill("培训科经办");
  await dialog(page).getByRole("button", { name: "换一个文件" }).click();
  await dialog(page).getByText("将 Excel 文件拖到此处").waitFor();
  assert.equal(await correction.inputValue(), "培训科经办");
  await taken("也没有这个角色");
  await dialog(page).getByText("将 Excel 文件拖到此处").waitFor({ state: "hidden" });
  await becomes(() => correction.inputValue(), "");
  await dialog(page)
    .locator(".dialog-footer")
    .getByRole("button", { name: /关闭|取消/ })
    .click();
  await page.getByRole("dialog", { name: "内容尚未保存" }).getByText("关闭后所填内容将丢失").waitFor();
});

test("rows of a long import are shown when its job has ended", async () => {
  const page = await product.as("admin", { path: "/system/user" });
  await pane(page).getByRole("button", { name: "导入", exact: true }).click();
  const file = await workbook([
    ["账号", "姓名", "手机", "所属部门", "角色"],
    ["latecomer", "晚到的", "13912340019", "培训科", "培训科经办"],
  ]);
  await dialog(page).locator("input[type=file]").setInputFiles(file);
  let jobs: object[] = [];
  await page.route("**/api/jobs/list", (route) => route.fulfill(answer(jobs)));
  await page.route("**/importCommit", (route) => {
    jobs = [{ ...job, state: "running" }];
    return route.fulfill(answer({ inserted: 0, updated: 0, unchanged: 0, jobId: job.id }));
  });
  await dialog(page).getByRole("button", { name: "导入 1 行" }).click();
  await closed(page);
  await page.getByRole("button", { name: "后台任务，1 个进行中" }).waitFor();
  await product.sql(`update app_user set real_name = '改过名的' where account = 'finance'`);
  jobs = [{ ...job, state: "done" }];
  await expectMessage(page, "任务已完成：导入");
  await row(page, "改过名的").waitFor();
});

test("platform data of a user: shown, validated, saved", async () => {
  const page = await product.as("admin", { path: "/system/user" });
  await act(page, "finance", "平台信息");
  await dialog(page).getByLabel("网页").fill('{"theme": "dark"}');
  await dialog(page).getByLabel("移动应用").fill("[1]");
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await dialog(page).getByText("须为JSON对象").waitFor();
  await assertAccessible(page);
  await shot(page, "platform-zh");
  await dialog(page).getByLabel("移动应用").fill('{"push": true}');
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await closed(page);
  const stored = await product.sql<{ userExt: object }>(
    `select user_ext as "userExt" from user_platform p join app_user u on u.id = p.user_id where u.account = 'finance' order by user_type`,
  );
  assert.deepEqual(
    stored.map(({ userExt }) => userExt),
    [{ theme: "dark" }, { push: true }],
  );

  await act(page, "finance", "平台信息");
  await dialog(page).getByLabel("网页").waitFor();
  assert.match(await dialog(page).getByLabel("网页").inputValue(), /"theme": "dark"/);
});

test("the dialogs fit a phone, in English", async () => {
  const page = await product.as("admin", { path: "/system/user", language: "en", size: phone });
  await pane(page).locator(".list-card").first().waitFor();
  await open(page, "/system/user");
  await pane(page).getByRole("button", { name: "Import", exact: true }).click();
  await dialog(page).getByText("drop a workbook here").waitFor();
  await dialog(page).getByRole("checkbox", { name: "Change rows that already exist" }).waitFor();
  await assertAccessible(page);
  await shot(page, "user-import-en-phone");
});
