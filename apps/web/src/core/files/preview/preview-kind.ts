import { convertedTypes } from "@jipei/contract/files/document.ts";
import { getExtension } from "@jipei/contract/core/fields/upload-rules.ts";

/**
 * How a file is shown: as the browser does it, drawn by us (PDF, Word, sheets, text), or as pages that the server makes of it. A Word document is drawn by
 * us only where the server makes none.
 */
export type PreviewKind = "image" | "video" | "pdf" | "text" | "csv" | "sheet" | "word" | "pages";

const kinds = new Map<string, PreviewKind>([
  ...convertedTypes.map((type) => [type, "pages"] as const),
  ["docx", "word"],
  ["xlsx", "sheet"],
  ["jpg", "image"],
  ["jpeg", "image"],
  ["png", "image"],
  ["gif", "image"],
  ["bmp", "image"],
  ["pdf", "pdf"],
  ["txt", "text"],
  ["csv", "csv"],
  ["mp4", "video"],
]);

/** @param extension as stored, with or without the point, in any case */
export const previewKind = (extension: string): PreviewKind | null => kinds.get(getExtension(`.${extension}`)) ?? null;
