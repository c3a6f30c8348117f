import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { closed } from "../acts.ts";
import { axeFindings, open, pane, type Product, phone } from "../harness.ts";

/**
 * Declares the tests of all pages that a user's menu leads to, in English.
 * @param small on a phone instead of a desk
 * @param dialogs also opens the form of a new row and the view of the first one
 */
export function testEveryPage(product: () => Product, account: string, small = false, dialogs = false): void {
  test(`every page of ${account} passes axe, has one heading and an English title${small ? ", on a phone" : ""}`, async () => {
    const page = await product().as(account, { language: "en", ...(small && { size: phone }) });
    const faults: string[] = [];
    for (const path of await pagesOf(product(), account)) {
      const found = [...(await faultsOf(page, path)), ...(dialogs ? await dialogFaults(page) : [])];
      faults.push(...found.map((fault) => `${path}: ${fault}`));
    }
    await page.context().close();
    assert.deepEqual(faults, []);
  });
}

/** Every address the user's menu leads to. */
async function pagesOf(product: Product, account: string): Promise<string[]> {
  const answer = await fetch(`${product.url}/api/blade-system/menu/routes`, {
    headers: { Token: await product.tokenOf(account) },
  });
  const leaves = (items: any[]): string[] =>
    items.flatMap((item) => (item.children ? leaves(item.children) : [item.path]));
  return leaves(((await answer.json()) as { data: any[] }).data).filter((path) => path.startsWith("/"));
}

/** What is wrong with the page as it stands, in words. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  await open(page, path);
  await page.waitForLoadState("networkidle");
  const headings = await pane(page).locator("h1").count();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return [
    ...(headings === 1 ? [] : [`${headings} headings of the first level`]),
    ...(sideways ? ["scrolls sideways"] : []),
    ...(/[\u4e00-\u9fff]/.test(await page.title()) ? [`title in Chinese: ${await page.title()}`] : []),
    ...((await pane(page).locator(".page-failure").count()) ? ["the page failed"] : []),
    ...(await axeFindings(page)),
  ];
}

/** What is wrong with the dialogs that «Add» and «View» open on the page as it stands; one that cannot be drawn takes its page along. */
async function dialogFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const path = new URL(page.url()).pathname;
  const add = pane(page).locator(".toolbar").getByRole("button", { name: "Add", exact: true });
  const view = pane(page)
    .locator(".row-actions")
    .getByRole("button", { name: /^View / });
  for (const [name, opener] of Object.entries({ add, view })) {
    if ((await opener.count()) === 0) continue;
    await opener.first().click();
    await page.waitForFunction(
      (from) =>
        location.pathname !== from || document.querySelector(".dialog-content:not(:has(.ant-skeleton)), .page-failure"),
      path,
    );
    // Some lead to a page of their own, which its domain tests.
    if (new URL(page.url()).pathname !== path) return faults;
    await page.waitForLoadState("networkidle");
    if (await page.locator(".page-failure").count()) return [...faults, `${name}: the page failed`];
    faults.push(...(await axeFindings(page)).map((fault) => `${name}: ${fault}`));
    await page
      .getByRole("dialog")
      .last()
      .getByRole("button", { name: /^(Close|Cancel)$/ })
      .last()
      .click();
    await closed(page);
  }
  return faults;
}
