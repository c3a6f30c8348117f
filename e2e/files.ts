import type { Page } from "@playwright/test";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { becomes, closed, dialog, send } from "./acts.ts";

/** Files to upload. */

/** A one-page PDF as an upload takes it. */
export async function paper(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const document = new PDFDocument({ size: "A4" });
  // Two papers differ in their content, not in their names alone.
  document.text(encodeURIComponent(name));
  document.end();
  return { name, mimeType: "application/pdf", buffer: await buffer(document) };
}

/** Uploads papers in the dialog in front, and confirms once all of them are there. @param preview what the link to look at a file is called */
export async function uploadPapers(page: Page, names: readonly string[], preview: string): Promise<void> {
  const papers = await Promise.all(names.map((name) => paper(`${name}.pdf`)));
  await dialog(page).locator("input[type=file]").setInputFiles(papers);
  await becomes(() => dialog(page).locator(".upload-list").getByText(preview).count(), names.length);
  await send(page);
  await closed(page);
}

/** A picture of one pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
