import { becomes, dialog, expectMessage, row } from "../acts.ts";
import type { Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Teachers of the demo institution go off duty and come back. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("a teacher goes off duty and back in one view, without meeting the own change", async () => {
  const page = await product.as("org", { path: "/my/org/teacher" });
  await row(page, "审核通过").locator(".link-button").first().click();
  const duty = (name: string | RegExp) => dialog(page).getByRole("button", { name, exact: true });
  const first = await duty(/^(离岗|返岗)$/).innerText();
  const other = first === "离岗" ? "返岗" : "离岗";
  for (const [move, next] of [
    [first, other],
    [other, first],
  ] as const) {
    await duty(move).click();
    await expectMessage(page, "更新成功");
    await duty(next).waitFor();
  }
  await becomes(() => page.locator(".toast-error").count(), 0);
});
