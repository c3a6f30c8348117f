import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readXlsx } from "hucre/xlsx";
import { buildWorkbook } from "../testing/ooxml.ts";
import { type TemplateValue, fillTemplate } from "./fill-template.ts";
import { readGrids } from "./sheet-grid.ts";
import { openTemplate } from "./template-book.ts";
import { writeForm } from "./write-form.ts";

const text = (at: string, value: string, style = 0) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`;
const formula = (at: string, value: string) => `<c r="${at}"><f>${value}</f><v>0</v></c>`;
const formats = `<xf/><xf numFmtId="14"/>`;
/** Title, a repeated row of two lines, and below it a sum and a picture of all. */
const rows = [
  `<row r="1">${text("A1", "{{title}} 共{{count}}条")}</row>`,
  `<row r="2">${text("A2", "{{#each rows}}")}</row>`,
  `<row r="3" ht="30" customHeight="1">${text("A3", "{{name}}")}${text("B3", "{{amount}}")}${text("C3", "{{day}}", 1)}${formula("D3", "B3*2+B$1")}</row>`,
  `<row r="4">${text("A4", "备注：{{note}}")}</row>`,
  `<row r="5">${text("A5", "{{/each}}")}</row>`,
  `<row r="6">${text("A6", "合计")}${formula("B6", "SUM(B3)")}${formula("C6", "ROUND(AVERAGE(B3:B4),1)")}${formula("D6", "B6/0")}</row>`,
].join("");
const template = (sheet = rows, more: object = {}) =>
  buildWorkbook({
    sheets: [sheet],
    formats,
    after: `<mergeCells count="3"><mergeCell ref="A1:D1"/><mergeCell ref="A4:D4"/><mergeCell ref="E3:E6"/></mergeCells><conditionalFormatting sqref="B3:B4"><cfRule type="expression"><formula>B3&gt;1</formula></cfRule></conditionalFormatting>`,
    ...more,
  });

const of = (values: Readonly<Record<string, TemplateValue>>) => (place: string) => values[place] ?? null;
const filled = (people: readonly Readonly<Record<string, TemplateValue>>[], from = template()) =>
  fillTemplate(from, { once: of({ title: "一览", count: { number: String(people.length) } }), rows: people.map(of) });

const two = [
  { name: "张三", amount: { number: "1500.50" }, day: { day: "2026-02-28" }, note: "" },
  { name: "=cmd|'/c calc'!A1", amount: { number: "12345678901234567890" }, day: null, note: "{{title}}" },
];

describe("fillTemplate", () => {
  it("writes rows out and moves what stands below: values, merged cells, formulas, conditions", async () => {
    const workbook = await filled(two);
    const sheet = (await readXlsx(workbook)).sheets[0];
    assert.deepEqual(sheet?.rows[0]?.[0], "一览 共2条");
    assert.deepEqual(
      sheet?.rows.slice(1, 5).map((row) => row[0]),
      ["张三", "备注：", "=cmd|'/c calc'!A1", "备注：{{title}}"],
    );
    assert.deepEqual([sheet?.rows[1]?.[1], sheet?.rows[3]?.[1]], [1500.5, "12345678901234567890"]);
    const book = await openTemplate(workbook);
    const xml = book.parts.get("xl/worksheets/sheet1.xml")?.toString("utf8") ?? "";
    for (const part of [
      `<mergeCell ref="A3:D3"/>`,
      `<mergeCell ref="A5:D5"/>`,
      `<mergeCell ref="E2:E6"/>`,
      `<f>SUM(B2:B4)</f>`,
      `<f>ROUND(AVERAGE(B2:B5),1)</f>`,
      `<f>B4*2+B$1</f>`,
      `sqref="B2:B5"`,
      `<row r="2" ht="30" customHeight="1">`,
    ])
      assert.ok(xml.includes(part), `${part} in ${xml}`);
    assert.ok(!xml.includes("{{#each") && book.workbook.children.length > 0);
  });

  it("keeps values from being formulas or places: texts in cells that are marked as texts", async () => {
    const workbook = await filled(two);
    const book = await openTemplate(workbook);
    const xml = book.parts.get("xl/worksheets/sheet1.xml")?.toString("utf8") ?? "";
    assert.match(xml, /<c r="A4" s="2" t="inlineStr"><is><t xml:space="preserve">=cmd\|'\/c calc'!A1<\/t>/);
    assert.match(book.parts.get("xl/styles.xml")?.toString("utf8") ?? "", /quotePrefix="1"/);
    assert.ok(!/<f>[^<]*cmd/.test(xml));
  });

  it("leaves one empty row where there is none, so that sums stay", async () => {
    const [grid] = await readGrids(await filled([]));
    assert.deepEqual(
      grid?.boxes.filter(({ row }) => row === 3).map(({ text: shown }) => shown),
      ["合计", "0", "", ""],
    );
  });

  it("is drawn with what its formulas come to, days and numbers as their formats say", async () => {
    const [grid] = await readGrids(await filled(two));
    const at = (row: number, column: number) => grid?.boxes.find((box) => box.row === row && box.column === column);
    assert.deepEqual(
      [at(1, 2)?.text, at(1, 3)?.text, at(5, 1)?.text, at(5, 2)?.text, at(5, 3)?.text],
      ["2026-02-28", "3001", "1500.5", "1500.5", ""],
    );
    assert.deepEqual([at(0, 0)?.columnSpan, at(2, 0)?.columnSpan, grid?.heights[1]], [4, 4, 30]);
  });
});

describe("writeForm", () => {
  it("makes a form that can be filled in and drawn", async () => {
    const form = await writeForm({
      sheet: "培训班级",
      title: "{{title}}",
      facts: ["单位：", "日期："],
      columns: [
        { header: "名称", place: "name", width: 20, format: "text" },
        { header: "金额", place: "amount", sum: "sum", width: 12, format: { decimals: 2 } },
      ],
      signatures: ["签字："],
    });
    const workbook = await fillTemplate(form, {
      once: of({ title: "一览", sum: { number: "3" } }),
      rows: two.slice(0, 1).map(of),
    });
    const [grid] = await readGrids(workbook);
    assert.deepEqual(grid?.boxes.map(({ text: shown }) => shown).filter(Boolean), [
      "一览",
      "单位：",
      "日期：",
      "名称",
      "金额",
      "张三",
      "1,500.50",
      "合计",
      "3.00",
      "签字：",
    ]);
    assert.deepEqual([grid?.page.titles, grid?.boxes[0]?.columnSpan, grid?.heights.length], [[0, 3], 2, 6]);
  });
});

describe("openTemplate", () => {
  const fault = async (bytes: Buffer) =>
    openTemplate(bytes).then(
      () => "none",
      (error: { fault: string; cell: string | null }) => [error.fault, error.cell].filter(Boolean).join(" "),
    );
  it("refuses what runs, fetches or computes on something else", async () => {
    const cell = (inside: string) => template(`<row r="1"><c r="A1">${inside}</c></row>`);
    assert.equal(await fault(template()), "none");
    for (const bad of [
      'WEBSERVICE("http://x/")',
      'HYPERLINK("http://x/","x")',
      "cmd|'/c calc'!A0",
      "[1]Sheet1!A1",
      "Sheet2!A1",
      'INDIRECT("A1")',
      "SUM(A:A)",
      "A1#",
      "name",
    ])
      assert.equal(await fault(cell(`<f>${bad.replaceAll('"', "&quot;")}</f>`)), "formula Sheet1!A1", bad);
    assert.equal(await fault(cell(`<f t="array" ref="A1">SUM(A2)</f>`)), "formula Sheet1!A1");
    assert.equal(await fault(template(rows, { after: `<oleObjects/>` })), "outside Sheet1");
  });
});
