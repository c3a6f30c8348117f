import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";

/** Files to upload. */

/** A one-page PDF as an upload takes it. */
export async function paper(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const document = new PDFDocument({ size: "A4" });
  // Two papers differ in their content, not in their names alone.
  document.text(encodeURIComponent(name));
  document.end();
  return { name, mimeType: "application/pdf", buffer: await buffer(document) };
}

/** A picture of one pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
