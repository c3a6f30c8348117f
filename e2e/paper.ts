import type { Page } from "@playwright/test";

/** Paper forms as they are laid out on A4. */

/** Put into the page: printing opens no dialog of the browser. */
export const catchPrint = (): void => {
  window.print = () => undefined;
};

/** Reads the form that the page prints now, and ends printing. @returns what is wrong with it; another number of pages too, where that is known */
export async function readPaper(page: Page, pages?: number): Promise<string[]> {
  const sheet = page.locator(".print-sheet");
  await sheet.locator("table").first().waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  const issues = await sheet.evaluate(findIssues);
  const count = countPages(await page.pdf({ preferCSSPageSize: true }));
  if (pages !== undefined && count !== pages) issues.push(`${count} pages`);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await sheet.waitFor({ state: "detached" });
  return issues;
}

const countPages = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** What is wrong with a form laid out for A4: parts that stick out, names and numbers that break, columns of one character. */
function findIssues(sheet: Element): string[] {
  const millimetre = 96 / 25.4;
  const width = ((sheet.classList.contains("wide") ? 297 : 210) - 2 * 14) * millimetre;
  (sheet as HTMLElement).style.width = `${width}px`;
  const issues = [...sheet.querySelectorAll("table")]
    .filter((table) => table.scrollWidth > width + 1)
    .map((table) => `the table is ${Math.round(table.scrollWidth - width)} px too wide`);
  for (const cell of sheet.querySelectorAll<HTMLElement>("th, td")) {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size;
    const text = cell.innerText.trim();
    if (range.getBoundingClientRect().width > cell.clientWidth + 1) issues.push(`“${text}” sticks out of its cell`);
    const isWhole = cell.matches(".print-whole, .print-number");
    if (isWhole && lines > 1) issues.push(`“${text}” takes ${lines} lines`);
    if (!cell.matches(".print-mark") && lines > 1 && lines > text.length / 3)
      issues.push(`“${text}” is ${lines} lines high`);
  }
  return issues;
}
