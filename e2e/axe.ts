import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails on every serious or critical finding of axe (WCAG 2 A to 2.2 AA) on the page in its current state. */
export async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await axeFindings(page), [], `axe on ${page.url()}`);
}

/** The serious and critical findings of axe, one line for each rule, once the page has come to rest. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.waitForFunction(isAtRest);
  // Not as a script element: the page's content security policy allows only its own.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (window as any).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      // The rest is only counted, which saves a third of the time.
      resultTypes: ["violations"],
    });
    return violations
      .filter(({ impact }: any) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }: any) => `${id}: ${nodes.map((node: any) => node.html.slice(0, 160)).join(" | ")}`);
  });
}

/** A list that loads again is paler than its colours, and so is what fades in: neither is what people read. */
function isAtRest(): boolean {
  const loading = [...document.querySelectorAll(".ant-spin-spinning")].some((spinner) => spinner.checkVisibility());
  const fading = document
    .getAnimations()
    .some(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
  return !loading && !fading;
}
