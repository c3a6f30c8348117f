import type { Issue } from "../issue.ts";
import { issue } from "../issue.ts";

/** Limits of an upload, for the dialog and the server alike. */

export const maxFileBytes = 26_214_400;
export const maxFiles = 20;

/** Greatest size of a picture of a user. */
export const maxAvatarBytes = 512_000;

/** Greatest size of a photo that a camera takes for an identity check. */
export const maxPhotoBytes = 1_048_576;

/**
 * What a field of attachments takes: documents to read, PDF alone, pictures, scans of a paper, videos, a picture of a user (or the logo of an
 * institution), a photo just taken, or anything the server knows.
 */
export type UploadKind = "pdf" | "pdfOnly" | "pic" | "scan" | "video" | "avatar" | "photo" | "any";
const mostBytes: Partial<Readonly<Record<UploadKind, number>>> = { avatar: maxAvatarBytes, photo: maxPhotoBytes };
export const getMaxBytes = (kind: UploadKind): number => mostBytes[kind] ?? maxFileBytes;
const limits: Partial<Readonly<Record<UploadKind, string>>> = { avatar: "500 kB", photo: "1 MB" };

export const uploadTypes: Readonly<Record<UploadKind, readonly string[]>> = {
  pdf: ["pdf", "ppt", "pptx"],
  pdfOnly: ["pdf"],
  pic: ["png", "jpg", "jpeg"],
  scan: ["pdf", "png", "jpg", "jpeg"],
  video: ["mp4"],
  avatar: ["jpg", "jpeg", "png"],
  photo: ["jpg", "jpeg"],
  any: [
    "pdf",
    "ppt",
    "pptx",
    "doc",
    "docx",
    "xls",
    "xlsx",
    "csv",
    "txt",
    "odt",
    "ods",
    "odp",
    "png",
    "jpg",
    "jpeg",
    "gif",
    "bmp",
    "mp4",
    "zip",
  ],
};

/** Which files a kind takes, as every language writes it: the ends of their names, and their size where it is less than that of any file. */
export const describeKind = (kind: UploadKind): string =>
  [uploadTypes[kind].join("/"), limits[kind]].filter((part) => part !== undefined).join(" ≤ ");

/** The part after the last dot, in lower case; empty where there is none. */
export const getExtension = (fileName: string): string => /\.([^.\\/]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";

/**
 * Why a file may not be added to a list, or null.
 * @param listed rows already in the list
 */
export function findUploadIssue(kind: UploadKind, listed: number, file: { name: string; size: number }): Issue | null {
  if (listed >= maxFiles) return issue("FILE_TOO_MANY", "文件数量超出限制", `At most ${maxFiles} files`);
  if (file.size > getMaxBytes(kind))
    return issue("FILE_TOO_LARGE", "文件大小超出限制", `The file is larger than ${limits[kind] ?? "25 MB"}`);
  if (!uploadTypes[kind].includes(getExtension(file.name))) {
    if (kind === "any") return issue("FILE_FORMAT", "文件格式超出限制", "File format not allowed");
    const types = kind === "video" ? "MP4" : uploadTypes[kind].join("/");
    return issue(
      "FILE_FORMAT",
      `文件格式超出限制（仅支持上传${types}文件）`,
      `File format not allowed (only ${types})`,
    );
  }
  return null;
}
