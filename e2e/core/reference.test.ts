import assert from "node:assert/strict";
import { becomes, assertFits } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Product, desktop, phone } from "../harness.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

const words = {
  zh: { index: "接口文档", group: "补贴申请、审核与拨付", call: "复审通过", who: "复审人员", other: "English" },
  en: {
    index: "API reference",
    group: "Subsidy claims, reviews, payment",
    call: "Pass second review",
    who: "Second reviewer",
    other: "中文",
  },
} as const;

for (const language of ["zh", "en"] as const)
  for (const size of [desktop, phone])
    test(`the reference of API calls, in ${language} at ${size.width} px: from the index to a call and its refusals`, async () => {
      const { index, group, call, who, other } = words[language];
      const page = await product.newPage({ language, size });
      await page.goto("/api/docs");
      await becomes(() => page.locator("h1").innerText(), index);
      await assertAccessible(page);
      await page.getByRole("link", { name: group }).click();
      await becomes(() => page.locator("h1").innerText(), group);
      const entry = page
        .locator("details.call", { has: page.locator("summary", { hasText: "/subsidy_apply/reCommit" }) })
        .first();
      await entry.locator("> summary").click();
      const text = await entry.innerText();
      assert.ok(text.includes(call) && text.includes(who));
      await assertAccessible(page);
      await assertFits(page);
      await entry.getByRole("link", { name: "STATE_ILLEGAL" }).click();
      await page.locator("#STATE_ILLEGAL").waitFor();
      await page.getByRole("link", { name: other }).click();
      await becomes(() => page.locator("html").getAttribute("lang"), language === "zh" ? "en" : "zh-CN");
    });
