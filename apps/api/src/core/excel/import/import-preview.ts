import type { ImportPreview } from "@jipei/contract/core/import.ts";
import { getExtension } from "@jipei/contract/core/fields/upload-rules.ts";
import type { ImportBody } from "@jipei/contract/core/import.ts";
import type { ImportRow, Importer, RowFile } from "./import-definition.ts";

/** Bytes of all pictures that a report shows; those after them are named only. */
const shownBytes = 4 * 1024 * 1024;

/** The rows of a sheet as they will look, with their pictures as far as there is room. */
export function buildPreviews<I extends ImportBody, C>(
  { preview = (values) => values }: Importer<I, C>,
  rows: readonly ImportRow[],
  files: readonly RowFile[],
): ImportPreview[] {
  const byRow = Map.groupBy(files, ({ row }) => row);
  let room = shownBytes;
  const show = ({ name, bytes }: RowFile): string => {
    if (bytes.length > room) return "";
    room -= bytes.length;
    const type = getExtension(name) === "png" ? "png" : "jpeg";
    return `data:image/${type};base64,${bytes.toString("base64")}`;
  };
  return rows.map(({ row, values }) => {
    const texts = Object.entries(values).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, String(value)]],
    );
    const pictures = (byRow.get(row) ?? []).filter(({ kind }) => kind === "pic");
    return {
      row,
      values: preview(Object.fromEntries(texts)),
      pictures: Object.fromEntries(pictures.map((file) => [file.field, show(file)])),
    };
  });
}
