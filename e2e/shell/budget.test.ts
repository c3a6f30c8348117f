import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { Product } from "../harness.ts";

let product: Product;
before(async () => {
  product = await Product.start();
});
after(() => product?.close());

/** Script that a cold browser fetches for an address until nothing more is asked for, in kB (gzip). */
async function scriptOf(page: Page, address: string, shown: string): Promise<number> {
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
  const size = await scriptOf(await product.newPage(), "/login", ".login-form");
  assert.ok(size <= 110, `${size.toFixed(1)} kB`);
});

test("the home page needs at most 290 kB of script", async () => {
  const cold = await product.newPage({ state: await signedIn() });
  const size = await scriptOf(cold, "/wel/index", ".pane h1");
  assert.ok(size <= 290, `${size.toFixed(1)} kB`);
});

test("the first list needs at most 430 kB of script", async () => {
  const cold = await product.newPage({ state: await signedIn() });
  const size = await scriptOf(cold, "/basics/course", ".ant-table-row");
  assert.ok(size <= 430, `${size.toFixed(1)} kB`);
});
