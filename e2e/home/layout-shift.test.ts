import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { desktop, pane, phone, type Product } from "../harness.ts";
import { quiet } from "../quiet.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

/** How much of the page moved by itself while it loaded: the sum that browsers call layout shift. Up to 0.1 is good (web.dev/articles/cls). */
async function getShift(page: Page): Promise<{ sum: number; moved: string[] }> {
  await page.addInitScript(() => {
    const shifts: { value: number; sources: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[])
        shifts.push({
          value: entry.value,
          sources: entry.sources.map(({ node }) => (node instanceof Element ? node.className : String(node?.nodeName))),
        });
    }).observe({ type: "layout-shift", buffered: true });
  });
  // Figures come late, as over a slow network.
  await page.route("**/api/**", async (route) => {
    await sleep(300);
    await route.continue();
  });
  await page.reload();
  await pane(page).getByRole("heading", { level: 1 }).waitFor();
  await quiet(page);
  await pane(page).locator(".ant-skeleton, .ant-spin-spinning").first().waitFor({ state: "hidden" });
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; sources: string[] }[] }).shifts,
  );
  return {
    sum: shifts.reduce((total, { value }) => total + value, 0),
    moved: shifts.map(({ value, sources }) => `${value.toFixed(3)} ${sources.join(" | ")}`),
  };
}

test("home pages do not jump when their figures arrive", async () => {
  const desktops = ["clerk", "org", "enterprise", "assessor"].map((account) => ({ account, size: desktop }));
  const phones = ["clerk", "org", "student"].map((account) => ({ account, size: phone }));
  for (const { account, size } of [...desktops, ...phones]) {
    const page = await product.as(account, { size, fresh: true });
    const { sum, moved } = await getShift(page);
    assert.ok(sum <= 0.1, `${account}, ${size.width} px: ${sum.toFixed(3)}\n${moved.join("\n")}`);
    await product.release(page);
  }
});
