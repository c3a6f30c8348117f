import type { Locator, Page, Request } from "@playwright/test";
import { act, becomes, choose, typeTime } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import type { Named, Words } from "./words.ts";

const dialogs = "[role=dialog]:has(.dialog-content)";

/** A user in front of the screen: finds elements by their visible names, as a person does. */
export class Desk {
  readonly page: Page;
  readonly words: Words;
  private readonly classPage: () => Promise<string>;
  private readonly underWay = new Set<Request>();
  constructor(page: Page, words: Words, classPage: () => Promise<string>) {
    this.page = page;
    this.words = words;
    this.classPage = classPage;
    const over = (request: Request) => this.underWay.delete(request);
    page.on("request", (request) => this.underWay.add(request));
    page.on("requestfinished", over);
    page.on("requestfailed", over);
  }

  /** Waits until every response has arrived: content that comes late moves what is below it, also under the pointer. */
  async quiet(): Promise<void> {
    await becomes(() => Promise.resolve(this.underWay.size), 0);
  }

  /** The tab on screen; the others stay mounted behind it. */
  get pane(): Locator {
    return this.page.locator(".pane:visible");
  }
  /** The topmost dialog; the panels of pickers have the role of a dialog, too. */
  get dialog(): Locator {
    return this.page.locator(dialogs).last();
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.pane.locator("h1").first().waitFor();
  }

  /** The page of the story's class, at one of its tabs. */
  async openClass(section: string): Promise<void> {
    await this.open(`${await this.classPage()}?section=${section}`);
    await this.pane.locator(".section-nav [aria-current]").waitFor();
    await this.quiet();
  }

  /** A button of the page in front, by its visible name. */
  button(name: string, within: Locator = this.pane): Locator {
    // The icon of a button that was busy disappears a little later, and is part of its name until then.
    return within.getByRole("button", {
      name: new RegExp(`^(loading )?${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`),
    });
  }
  async press(name: string, within?: Locator): Promise<void> {
    await this.button(name, within).first().click();
  }

  /** Waits until the header of the page shows a state. */
  async tag(named: Named): Promise<void> {
    await this.pane
      .locator(".page-header .status-tag", { hasText: this.words.label(named) })
      .first()
      .waitFor();
  }

  /** Fails on a serious finding of axe on the screen. */
  async check(): Promise<void> {
    await assertAccessible(this.page);
  }

  /** The row of a list with some text in it. */
  row(text: string): Locator {
    return this.pane.locator(".ant-table-row", { hasText: text }).first();
  }

  /** Presses an action of a row, also when it is in the «more» menu. */
  async act(rowText: string, action: Named | string): Promise<void> {
    await act(this.page, rowText, typeof action === "string" ? action : this.words.label(action));
  }
  /** Opens a row by its first column. */
  async view(rowText: string): Promise<void> {
    await this.row(rowText).locator(".link-button").first().click();
  }
  /** Confirms the question or submits the form in front, and waits until it is closed. */
  async confirm(): Promise<void> {
    const dialog = await this.dialog.elementHandle();
    await (await dialog?.waitForSelector(".ant-btn-primary >> nth=-1"))?.click();
    await dialog?.waitForElementState("hidden");
  }
  async reason(text: string): Promise<void> {
    await this.dialog.locator("#reason").fill(text);
    await this.confirm();
  }

  /** A control by the label of its field. */
  field(named: Named, within: Locator = this.dialog): Locator {
    return within.getByLabel(this.words.label(named), { exact: true }).first();
  }
  async fill(named: Named, value: string, within?: Locator): Promise<void> {
    await this.field(named, within).fill(value);
  }
  /** Types a day or a time into a picker. */
  async type(named: Named, value: string, within?: Locator): Promise<void> {
    await typeTime(this.field(named, within), value);
  }
  /** Searches in a select and chooses the option with the text. */
  async choose(named: Named, option: string, within: Locator = this.dialog): Promise<void> {
    await choose(this.page, this.words.label(named), option, within);
  }
  /** Chooses an option of the open list, and waits until the list has closed. */
  async pick(option: string): Promise<void> {
    const list = this.page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)").first();
    await list.locator(".ant-select-item-option", { hasText: option }).first().click();
    await list.waitFor({ state: "hidden" });
  }
  /** Sets the files of a hidden file input, as choosing them would. */
  async give(within: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await within.locator("input[type=file]").first().setInputFiles(files);
  }
}
