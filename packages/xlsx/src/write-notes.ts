import type { Note } from "./write-sheet.ts";
import { columnLetters } from "./sheet.ts";
import { textXml } from "./write-text.ts";

/** Pieces of a part with an entry for each note. */
function* pieces(begin: string, notes: readonly Note[], entry: (note: Note) => string, end: string): Generator<Buffer> {
  let text = begin;
  for (const note of notes) {
    text += entry(note);
    if (text.length < 64 * 1024) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text + end);
}

/** What notes say. */
export const notesXml = (notes: readonly Note[]): Generator<Buffer> =>
  pieces(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author/></authors><commentList>`,
    notes,
    ({ row, column, text }) =>
      `<comment ref="${columnLetters(column)}${row}" authorId="0"><text>${textXml(text)}</text></comment>`,
    "</commentList></comments>",
  );

/** The boxes they are shown in: programs show no note without one. */
export const noteBoxesXml = (notes: readonly Note[]): Generator<Buffer> =>
  pieces(
    `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">` +
      `<v:shapetype id="note" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`,
    notes,
    ({ row, column }) =>
      `<v:shape type="#note" style="position:absolute;width:180pt;height:60pt;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
      `<x:ClientData ObjectType="Note"><x:Anchor>${column + 1}, 8, ${row - 1}, 4, ${column + 4}, 8, ${row + 3}, 4</x:Anchor>` +
      `<x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
    "</xml>",
  );
