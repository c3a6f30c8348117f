import assert from "node:assert/strict";
import { test } from "node:test";
import { buildWorkbook } from "./testing/ooxml.ts";
import { getDate, sheetReader, showsDate } from "./sheet-reader.ts";
import { readWorkbook } from "./read-workbook.ts";
import { type SheetRow, WorkbookError, newReading } from "./sheet.ts";
import { scanner } from "./xml.ts";

/** XML may be written in many ways, and a piece may end anywhere. */
const context = { sharedStrings: ["甲", "乙"], dateFormats: [false, true], since1904: false, columns: 50 };

function getRows(xml: string, step = xml.length * 4): SheetRow[] {
  const rows: SheetRow[] = [];
  const scan = scanner(sheetReader(context, rows));
  const bytes = Buffer.from(xml);
  for (let at = 0; at < bytes.length; at += step) scan.take(bytes.subarray(at, at + step));
  scan.end();
  return rows;
}

const sheet = `<?xml version="1.0"?><!-- <c r="Z1"><v>9</v></c> --><x:worksheet xmlns:x='u'><x:sheetData>
<x:row r='2'><x:c r = "A2" t='s'><x:v>1</x:v></x:c><x:c r="C2" t="inlineStr"><x:is><x:t xml:space="preserve"> a &amp; &lt;b&gt; &#x5f20;&#19977; </x:t></x:is></x:c></x:row>
<x:row><x:c t="str"><x:f>"&lt;"</x:f><x:v><![CDATA[<&>]]></x:v></x:c><x:c s="1"><x:v>46027</x:v></x:c><x:c/><x:c><x:v>1.5E2</x:v></x:c><x:c t="inlineStr"><x:is><x:r><x:t>富</x:t></x:r><x:r><x:rPr><x:b/></x:rPr><x:t>文本</x:t></x:r><x:rPh sb="0" eb="1"><x:t>フ</x:t></x:rPh></x:is></x:c></x:row>
</x:sheetData></x:worksheet>`;
const expected = [
  { row: 2, values: ["乙", null, " a & <b> 张三 "] },
  { row: 3, values: ["<&>", new Date("2026-01-05T00:00:00Z"), null, 150, "富文本"] },
];

test("reads prefixes, quotes of both kinds, entities, CDATA, comments, rich text, cells without reference", () => {
  assert.deepEqual(getRows(sheet), expected);
});

test("reads the same whatever the pieces are", () => {
  for (const step of [1, 2, 3, 7, 64]) assert.deepEqual(getRows(sheet, step), expected, `pieces of ${step}`);
});

test("refuses document types, other encodings, tags that do not match and tags without end", () => {
  const faulty = (fault: WorkbookError["fault"]) => (error: unknown) =>
    error instanceof WorkbookError && error.fault === fault;
  assert.throws(() => getRows('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'), faulty("documentType"));
  const other = scanner(sheetReader(context, []));
  assert.throws(() => other.take(Buffer.from("\ufeff<worksheet/>", "utf16le")), faulty("encoding"));
  assert.throws(() => getRows("<row><c></row></c>"), faulty("tags"));
  const scan = scanner(sheetReader(context, []));
  scan.take(Buffer.from("<a "));
  assert.throws(() => {
    for (let i = 0; i < 100; i++) scan.take(Buffer.alloc(128 * 1024, 0x61));
  }, faulty("unfinishedPart"));
});

test("takes a `>` in an attribute for what it is", () => {
  assert.deepEqual(getRows('<row r="1" x="a>b" y=\'">"\'><c><v>1</v></c></row>'), [{ row: 1, values: [1] }]);
});

test("knows formats that show dates, and the day that never was", () => {
  for (const code of ["yyyy-mm-dd", "m/d/yy h:mm", '[$-804]yyyy"年"m"月"d"日";@', "h:mm:ss AM/PM", "mmm-yy"])
    assert.ok(showsDate(176, code), code);
  for (const code of ["General", "0.00", "#,##0.00_);[Red]\\(#,##0.00\\)", '"day" 0', "0\\d", "@", "¥#,##0"])
    assert.ok(!showsDate(176, code), code);
  assert.ok(showsDate(14, undefined) && showsDate(22, undefined) && !showsDate(2, undefined));
  const days: [number, boolean, string][] = [
    [1, false, "1900-01-01"],
    [59, false, "1900-02-28"],
    [61, false, "1900-03-01"],
    [46027, false, "2026-01-05"],
    [44565, true, "2026-01-05"],
  ];
  for (const [serial, since1904, day] of days) assert.equal(getDate(serial, since1904).toISOString().slice(0, 10), day);
  assert.equal(getDate(46027.354166666664, false).toISOString(), "2026-01-05T08:30:00.000Z");
});

test("a hidden sheet is read only when no other has rows", async () => {
  const cell = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const read = async (bytes: Buffer) => {
    for await (const { values } of readWorkbook(bytes)) return values[0];
  };
  assert.equal(await read(buildWorkbook({ sheets: [cell("隐藏"), cell("可见")], hidden: [0] })), "可见");
  assert.equal(await read(buildWorkbook({ sheets: [cell("隐藏"), ""], hidden: [0] })), "隐藏");
  const blanks = '<row r="1"><c r="A1" t="inlineStr"><is><t> </t></is></c></row>';
  assert.equal(await read(buildWorkbook({ sheets: [blanks, cell("有内容")] })), "有内容");
});

test("tells of cells merged over several rows, of the sheet that is read", async () => {
  const row = (n: number) => `<row r="${n}"><c r="A${n}"><v>1</v></c></row>`;
  const merges =
    '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="B2:C4"/><mergeCell ref="D2:D3"></mergeCell></mergeCells>';
  const reading = newReading();
  const bytes = buildWorkbook({ sheets: ["", row(1) + row(2)], after: merges });
  for await (const _row of readWorkbook(bytes, undefined, reading));
  assert.deepEqual(reading.merged, [
    { ref: "B2:C4", lastRow: 4 },
    { ref: "D2:D3", lastRow: 3 },
  ]);
});

test("tells which rows nobody sees, and which other sheets have rows", async () => {
  const cell = (n: number, more = "") => `<row r="${n}"${more}><c r="A${n}" t="inlineStr"><is><t>x</t></is></c></row>`;
  const reading = newReading();
  const bytes = buildWorkbook({
    sheets: [cell(1) + cell(2, ' hidden="1"') + cell(3), "", cell(1), cell(1), '<row r="x"/>'],
    hidden: [3],
  });
  const hidden: number[] = [];
  for await (const { row, isHidden } of readWorkbook(bytes, undefined, reading)) if (isHidden) hidden.push(row);
  assert.deepEqual([reading.sheet, hidden, reading.others], ["Sheet1", [2], ["Sheet3", "Sheet5"]]);
});
