import type { Page } from "@playwright/test";
import { pane } from "../harness.ts";
import { quiet } from "../quiet.ts";

type Language = "zh" | "en";

/** What `look` finds in both languages, whose words have other widths. The page is switched in place, and stays in the language that it had not. */
export async function inBothLanguages(page: Page, look: (language: Language) => Promise<string[]>): Promise<string[]> {
  const [here, there]: [Language, Language] =
    (await page.locator("html").getAttribute("lang")) === "en" ? ["en", "zh"] : ["zh", "en"];
  const found = await look(here);
  await page.getByRole("button", { name: there === "zh" ? "中文" : "English", exact: true }).click();
  await page.locator(`html:lang(${there})`).waitFor();
  await quiet(page);
  return [...found, ...(await look(there))];
}

/** Tables that scroll sideways, and heads whose words do not fit into their cells. */
export async function findListIssues(page: Page): Promise<string[]> {
  const wide = await pane(page)
    .locator(".ant-table-content, .ant-table-body, .ant-table-tbody-virtual-holder")
    .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth).filter((px) => px > 1));
  const cut = await pane(page).locator("th").evaluateAll(findCutHeads);
  return [
    ...wide.map((px) => `a table is ${px} px wider than its place`),
    ...cut.map((head) => `the head ${head} is cut`),
  ];
}

/** The heads that reach beyond what their cells show. Only their words are measured: a column that stays in place has a shadow beside it. */
function findCutHeads(heads: Element[]): string[] {
  const shows = (box: Element) => (getComputedStyle(box).overflowX === "visible" ? null : box.getBoundingClientRect());
  const isCut = (head: Element) => {
    const words = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
    for (let word = words.nextNode(); word; word = words.nextNode()) {
      if (word.parentElement?.closest(".visually-hidden")) continue;
      const range = document.createRange();
      range.selectNodeContents(word);
      const { left, right, width } = range.getBoundingClientRect();
      for (let box = word.parentElement; width > 0 && box && head.contains(box); box = box.parentElement) {
        const shown = shows(box);
        if (shown && (left < shown.left - 1 || right > shown.right + 1)) return true;
      }
    }
    return false;
  };
  return heads.filter(isCut).map((head) => `“${head.textContent}”`);
}
