import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { pane } from "./harness.ts";
import { quiet } from "./quiet.ts";

/** Actions of a user on a page. Each waits until its target is there, and until its effect is visible, because machines may be slow. */

/** The topmost dialog. */
export const dialog = (page: Page): Locator => page.getByRole("dialog").last();

/** Waits until no dialog is open any more. */
export const closed = (page: Page): Promise<void> => page.getByRole("dialog").first().waitFor({ state: "hidden" });

/** The first row of a list with some text in it. */
export const row = (page: Page, text: string, within = pane(page)): Locator =>
  within.locator(".ant-table-row", { hasText: text }).first();

/**
 * Waits for a message of the page, also one that has disappeared already; each is found once.
 * @param text the message, or a part of it
 * @param timeout milliseconds: more than usual for the end of a long job
 */
export async function expectMessage(page: Page, text: string, timeout = 30_000): Promise<void> {
  await page.waitForFunction(
    (part) => {
      const { messages } = window as unknown as { messages: string[] };
      const at = messages.findIndex((message) => message.includes(part));
      return at >= 0 && messages.splice(at, 1);
    },
    text,
    { timeout },
  );
}

/** Sends the request until the answer is as expected, for half a minute; fails with the last one. */
export async function becomes<T>(ask: () => Promise<T>, expected: T, message?: string): Promise<void> {
  const end = Date.now() + 30_000;
  let answer = await ask();
  while (!isDeepStrictEqual(answer, expected) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer = await ask();
  }
  assert.deepEqual(answer, expected, message);
}

/** Nothing makes the page scroll sideways, once it has laid itself out. */
export const assertFits = (page: Page, message = "the page scrolls sideways"): Promise<void> =>
  becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, message);

/** Takes a screenshot for those who look at the pages: SHOTS=<folder>. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** Comes back to the window from another one: what is shown is asked for anew, once it is old enough. */
export const lookAgain = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));

/** Presses a key once its target (a dialog, a field) has the focus inside. */
export async function press(page: Page, key: string, receiver: Locator = dialog(page)): Promise<void> {
  // A drawer that has just opened has the focus on its outer element.
  await receiver.and(page.locator(":focus-within, .ant-drawer:focus *")).waitFor();
  await page.keyboard.press(key);
}

/** Submits the form or confirms the question in front by Ctrl+Enter, as soon as it has loaded completely. */
export async function send(page: Page): Promise<void> {
  await dialog(page).locator(".dialog-content:not(:has(.ant-skeleton))").waitFor({ state: "attached" });
  await page.keyboard.press("Control+Enter");
}

/** Presses an action of a row, also when it is in the «more» menu. @param action how its name begins */
export async function act(page: Page, of: string, action: string, within = pane(page)): Promise<void> {
  const actions = row(page, of, within).locator(".row-actions");
  await actions.waitFor();
  // A list that is still reloading moves under the pointer, and offers the actions of the state before.
  await quiet(page);
  const name = new RegExp(`^${action}( |$)`);
  const direct = actions.getByRole("button", { name });
  if ((await direct.count()) > 0) return direct.click();
  await actions.getByRole("button", { name: /^(更多|More)$/ }).click();
  const more = page.locator(".row-actions-more:visible");
  await more.getByRole("button", { name }).click();
  await more.waitFor({ state: "hidden" });
}

/** Fills the fields of the form in front, by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await dialog(page).getByLabel(label, { exact: true }).first().fill(value);
}

/** Types a day or a time into a picker, as users do; waits until its panel has opened before and closed after. */
export async function typeTime(picker: Locator, value: string): Promise<void> {
  const panel = picker.page().locator(".ant-picker-dropdown:not(.ant-picker-dropdown-hidden)").first();
  await picker.click();
  await panel.waitFor();
  await picker.fill(value);
  await picker.press("Enter");
  await panel.waitFor({ state: "hidden" });
}

/**
 * Chooses an option in a list or a tree of a form, until the field shows it; in a field of several, adds it to the others.
 * @param label of the field
 * @param word the option's text, or a part of it that no other option has; it is typed first where the field can search
 * @param within the form; left out, the dialog in front
 */
export async function choose(page: Page, label: string, word: string, within: Locator = dialog(page)): Promise<void> {
  const field = within.getByLabel(label, { exact: true }).and(page.getByRole("combobox")).first();
  const select = field.locator('xpath=ancestor::div[contains(concat(" ", @class, " "), " ant-select ")][1]');
  const list = page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)").first();
  // The list of another field closes a moment after that field was left.
  await list.waitFor({ state: "hidden" });
  await field.click();
  await select.and(page.locator(".ant-select-open")).waitFor();
  if (await field.isEditable()) await field.fill(word);
  const option = list
    .locator(".ant-select-item-option, .ant-select-tree-node-content-wrapper")
    .filter({ hasText: word });
  await option.first().waitFor();
  const same = option.filter({ has: page.getByText(word, { exact: true }) });
  await ((await same.count()) > 0 ? same : option).first().click();
  await select.locator(".ant-select-content", { hasText: word }).waitFor();
  // The list of a field of several stays open.
  if (await select.and(page.locator(".ant-select-multiple")).isVisible()) await field.press("Escape");
  await list.waitFor({ state: "hidden" });
}

/** Keeps back the answers of a call, which has its effect at once. @returns what lets them through */
export async function holdAnswers(page: Page, { path }: { path: string }): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response });
  });
  return resolve;
}
