import type { Page } from 'playwright-core'
import { pane } from '../harness.ts'

/** The uppermost dialog. */
export const dialog = (page: Page) => page.getByRole('dialog').last()
export const row = (page: Page, text: string) => pane(page).locator('.ant-table-row', { hasText: text }).first()
export const closed = (page: Page) => page.getByRole('dialog').first().waitFor({ state: 'hidden' })

/** Chooses in a list or a tree of a form, by typing a part of the word. */
export async function choose(page: Page, label: string, word: string): Promise<void> {
  const field = dialog(page).getByLabel(label, { exact: true }).first()
  await field.click()
  await field.fill(word)
  await page.locator('.ant-select-dropdown:visible').locator('.ant-select-item-option, .ant-select-tree-node-content-wrapper', { hasText: word }).first().click()
}
/** Ticks or unticks a node of a tree. */
export const tick = (page: Page, name: string) => dialog(page).locator('.ant-tree-treenode', { hasText: name }).last().locator('.ant-tree-checkbox').click()
