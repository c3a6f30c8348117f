import type { Page } from "@playwright/test";
import { dialog } from "../acts.ts";

/** Checks or unchecks a node of a tree. */
export const tick = (page: Page, name: string) =>
  dialog(page).locator(".ant-tree-treenode", { hasText: name }).last().locator(".ant-tree-checkbox").click();
