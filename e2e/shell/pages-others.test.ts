import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axeFindings, phone, Product } from "../harness.ts";
import { testEveryPage } from "./every-page.ts";

let product: Product;
before(async () => {
  product = await Product.start();
});
after(() => product?.close());

testEveryPage(() => product, "org");
testEveryPage(() => product, "org", true);
testEveryPage(() => product, "student", true);

test("every public page passes axe in both languages on a phone, and is reached from the login page", async () => {
  for (const language of ["zh", "en"] as const) {
    const page = await product.newPage({ language, size: phone });
    await page.goto("/login");
    await page.locator(".login-links a").first().waitFor();
    const paths = await page
      .locator(".login-links a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    for (const path of ["/certInfo", "/certInfocy", "/pxzx"]) assert.ok(paths.includes(path), path);
    for (const path of paths) {
      await page.goto(path);
      await page.locator("main h1").first().waitFor();
      await page.waitForLoadState("networkidle");
      assert.deepEqual(await axeFindings(page), [], `${path} ${language}`);
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        `${path} scrolls sideways`,
      );
      assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, path);
    }
  }
});
