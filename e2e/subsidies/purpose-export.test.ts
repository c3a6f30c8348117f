import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { dialog } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { open, pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Personal data are exported in full only for a purpose, which is asked for and written into the file. */

let product: Product;
let app: TestApp;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

/** Starts an export, first without a purpose, and reads the file. */
async function take(page: Page, button: string, words: { required: string; purpose: string }): Promise<unknown[][]> {
  await pane(page).getByRole("button", { name: button }).click();
  await assertAccessible(page);
  const submit = dialog(page).getByRole("button", { name: button });
  await submit.click();
  await dialog(page).getByText(words.required).waitFor();
  await dialog(page).getByRole("textbox").fill(words.purpose);
  const [download] = await Promise.all([page.waitForEvent("download"), submit.click()]);
  await dialog(page).waitFor({ state: "hidden" });
  const rows: unknown[][] = [];
  for await (const { values } of readWorkbook(await readFile(await download.path()))) rows.push([...values]);
  return rows;
}
const isMasked = (value: unknown) => String(value).includes("*");

test("finance exports the payment list", async () => {
  const page = await product.as("finance");
  await open(page, "/subsidy/pay");
  await pane(page).locator(".ant-table-row").first().waitFor();
  const [line, head, ...rows] = await take(page, "导出拨付清单", {
    required: "请填写导出用途",
    purpose: "本月补贴拨付",
  });
  assert.match(String(line?.[0]), /用途：本月补贴拨付/);
  const accounts = rows.map((row) => row[(head as unknown[]).indexOf("银行账号")]);
  assert.ok(accounts.length > 0 && accounts.every((account) => account && !isMasked(account)), String(accounts));
});

test("the clerk exports the roster of an approved application, in English", async () => {
  const { rows: found } = await app.pool.query<{ id: string }>(
    "select a.id from test_application a where a.confirm_type = 'Confirm' and a.is_deleted = 0 and exists (select from test_candidate c where c.test_apply_id = a.id) order by a.id limit 1",
  );
  const page = await product.as("clerk", { language: "en" });
  await open(page, `/test/org/${found[0]?.id}`);
  const [line, head, ...rows] = await take(page, "Roster for the assessment body", {
    required: "Please state the purpose",
    purpose: "Seats for the assessment",
  });
  assert.match(String(line?.[0]), /^Exported by .+ for: Seats for the assessment\./);
  const numbers = rows.map((row) => row[(head as unknown[]).indexOf("ID number")]);
  assert.ok(numbers.length > 0 && numbers.every((number) => number && !isMasked(number)), String(numbers));
});
