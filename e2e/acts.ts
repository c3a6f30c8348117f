import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { Locator, Page } from "playwright-core";
import { pane } from "./harness.ts";

/** What everybody does on a page. Each act waits until what receives it stands there, and until it has been received: machines are slow. */

/** The uppermost dialog. */
export const dialog = (page: Page): Locator => page.getByRole("dialog").last();

/** Waits until no dialog is open any more. */
export const closed = (page: Page): Promise<void> => page.getByRole("dialog").first().waitFor({ state: "hidden" });

/** The first row of a list with some text in it. */
export const row = (page: Page, text: string, within = pane(page)): Locator =>
  within.locator(".ant-table-row", { hasText: text }).first();

/** Waits for a message of the page, also one that has gone already; each is found once. @param text what it says, or a part of it */
export async function told(page: Page, text: string): Promise<void> {
  await page.waitForFunction((part) => {
    const { messages } = window as unknown as { messages: string[] };
    const at = messages.findIndex((message) => message.includes(part));
    return at >= 0 && messages.splice(at, 1);
  }, text);
}

/** Asks until the answer is as expected, for half a minute; fails with the last one. */
export async function becomes<T>(ask: () => Promise<T>, expected: T, message?: string): Promise<void> {
  const end = Date.now() + 30_000;
  let answer = await ask();
  while (!isDeepStrictEqual(answer, expected) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer = await ask();
  }
  assert.deepEqual(answer, expected, message);
}

/** A picture for whoever looks at the pages: SHOTS=<folder>. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** Presses a key where it is received: waits until the receiver (a dialog, a field) has the focus in it. */
export async function press(page: Page, key: string, receiver: Locator = dialog(page)): Promise<void> {
  // A drawer that was just opened has the focus around its dialog.
  await receiver.and(page.locator(":focus-within, .ant-drawer:focus *")).waitFor();
  await page.keyboard.press(key);
}

/** Sends the form or answers the question in front by Ctrl+Enter, as soon as all of it is there. */
export async function send(page: Page): Promise<void> {
  await dialog(page).locator(".dialog-content:not(:has(.ant-skeleton))").waitFor({ state: "attached" });
  await page.keyboard.press("Control+Enter");
}

/** Does something with a row, also when it stands behind «more». @param action the name begins with it */
export async function act(page: Page, of: string, action: string, within = pane(page)): Promise<void> {
  const actions = row(page, of, within).locator(".row-actions");
  await actions.waitFor();
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

/** Types a day or a time into a picker, as one types; its panel has opened before and is gone after it. */
export async function typeTime(picker: Locator, value: string): Promise<void> {
  const panel = picker.page().locator(".ant-picker-dropdown:not(.ant-picker-dropdown-hidden)").first();
  await picker.click();
  await panel.waitFor();
  await picker.fill(value);
  await picker.press("Enter");
  await panel.waitFor({ state: "hidden" });
}

/**
 * Chooses in a list or a tree of a form, until the field shows it; of several it is chosen besides the others.
 * @param label of the field
 * @param word what the option says, or a part of it that no other has; it is typed first where one can search
 * @param within the form, unless it is the dialog in front
 */
export async function choose(page: Page, label: string, word: string, within: Locator = dialog(page)): Promise<void> {
  const field = within.getByLabel(label, { exact: true }).and(page.getByRole("combobox")).first();
  const select = field.locator('xpath=ancestor::div[contains(concat(" ", @class, " "), " ant-select ")][1]');
  const list = page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)").first();
  // What unfolds has its options elsewhere a moment later.
  const still = page.locator(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden, [class*="-enter"], [class*="-leave"])',
  );
  // That of another field may still fade.
  await list.waitFor({ state: "hidden" });
  await field.click();
  await select.and(page.locator(".ant-select-open")).waitFor();
  if (await field.isEditable()) await field.fill(word);
  const option = still
    .locator(".ant-select-item-option, .ant-select-tree-node-content-wrapper")
    .filter({ hasText: word });
  await option.first().waitFor();
  const same = option.filter({ has: page.getByText(word, { exact: true }) });
  await ((await same.count()) > 0 ? same : option).first().click();
  await select.locator(".ant-select-content", { hasText: word }).waitFor();
  // A list of several stays open.
  if (await select.and(page.locator(".ant-select-multiple")).isVisible()) await field.press("Escape");
  await list.waitFor({ state: "hidden" });
}
