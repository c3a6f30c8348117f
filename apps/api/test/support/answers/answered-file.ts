import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { strFromU8, unzipSync } from "fflate";

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString("latin1") === "PK";

/** The rows of a workbook that a call answered; null where the file is none. */
export function rowsOfWorkbook(bytes: Buffer): ReturnType<typeof readWorkbook> | null {
  // The name of its main part stands in every zip file as it is.
  return isZip(bytes) && bytes.includes("xl/workbook.xml") ? readWorkbook(bytes) : null;
}

/** What other files say: the parts of a zip file (a Word document, a package), or the bytes as they are. */
export const textsOfFile = (bytes: Buffer): string[] =>
  isZip(bytes) ? Object.values(unzipSync(bytes)).map((part) => strFromU8(part)) : [bytes.toString("latin1")];
