import assert from "node:assert/strict";
import { shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** The console on a screen for a wall. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

for (const [language, open, title] of [
  ["zh", "大屏", "职业技能培训"],
  ["en", "Wall screen", "Vocational training"],
] as const)
  test(`the figures of the year fill a wall without scrolling (${language})`, async () => {
    const page = await product.as("leader", { path: "/wel/dashboard", language, size: { width: 1920, height: 1080 } });
    await page.getByRole("button", { name: open }).click();
    const wall = page.getByRole("dialog", { name: title });
    await wall.locator(".town-map li").first().waitFor();
    await assertAccessible(page);
    assert.ok(await wall.evaluate((box) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth));
    await shot(page, `wall-${language}`);
    await page.keyboard.press("Escape");
    await wall.waitFor({ state: "hidden" });
  });
