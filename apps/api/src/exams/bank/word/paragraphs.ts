import { type Place, type TagReader, attribute, getText, readXml } from "@jipei/xlsx/xml.ts";
import { type Archive, getPart, openZip } from "@jipei/xlsx/zip.ts";

/** A paragraph of a Word document. */
export interface Paragraph {
  text: string;
  /** How Word numbers it, where the number is not part of the text: `decimal`, `upperLetter`, … */
  numbered: string | null;
  hasPicture: boolean;
}

const documentPart = "word/document.xml";
const numberingPart = "word/numbering.xml";

/** The paragraphs of a .docx file in their order, those of tables among them. @throws WorkbookError where it is damaged or no Word document */
export async function readParagraphs(bytes: Buffer): Promise<Paragraph[]> {
  const archive = openZip(bytes);
  const formats = archive.has(numberingPart) ? await readNumbering(bytes, archive) : new Map<string, string>();
  const found: Paragraph[] = [];
  let now: Paragraph | null = null;
  let level = "0";
  const reader: TagReader = {
    wantsText: false,
    open(name, at) {
      if (name === "p") now = { text: "", numbered: null, hasPicture: false };
      if (!now) return;
      if (name === "t") reader.wantsText = true;
      if (name === "tab") now.text += " ";
      if (name === "br") now.text += "\n";
      if (name === "drawing" || name === "pict" || name === "oMath") now.hasPicture = true;
      if (name === "ilvl") level = value(at) ?? "0";
      if (name === "numId") now.numbered = formats.get(`${value(at)} ${level}`) ?? null;
    },
    close(name) {
      if (name === "t") reader.wantsText = false;
      if (name !== "p" || !now) return;
      found.push(now);
      now = null;
      level = "0";
    },
    text(at, isData) {
      if (now) now.text += getText(at, isData);
    },
  };
  await readXml(getPart(bytes, archive, documentPart), reader);
  return found;
}

const value = (at: Place): string | undefined => attribute(at, "val");

/** The format of each level of each list, by «list level». */
async function readNumbering(bytes: Buffer, archive: Archive): Promise<Map<string, string>> {
  const abstract = new Map<string, string>();
  const lists = new Map<string, string>();
  let [inAbstract, level, list] = ["", "", ""];
  await readXml(getPart(bytes, archive, numberingPart), {
    wantsText: false,
    open(name, at) {
      if (name === "abstractNum") inAbstract = attribute(at, "abstractNumId") ?? "";
      if (name === "lvl") level = attribute(at, "ilvl") ?? "0";
      if (name === "numFmt") abstract.set(`${inAbstract} ${level}`, value(at) ?? "");
      if (name === "num") list = attribute(at, "numId") ?? "";
      if (name === "abstractNumId" && list) lists.set(list, value(at) ?? "");
    },
    close(name) {
      if (name === "num") list = "";
    },
    text() {},
  });
  const formats = new Map<string, string>();
  for (const [id, base] of lists)
    for (const [key, format] of abstract)
      if (key.startsWith(`${base} `)) formats.set(`${id}${key.slice(base.length)}`, format);
  return formats;
}
