import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { closed } from "../acts.ts";
import { axeFindings } from "../axe.ts";
import { open, pane, type Product, phone } from "../harness.ts";
import { quiet } from "../quiet.ts";
import { test } from "../stage.ts";
import { findListIssues, inBothLanguages } from "./list-issues.ts";

interface Walk {
  /** In a phone's layout instead of a desktop's. */
  small?: boolean;
  /** Also opens the form of a new row and the view of the first one. */
  dialogs?: boolean;
  /** Accounts whose walk in the same layout visits the pages that both have, so that each page is checked once. */
  except?: readonly string[];
}

/** One page of so many is loaded by its address, on a phone another one than on a desktop. The tabs of those between pile up until then. */
const step = 8;

/**
 * Declares the test of all pages that a user's menu leads to, in English; the lists of a desktop are measured in Chinese too. Most pages are
 * visited as a link does, which takes half the time of loading them.
 */
export function testEveryPage(
  product: () => Product,
  account: string,
  { small = false, dialogs = false, except = [] }: Walk,
): void {
  test(`every page of ${account} passes axe, cuts no table and no head, has one heading and an English title${small ? ", on a phone" : ""}`, async () => {
    const elsewhere = new Set((await Promise.all(except.map((one) => listPages(product(), one)))).flat());
    const paths = (await listPages(product(), account)).filter((path) => !elsewhere.has(path));
    assert.ok(paths.length > 0, `${account} has no pages of its own`);
    const page = await product().as(account, { language: "en", ...(small && { size: phone }) });
    const issues: string[] = [];
    for (const [index, path] of paths.entries()) {
      const isTurn = index === 0 || index % step === (small ? step / 2 : 0);
      // A person's phone has no tabs by which a visit is recognised.
      if (isTurn || (await page.locator(".tab-bar").count()) === 0) await open(page, path);
      else await visit(page, path);
      await quiet(page);
      // The loaded page is checked, not what it shows while it waits.
      await pane(page).locator(".ant-skeleton, .ant-spin-spinning").first().waitFor({ state: "hidden" });
      const look = async () => [...(await findIssues(page)), ...(dialogs ? await findDialogIssues(page) : [])];
      const lookAtLists = async () => (await findListIssues(page)).map((issue) => `in Chinese, ${issue}`);
      const found = small
        ? await look()
        : await inBothLanguages(page, (language) => (language === "en" ? look() : lookAtLists()));
      issues.push(...found.map((issue) => `${path}: ${issue}`));
    }
    assert.deepEqual(issues, []);
  });
}

/** Every address that the user's menu leads to. */
async function listPages(product: Product, account: string): Promise<string[]> {
  const answer = await fetch(`${product.url}/api/blade-system/menu/routes`, {
    headers: { Token: await product.getToken(account) },
  });
  const leaves = (items: any[]): string[] =>
    items.flatMap((item) => (item.children ? leaves(item.children) : [item.path]));
  const paths = leaves(((await answer.json()) as { data: any[] }).data).filter((path) => path.startsWith("/"));
  assert.ok(paths.length > 0, `${account} has no pages`);
  return paths;
}

/** Goes to a page inside the product, without loading it, and waits until it is in front. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.locator(`.tab-bar a[aria-current][href="${path}"]`).waitFor();
  await pane(page).locator("h1").first().waitFor();
}

/** The issues of the page in its current state, in words. */
async function findIssues(page: Page): Promise<string[]> {
  const headings = await pane(page).locator("h1").count();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return [
    ...(headings === 1 ? [] : [`${headings} headings of the first level`]),
    ...(sideways ? ["scrolls sideways"] : []),
    ...(await findListIssues(page)),
    ...(/[\u4e00-\u9fff]/.test(await page.title()) ? [`title in Chinese: ${await page.title()}`] : []),
    ...((await pane(page).locator(".page-failure").count()) ? ["the page failed"] : []),
    ...(await axeFindings(page)),
    ...(await speakingIcons(page)),
    ...(await smallTargets(page)),
  ];
}

/** Icons that screen readers read out by the English name of their file, which also stands in for the name that a button lacks. */
const speakingIcons = (page: Page): Promise<string[]> =>
  page
    .locator(".anticon")
    .evaluateAll((icons) =>
      icons
        .filter(({ ariaLabel, classList }) => ariaLabel && classList.contains(`anticon-${ariaLabel}`))
        .map(({ ariaLabel }) => `the icon ${ariaLabel} is read out`),
    );

/**
 * What a finger has to hit on a person's phone and is lower than 44 px. Links inside of a sentence are as high as its lines, and a field inside
 * of a larger frame is hit by way of that.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page
    .locator(".frame[data-person] :is(button, a, select, input:not([type=checkbox], [type=radio], [type=hidden]))")
    .evaluateAll((targets) =>
      targets
        .filter(
          (target) =>
            target.checkVisibility() &&
            getComputedStyle(target).display !== "inline" &&
            !target.closest(".visually-hidden, .frame-skip, .ant-select input, .ant-pagination-simple-pager"),
        )
        .map((target) => ({ target, height: target.getBoundingClientRect().height }))
        .filter(({ height }) => height > 0 && height < 43.5)
        .map(({ target, height }) => `${target.className} “${target.textContent}” is ${Math.round(height)} px high`),
    );

/** The issues of the dialogs that «Add» and «View» open on the page; a dialog that fails to render takes down its page too. */
async function findDialogIssues(page: Page): Promise<string[]> {
  const issues: string[] = [];
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
    // Some buttons lead to a page of their own, which its domain tests.
    if (new URL(page.url()).pathname !== path) return issues;
    await quiet(page);
    if (await page.locator(".page-failure").count()) return [...issues, `${name}: the page failed`];
    issues.push(...(await axeFindings(page)).map((issue) => `${name}: ${issue}`));
    await page
      .getByRole("dialog")
      .last()
      .getByRole("button", { name: /^(Close|Cancel)$/ })
      .last()
      .click();
    await closed(page);
  }
  return issues;
}
