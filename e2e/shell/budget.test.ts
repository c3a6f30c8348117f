import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import type { Product } from "../harness.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

/** Script that a browser without cache fetches for an address until no request is open, in kB (gzip). */
async function getScript(page: Page, address: string, shown: string): Promise<number> {
  let bytes = 0;
  const readings: Promise<void>[] = [];
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.endsWith(".js")) return;
    readings.push(response.body().then((body) => void (bytes += gzipSync(body, { level: 9 }).length)));
  });
  await page.goto(address);
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState("networkidle");
  await Promise.all(readings);
  return bytes / 1000;
}

const signedIn = async () => (await product.as("clerk")).context().storageState();

test("the login page needs at most 110 kB of script", async () => {
  const size = await getScript(await product.newPage(), "/login", ".login-form");
  assert.ok(size <= 110, `${size.toFixed(1)} kB`);
});

test("the home page needs at most 290 kB of script", async () => {
  const cold = await product.newPage({ state: await signedIn() });
  const size = await getScript(cold, "/wel/index", ".pane h1");
  assert.ok(size <= 290, `${size.toFixed(1)} kB`);
});

test("the first list needs at most 430 kB of script", async () => {
  const cold = await product.newPage({ state: await signedIn() });
  const size = await getScript(cold, "/basics/course", ".ant-table-row");
  assert.ok(size <= 430, `${size.toFixed(1)} kB`);
});
