import type { Page } from "playwright-core";
import { dialog } from "../acts.ts";

/** Ticks or unticks a node of a tree. */
export const tick = (page: Page, name: string) =>
  dialog(page).locator(".ant-tree-treenode", { hasText: name }).last().locator(".ant-tree-checkbox").click();
