import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type WorkbookFault, newReading } from "@jipei/xlsx/sheet.ts";
import { buildWorkbook, buildZip } from "@jipei/xlsx/testing/ooxml.ts";
import { getPart, openZip } from "@jipei/xlsx/zip.ts";
import { Refusal } from "../foundation/refusal.ts";
import { readSheet } from "./read-sheet.ts";

/** A sound workbook, and what becomes of it. */
const row = (n: number, cells: string) => `<row r="${n}">${cells}</row>`;
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const shared = (at: string, index: number) => `<c r="${at}" t="s"><v>${index}</v></c>`;
const sheet = (...rows: string[]) =>
  buildWorkbook({ sheets: [rows.join("")], sharedStrings: "<si><t>姓名</t></si><si><t>张三</t></si>" });
const names = row(1, shared("A1", 0));
const sound = sheet(names, row(2, shared("A2", 1)), row(3, cell("A3", "13800000000")));
const sheetPart = "xl/worksheets/sheet1.xml";

/** The same workbook with other parts; null takes one out. */
async function withParts(parts: Readonly<Record<string, (text: string) => string | Buffer | null>>): Promise<Buffer> {
  const archive = openZip(sound);
  const all: Record<string, string | Buffer> = {};
  for (const name of archive.keys()) {
    const pieces: Buffer[] = [];
    for await (const piece of getPart(sound, archive, name)) pieces.push(Buffer.from(piece));
    const text = Buffer.concat(pieces).toString();
    const changed = parts[name] ? parts[name](text) : text;
    if (changed !== null) all[name] = changed;
  }
  return buildZip(all);
}
const inSheet = (change: (text: string) => string | Buffer | null) => withParts({ [sheetPart]: change });

/** The same bytes, changed at a field of a part's entry in the directory. */
function withEntry(name: string, change: (bytes: Buffer, entry: number) => void): Buffer {
  const bytes = Buffer.from(sound);
  change(bytes, bytes.lastIndexOf(name) - 46);
  return bytes;
}
const withBytes = (from: string, to: string): Buffer => {
  const bytes = Buffer.from(sound);
  bytes.write(to, bytes.indexOf(from));
  return bytes;
};
const compound = (text: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600), Buffer.from(text, "utf16le")]);

const damaged: Readonly<Record<WorkbookFault, [bytes: Buffer | Promise<Buffer>, zh: string, en: string]>> = {
  oldFormat: [
    compound("Workbook"),
    "文件是旧版 .xls 格式，请另存为 .xlsx 后再导入",
    "it is in the old .xls format; save it as .xlsx first",
  ],
  binaryFormat: [
    withParts({ "_rels/.rels": (text) => text.replace("xl/workbook.xml", "xl/workbook.bin") }),
    "文件是 .xlsb 二进制格式，请另存为 .xlsx 后再导入",
    "it is in the .xlsb format; save it as .xlsx first",
  ],
  encrypted: [
    compound("EncryptedPackage"),
    "文件设有打开密码，请取消密码后再导入",
    "it opens with a password; save it without one first",
  ],
  empty: [Buffer.alloc(0), "文件是空的", "the file is empty"],
  markup: [
    Buffer.from("<html><table><tr><td>姓名</td></tr></table></html>"),
    "文件是网页或 XML，只是扩展名像工作簿；请用 Excel 打开并另存为 .xlsx",
    "it is a web page or XML that is only named like a workbook; open it in Excel and save it as .xlsx",
  ],
  noTable: [
    Buffer.from([0, 1, 2, 255]),
    "不是 Excel 工作簿，也不是文本文件",
    "it is neither an Excel workbook nor a text file",
  ],
  noWorkbook: [
    buildZip({ "word/document.xml": "<w/>" }),
    "是压缩包或其他文件，不是 Excel 工作簿",
    "it is an archive or another document, no Excel workbook",
  ],
  noSheet: [
    withParts({ "xl/workbook.xml": (text) => text.replace(/<sheets>.*<\/sheets>/, "<sheets/>") }),
    "其中没有工作表",
    "there is no worksheet in it",
  ],
  openQuote: [
    Buffer.from('姓名,电话\n"张三,13800000000\n李四,13800000001\n'),
    "文本文件的引号没有成对，末尾内容可能缺失",
    "quotes of the text file are not closed; its end may be missing",
  ],
  tooManyCells: [
    sheet(names, row(2, cell("XFD2", "x"))),
    "工作表“Sheet1”单元格XFD2：超出200000行或200列",
    "sheet “Sheet1”, cell XFD2: there are more than 200000 rows or 200 columns",
  ],
  noDirectory: [
    sound.subarray(0, -30),
    "文件不完整，末尾缺失，请重新获取",
    "the end of the file is missing; fetch it again",
  ],
  directory: [
    withEntry("xl/styles.xml", (bytes, entry) => bytes.writeUInt32LE(0, entry)),
    "文件目录已损坏，请重新获取",
    "the directory of the file is damaged; fetch it again",
  ],
  tooManyParts: [
    buildZip(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`a${i}`, "x"]))),
    "文件包含的部件过多",
    "it has too many parts",
  ],
  tooLarge: [
    withEntry(sheetPart, (bytes, entry) => {
      bytes.writeUInt32LE(500_000_000, entry + 20);
      bytes.writeUInt32LE(500_000_000, entry + 24);
    }),
    "文件解压后过大",
    "it is too large when unpacked",
  ],
  packedTooWell: [
    buildWorkbook({ sheets: [row(1, cell("A1", "a".repeat(2_000_000)))], packed: true }),
    `部件“${sheetPart}”：压缩比过高，拒绝读取`,
    `part “${sheetPart}”: it unpacks to suspiciously much`,
  ],
  doubledPart: [
    buildZip({ "xl/workbook.xml": "<workbook/>", "xl/Workbook.xml": "<workbook/>" }),
    "部件“xl/Workbook.xml”：重复出现，无法确定以哪一份为准",
    "part “xl/Workbook.xml”: it is there twice, and nobody can say which one counts",
  ],
  missingPart: [
    withParts({ "xl/sharedStrings.xml": () => null }),
    "部件“xl/sharedStrings.xml”：缺失，文件不完整",
    "part “xl/sharedStrings.xml”: it is missing",
  ],
  damagedPart: [
    withEntry(sheetPart, (bytes, entry) => bytes.writeUInt32LE(0, bytes.readUInt32LE(entry + 42))),
    "工作表“Sheet1”：已损坏，请重新获取",
    "sheet “Sheet1”: it is damaged; fetch the file again",
  ],
  cutOffPart: [
    withEntry(sheetPart, (bytes, entry) => {
      bytes.writeUInt32LE(bytes.readUInt32LE(entry + 20) + 9999, entry + 20);
      bytes.writeUInt32LE(bytes.readUInt32LE(entry + 24) + 9999, entry + 24);
    }),
    "工作表“Sheet1”：不完整，请重新获取",
    "sheet “Sheet1”: it is cut off; fetch the file again",
  ],
  packing: [
    withEntry("xl/styles.xml", (bytes, entry) => bytes.writeUInt16LE(12, entry + 10)),
    "部件“xl/styles.xml”：压缩方式不支持，请用 Excel 另存",
    "part “xl/styles.xml”: it is packed in a way that is not read; save it in Excel",
  ],
  partSize: [
    withEntry("xl/styles.xml", (bytes, entry) => bytes.writeUInt32LE(20, entry + 24)),
    "部件“xl/styles.xml”：实际大小超出文件目录所记",
    "part “xl/styles.xml”: it is larger than the directory of the file says",
  ],
  checksum: [
    withBytes("13800000000", "13800000001"),
    "工作表“Sheet1”：校验和不符，内容已被改动或损坏",
    "sheet “Sheet1”: its checksum is wrong: it was altered or damaged",
  ],
  documentType: [
    inSheet((text) => text.replace("<worksheet", '<!DOCTYPE x [<!ENTITY a "b">]><worksheet')),
    "工作表“Sheet1”：含有不允许的文档类型声明",
    "sheet “Sheet1”: it declares a document type, which is not allowed",
  ],
  encoding: [
    withParts({ "xl/sharedStrings.xml": (text) => Buffer.from(`\ufeff${text}`, "utf16le") }),
    "部件“xl/sharedStrings.xml”：文字编码不是 UTF-8",
    "part “xl/sharedStrings.xml”: its text is not in UTF-8",
  ],
  tags: [
    inSheet((text) => text.replace("</sheetData>", "</sheetView>")),
    "工作表“Sheet1”第3行之后：标记不配对，内容已损坏",
    "sheet “Sheet1”, after row 3: its tags do not match; it is damaged",
  ],
  unfinishedPart: [
    inSheet((text) => text.slice(0, text.indexOf('<row r="3"'))),
    "工作表“Sheet1”第2行之后：内容没有写完",
    "sheet “Sheet1”, after row 2: it ends before it is finished",
  ],
  row: [
    sheet(names, row(2, cell("A2", "x")).replace('r="2"', 'r="x"')),
    "工作表“Sheet1”第1行之后：下一行的行号无效",
    "sheet “Sheet1”, after row 1: the number of the next row is none",
  ],
  doubledRow: [
    sheet(names, row(2, cell("A2", "x")), row(2, cell("A2", "y"))),
    "工作表“Sheet1”第2行：该行重复出现或次序错误",
    "sheet “Sheet1”, row 2: the row is there twice, or out of order",
  ],
  cell: [
    sheet(names, row(2, cell("A7", "x"))),
    "工作表“Sheet1”单元格A2：单元格不在它所写的位置",
    "sheet “Sheet1”, cell A2: the cell does not stand where it says",
  ],
  doubledCell: [
    sheet(names, row(2, cell("A2", "x") + cell("A2", "y"))),
    "工作表“Sheet1”单元格A2：该单元格重复出现或次序错误",
    "sheet “Sheet1”, cell A2: the cell is there twice, or out of order",
  ],
  missingText: [
    sheet(names, row(2, shared("A2", 7))),
    "工作表“Sheet1”单元格A2：单元格引用的文字不存在",
    "sheet “Sheet1”, cell A2: the text that the cell refers to does not exist",
  ],
  missingFormat: [
    sheet(names, row(2, '<c r="B2" s="9"><v>46027</v></c>')),
    "工作表“Sheet1”单元格B2：单元格引用的格式不存在",
    "sheet “Sheet1”, cell B2: the format that the cell refers to does not exist",
  ],
  formulaWithoutValue: [
    sheet(names, row(2, '<c r="C2"><f>SUM(A1)</f></c>')),
    "工作表“Sheet1”单元格C2：公式没有计算结果，请用 Excel 打开并保存后再导入",
    "sheet “Sheet1”, cell C2: the formula has no value; open the file in Excel and save it first",
  ],
};

/** What reading says of a file; null where it was read to its end. */
async function refusalOf(bytes: Buffer): Promise<Refusal | null> {
  try {
    for await (const _row of readSheet(bytes, newReading()));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

describe("readSheet", () => {
  it("reads the sound workbook that the others are made of, however it is packed", async () => {
    assert.equal(await refusalOf(sound), null);
    assert.equal(await refusalOf(await withParts({})), null);
  });

  for (const [fault, [bytes, zh, en]] of Object.entries(damaged))
    it(`refuses a workbook that is damaged by «${fault}», and says so, with its place`, async () => {
      const refusal = await refusalOf(await bytes);
      assert.deepEqual(
        [refusal?.code, refusal?.zh, refusal?.en],
        ["WORKBOOK_UNREADABLE", `无法读取工作簿：${zh}`, `The workbook cannot be read: ${en}`],
      );
    });

  it("refuses a workbook that ends anywhere, or in which any byte of a part was changed", async () => {
    for (const packed of [false, true]) {
      const whole = buildWorkbook({
        sheets: [names + row(2, shared("A2", 1)) + row(3, cell("A3", "13800000000"))],
        sharedStrings: "<si><t>姓名</t></si><si><t>张三</t></si>",
        packed,
      });
      for (let end = 0; end < whole.length - 1; end += 7)
        assert.ok(await refusalOf(whole.subarray(0, end)), `${end} of ${whole.length} bytes`);
      const archive = openZip(whole);
      for (const name of ["xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml", sheetPart]) {
        const { at, packed: size } = archive.get(name) as { at: number; packed: number };
        const start = at + 30 + name.length;
        for (let i = start; i < start + size; i += 5) {
          const altered = Buffer.from(whole);
          altered[i] = (altered[i] as number) ^ 1;
          assert.ok(await refusalOf(altered), `byte ${i - start} of ${name}`);
        }
      }
    }
  });
});
