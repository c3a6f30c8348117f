import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cellText } from "./cell-text.ts";
import { readLimits, readWorkbook } from "./read-workbook.ts";
import { WorkbookError, newReading } from "./sheet.ts";
import { buildWorkbook, buildZip } from "./testing/ooxml.ts";

/** What Excel, WPS and LibreOffice write for the same table differs; what is read must not. */
async function read(bytes: Buffer): Promise<[row: number, ...texts: string[]][]> {
  const rows: [number, ...string[]][] = [];
  for await (const { row, values } of readWorkbook(bytes))
    rows.push([row, ...values.map((value) => cellText(value).text)]);
  return rows;
}
const isUnreadable = (error: unknown) => error instanceof WorkbookError;

test("Excel: shared strings, rich text, phonetic guides, kept blanks, dates as serial numbers", async () => {
  const file = buildWorkbook({
    worksheet:
      'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"',
    before:
      '<dimension ref="A1:E4"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="13.8" x14ac:dyDescent="0.25"/><cols><col min="1" max="1" width="20" customWidth="1"/></cols>',
    sheets: [
      '<row r="1" spans="1:5"><c r="A1" t="s"><v>0</v></c><c r="B1" s="2"/></row><row r="3" spans="1:5"><c r="A3" t="s"><v>1</v></c><c r="B3" t="s"><v>2</v></c><c r="C3" s="1"><v>46027</v></c><c r="D3"><v>1234.5600000000001</v></c><c r="E3" s="2"><v>46027.5</v></c></row><row r="4"><c r="A4" t="s"><v>3</v></c><c r="C4" t="b"><v>1</v></c></row>',
    ],
    sharedStrings:
      '<si><t>标题</t></si><si><r><t>张</t></r><r><rPr><b/></rPr><t xml:space="preserve">三 </t></r></si><si><t xml:space="preserve"> 329999199001010011 </t></si><si><t>李四</t><rPh sb="0" eb="1"><t>リ</t></rPh></si>',
    formats: '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/>',
    after: '<mergeCells count="1"><mergeCell ref="A1:E1"/></mergeCells>',
  });
  assert.deepEqual(await read(file), [
    [1, "标题", ""],
    [3, "张三", "329999199001010011", "2026-01-05", "1234.56", "2026-01-05 12:00:00"],
    [4, "李四", "", "是"],
  ]);
});

test("WPS: inline strings, formulas with their text, own date formats, cells and rows without a reference", async () => {
  const file = buildWorkbook({
    sheets: [
      '<row><c t="inlineStr"><is><t>姓名</t></is></c><c t="inlineStr"><is><r><t>证件</t></r><r><t>号码</t></r></is></c><c t="inlineStr"><is><t>日期</t></is></c></row><row><c t="str"><f>"张"&amp;"三"</f><v>张三</v></c><c t="inlineStr"><is><t xml:space="preserve">32999919930707005X</t></is></c><c s="1"><v>46082</v></c><c><f>SUM(A1)</f><v>3</v></c></row>',
    ],
    numFmts:
      '<numFmts count="1"><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/></numFmts>',
    formats: '<xf numFmtId="0"/><xf numFmtId="176" applyNumberFormat="1"/>',
  });
  assert.deepEqual(await read(file), [
    [1, "姓名", "证件号码", "日期"],
    [2, "张三", "32999919930707005X", "2026-03-01", "3"],
  ]);
});

test("LibreOffice: a sheet it wrote itself", async () => {
  const file = readFileSync(join(import.meta.dirname, "testing/libreoffice-roster.xlsx"));
  assert.deepEqual(await read(file), [
    [1, "2026年第一期学员花名册", "", "", "", "", ""],
    [2, "姓名", "身份证号码", "性别", "入职日期", "费用", "人数"],
    [3, "张小三", "329999198503150028", "女", "2026-01-05", "1500.1", "#VALUE!"],
    [4, "李 四", "32999919930707005X", "男", "2026年3月1日", "0.3", "3"],
  ]);
});

test("Excel for Mac counts days from 1904; an empty first sheet is skipped", async () => {
  const file = buildWorkbook({
    date1904: true,
    sheets: ["", '<row r="1"><c r="A1" s="1"><v>44565</v></c><c r="B1" t="inlineStr"><is><t>x</t></is></c></row>'],
    formats: '<xf numFmtId="0"/><xf numFmtId="14"/>',
  });
  assert.deepEqual(await read(file), [[1, "2026-01-05", "x"]]);
});

test("refuses parts that unpack to more than they say, entities, and rows and columns without end", async () => {
  const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>';
  const lying = buildWorkbook({ sheets: [row.repeat(200)], packed: true });
  const at = lying.lastIndexOf("xl/worksheets/sheet1.xml") - 46;
  lying.writeUInt32LE(50, at + 24);
  await assert.rejects(read(lying), isUnreadable);
  await assert.rejects(
    read(buildWorkbook({ sheets: ['<row r="900000"><c r="A900000"><v>1</v></c></row>'] })),
    isUnreadable,
  );
  await assert.rejects(read(buildWorkbook({ sheets: ['<row r="1"><c r="XFD1"><v>1</v></c></row>'] })), isUnreadable);
  await assert.rejects(
    read(buildWorkbook({ sheets: ['<row r="1"><c r="A1"><v>1</v></c>'] }).subarray(0, -40)),
    isUnreadable,
  );
  await assert.rejects(read(buildZip({ "word/document.xml": "<w/>" })), isUnreadable);
  const many = buildZip(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`a${i}`, "x"])));
  await assert.rejects(read(many), isUnreadable);
  const laughs = buildWorkbook({ sheets: [row] })
    .toString("latin1")
    .replace("<worksheet", '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet');
  await read(Buffer.from(laughs, "latin1")).catch((error: unknown) => assert.ok(isUnreadable(error)));
});

test("cellText turns numbers, dates and blanks into what one would type", () => {
  assert.deepEqual(cellText(329999199001010011), { text: "329999199001009984", lostDigits: true });
  assert.deepEqual(cellText(13800000000), { text: "13800000000", lostDigits: false });
  assert.equal(cellText(0.1 + 0.2).text, "0.3");
  assert.equal(cellText("\u3000 张三\u00a0\u200b").text, "张三");
});

test("tells of the part of a sheet that is read", async () => {
  const row = (n: number) => `<row r="${n}"><c r="A${n}"><v>${n}</v></c></row>`;
  const sheet = Array.from({ length: 20_000 }, (_, i) => row(i + 1)).join("");
  for (const file of [buildWorkbook({ sheets: [sheet], packed: true }), Buffer.from("a,b\n".repeat(2000))]) {
    const parts: number[] = [];
    const reading = newReading();
    for await (const _row of readWorkbook(file, readLimits, reading)) parts.push(reading.part);
    assert.deepEqual(
      parts,
      parts.toSorted((a, b) => a - b),
    );
    assert.ok(new Set(parts).size > 3 && (parts[1] as number) < 0.5 && (parts.at(-1) as number) > 0.99);
  }
});
