import { type Place, type TagReader, attribute, getText, readXml } from "@jipei/xlsx/xml.ts";
import { type Archive, getPart, openZip } from "@jipei/xlsx/zip.ts";
import { MathTree } from "./math-tree.ts";
import { type WordObject, getMark, withoutMarks, wordsFirst } from "./objects.ts";
import { UnknownMath, toLatex } from "./omml-to-latex.ts";
import { readRelations } from "./relations.ts";

/** A paragraph of a Word document. */
export interface Paragraph {
  /** Formulas stand in it as LaTeX, whatever else is no text as a mark (objects.ts). */
  text: string;
  /** How Word numbers it, where the number is not part of the text: `decimal`, `upperLetter`, … */
  numbered: string | null;
}
export interface WordText {
  paragraphs: Paragraph[];
  /** What the marks mean, by their numbers. */
  objects: WordObject[];
}

const documentPart = "word/document.xml";
const numberingPart = "word/numbering.xml";

/** What the document no longer says, and the second form of a drawing for programs that do not know the first. */
const skipped = new Set(["del", "moveFrom", "Fallback"]);
/** Around a picture, or anything else that is drawn. */
const drawings = new Set(["drawing", "pict", "object"]);

/** The paragraphs of a .docx file in their order, those of tables and text boxes among them. @throws WorkbookError where it is damaged or no Word document */
export async function readParagraphs(bytes: Buffer, archive: Archive = openZip(bytes)): Promise<WordText> {
  const formats = archive.has(numberingPart) ? await readNumbering(bytes, archive) : new Map<string, string>();
  const relations = await readRelations(bytes, archive);
  const paragraphs: Paragraph[] = [];
  const objects: WordObject[] = [];
  /** A text box is a paragraph within another one. */
  const open: Paragraph[] = [];
  let level = "0";
  let skipping = 0;
  /** Drawings within each other, and whether something of the outermost was understood. */
  const drawing = { depth: 0, isKnown: false };
  let math: MathTree | null = null;

  const add = (object: WordObject): void => {
    const now = open.at(-1);
    if (now) now.text += getMark(objects.push(object) - 1);
  };
  const addPicture = (relation: string | undefined): void => {
    drawing.isKnown = true;
    const part = relation === undefined ? null : relations.get(relation);
    add(part === null ? { kind: "outside" } : { kind: "picture", part: part ?? "" });
  };
  const addText = (text: string): void => {
    const now = open.at(-1);
    if (!now) return;
    // A formula ends where no digit follows.
    const isGlued = now.text.endsWith("$") && /^\d/.test(text);
    now.text += (isGlued ? " " : "") + withoutMarks(text);
  };
  const addFormula = (tree: MathTree): void => {
    const now = open.at(-1);
    const found = readFormula(tree);
    if (typeof found !== "string") add(found);
    else if (now && found !== "") now.text += `${now.text.endsWith("\\") ? " " : ""}$${found}$`;
  };

  /** What is drawn, or stands in a drawing. */
  function openDrawing(name: string, at: Place): void {
    if (drawings.has(name) && drawing.depth++ === 0) drawing.isKnown = false;
    if (drawing.depth === 0) return;
    if (name === "blip") addPicture(attribute(at, "embed"));
    if (name === "imagedata") addPicture(attribute(at, "id"));
    // A text box is read as a text; a line across the page says nothing.
    if (name === "txbxContent" || attribute(at, "hr") !== undefined) drawing.isKnown = true;
  }

  const reader: TagReader = {
    wantsText: false,
    open(name, at) {
      if (skipping > 0 || (skipped.has(name) && !math)) skipping++;
      if (skipping > 0) return;
      if (name === "t") reader.wantsText = true;
      if (math) return math.open(name, at);
      if (name === "p") open.push({ text: "", numbered: null });
      const now = open.at(-1);
      if (!now) return;
      if (name === "oMath") math = new MathTree();
      if (name === "tab") addText(" ");
      if (name === "br") addText("\n");
      openDrawing(name, at);
      if (name === "ilvl") level = value(at) ?? "0";
      if (name === "numId") now.numbered = formats.get(`${value(at)} ${level}`) ?? null;
    },
    close(name) {
      if (skipping > 0) {
        skipping--;
        return;
      }
      if (name === "t") reader.wantsText = false;
      if (math) {
        const tree = math;
        if (!tree.close()) return;
        math = null;
        addFormula(tree);
        return;
      }
      if (drawings.has(name) && --drawing.depth === 0 && !drawing.isKnown) add({ kind: "drawing" });
      if (name !== "p") return;
      const ended = open.pop();
      if (ended) paragraphs.push({ ...ended, text: wordsFirst(ended.text) });
      level = "0";
    },
    text(at, isData) {
      const text = getText(at, isData);
      if (math) math.addText(text);
      else addText(text);
    },
  };
  await readXml(getPart(bytes, archive, documentPart), reader);
  return { paragraphs, objects };
}

/** The LaTeX of a formula, or what is not known of it. */
function readFormula(tree: MathTree): string | WordObject {
  if (tree.isTooLarge) return { kind: "formula", unknown: "…" };
  try {
    return toLatex(tree.root);
  } catch (error) {
    if (error instanceof UnknownMath) return { kind: "formula", unknown: error.what };
    throw error;
  }
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
