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

/** Script that a browser without cache fetches for an address until no request is open: kB (gzip) and files. */
async function getScript(page: Page, address: string, shown: string): Promise<{ size: number; files: number }> {
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.endsWith(".js")) return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(address);
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(scripts);
  return { size: sizes.reduce((sum, one) => sum + one, 0) / 1000, files: sizes.length };
}

/** Each file costs a question to the server, and its own head; see docs/decisions/0261-files-of-a-first-visit.md. */
async function assertLean(page: Page, address: string, shown: string, most: { size: number; files: number }) {
  const { size, files } = await getScript(page, address, shown);
  assert.ok(size <= most.size, `${size.toFixed(1)} kB`);
  assert.ok(files <= most.files, `${files} files`);
}

const signedIn = async () => (await product.as("clerk")).context().storageState();

test("the login page needs at most 110 kB of script in 8 files", async () =>
  assertLean(await product.newPage({ fresh: true }), "/login", ".login-form", { size: 110, files: 8 }));

test("the home page needs at most 290 kB of script in 14 files", async () =>
  assertLean(await product.newPage({ fresh: true, state: await signedIn() }), "/wel/index", ".pane h1", {
    size: 290,
    files: 14,
  }));

test("the first list needs at most 430 kB of script in 24 files", async () =>
  assertLean(await product.newPage({ fresh: true, state: await signedIn() }), "/basics/course", ".ant-table-row", {
    size: 430,
    files: 24,
  }));
