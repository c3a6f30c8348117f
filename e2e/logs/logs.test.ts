import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { becomes, closed, dialog, press, row, send, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Product, pane, phone } from "../harness.ts";
import { test } from "../stage.ts";

/** The three logs as an auditor reads them, and the error log of the browser itself. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

/** Log rows are written up to a second after the call. */
const written = (table: string, where: string) =>
  becomes(() => product.sql(`select 1 as n from ${table} where ${where} limit 1`), [{ n: 1 }]);

/** Reports an error in the page by an event, which does not fail this test file as a real error would. */
const issue = (page: Page, message: string) =>
  page.evaluate(
    (text) => void window.dispatchEvent(new ErrorEvent("error", { error: new TypeError(text), message: text })),
    message,
  );

test("what a user did is in the logs: found, opened, copied", async () => {
  await product.as("clerk", { path: "/basics/course" });
  await written("api_log", `title = '培训课程列表' and create_by = 'clerk'`);
  const page = await product.as("admin", { path: "/monitor/log/api" });
  await row(page, "成功").waitFor();
  await assertAccessible(page);
  await pane(page).getByRole("textbox", { name: "日志标题" }).fill("课程列表");
  await page.keyboard.press("Enter");
  await row(page, "课程列表").getByText("clerk").waitFor();
  await row(page, "课程列表").getByRole("button", { name: /^查看/ }).click();
  await dialog(page).getByText("Course.list").waitFor();
  await assertAccessible(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog(page).getByRole("button", { name: "复制" }).click();
  await expectMessage(page, "已复制");
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /日志标题: 培训课程列表\n[\s\S]*请求地址: \/api\//,
  );
});

test("the sign-in is in the usual log, without its password", async () => {
  await product.signedIn("clerk");
  await written("usual_log", `log_id = 'Auth.token'`);
  const [found] = await product.sql<{ log_data: string }>(
    `select log_data from usual_log where log_id = 'Auth.token' and log_data like '%"password"%' order by create_time desc limit 1`,
  );
  assert.equal(JSON.parse(found?.log_data ?? "").password, "***");
  const page = await product.as("admin", { path: "/monitor/log/usual" });
  await row(page, "Auth.token").waitFor();
  await assertAccessible(page);
});

test("a browser stores its errors, sends them to the server and clears them", async () => {
  const page = await product.as("clerk");
  await page.getByRole("button", { name: "日志", exact: true }).click();
  await dialog(page).getByText("暂无日志").waitFor();
  await press(page, "Escape");
  await closed(page);
  for (let n = 0; n < 120; n++) await issue(page, `第${n}个错误`);
  await page.getByRole("button", { name: "日志，99+ 条" }).click();
  await dialog(page).getByText("第119个错误").first().waitFor();
  await becomes(
    () =>
      dialog(page)
        .locator("thead th")
        .allTextContents()
        .then((all) => all.filter(Boolean)),
    ["类型", "地址", "内容", "堆栈", "时间"],
  );
  // This also waits until the dialog has its full size.
  await assertAccessible(page);
  const box = await page.locator(".ant-modal.full").boundingBox();
  assert.ok(box && box.width >= 1430 && box.height >= 890, JSON.stringify(box));
  await dialog(page).getByRole("button", { name: "上传" }).click();
  await dialog(page).getByText("确定上传本地日志到服务器?").waitFor();
  await send(page);
  await expectMessage(page, "发送成功!");
  assert.deepEqual(
    await product.sql(`select count(*)::int as n from error_log where service_id = 'web' and create_by = 'clerk'`),
    [{ n: 120 }],
  );
  await page.getByRole("dialog").getByText("暂无日志").waitFor();
  await issue(page, "又一个错误");
  await page.getByRole("dialog").getByText("又一个错误").first().waitFor();
  await page.getByRole("dialog").first().getByRole("button", { name: "清空" }).click();
  await dialog(page).getByText("确定清空本地日志记录?").waitFor();
  await send(page);
  await expectMessage(page, "清空成功!");
});

test("an auditor reads the errors that a browser sent, on a phone in English", async () => {
  const page = await product.as("auditor", { path: "/monitor/log/error", size: phone, language: "en" });
  await pane(page).getByText("TypeError").first().waitFor();
  await assertAccessible(page);
  await pane(page)
    .getByRole("button", { name: /^View\b|TypeError/ })
    .first()
    .click();
  await dialog(page).getByRole("heading", { name: "Stack" }).waitFor();
  await assertAccessible(page);
  await press(page, "Escape");
  await closed(page);
  await issue(page, "broken");
  await page.getByRole("button", { name: "Log, 1" }).click();
  await page.getByRole("dialog").getByText("broken").first().waitFor();
  await assertAccessible(page);
});
