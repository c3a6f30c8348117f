/** How a browser can show a file by itself; office documents would need a service that converts them. */
export type PreviewKind = "image" | "pdf" | "text" | "video";

const kinds = new Map<string, PreviewKind>([
  ["jpg", "image"],
  ["jpeg", "image"],
  ["png", "image"],
  ["gif", "image"],
  ["bmp", "image"],
  ["pdf", "pdf"],
  ["txt", "text"],
  ["csv", "text"],
  ["mp4", "video"],
]);

/** @param extension as stored, with or without the point, in any case */
export const previewKind = (extension: string): PreviewKind | null =>
  kinds.get(extension.replace(/^\./, "").toLowerCase()) ?? null;

/** The media type for the browser: fixed by us, so that no upload is ever run as a page. */
export const previewTypes: Readonly<Record<PreviewKind, string>> = {
  image: "image/png",
  pdf: "application/pdf",
  text: "text/plain",
  video: "video/mp4",
};

/** Text as it was written: UTF-8, else the Chinese encoding of older programs. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}
