import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { describe, it } from "node:test";
import { readXlsx } from "hucre/xlsx";
import { cellText } from "./cell-text.ts";
import { readWorkbook } from "./read-workbook.ts";
import type { WriteCell, WriteColumn, WriteSheet } from "./write-sheet.ts";
import { escaped } from "./write-text.ts";
import { writeWorkbook } from "./write-workbook.ts";

/** What another program reads, beside what our own reader does: a library that shares no line with either. */
const write = (columns: WriteColumn[], rows: WriteCell[][], rest: Partial<WriteSheet> = {}): Promise<Buffer> =>
  buffer(writeWorkbook({ sheet: { name: "表/一", columns, rows, ...rest }, choices: "选项" }));
const others = (bytes: Buffer) => readXlsx(bytes, { readStyles: true });
async function ours(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { values } of readWorkbook(bytes)) rows.push(values.map((value) => cellText(value).text));
  return rows;
}
const text = (header: string, rest: Partial<WriteColumn> = {}): WriteColumn => ({
  header,
  width: 10,
  format: "text",
  ...rest,
});

describe("writeWorkbook", () => {
  const texts = [
    "=1+1",
    "+86 13800000000",
    "-",
    "@SUM(A1)",
    "_x0041_",
    "__x000D__",
    "a&b<c>\"d'",
    " 前后 ",
    "线\n行\t格",
    "回\r\n车",
    "\u0001",
    "😀",
    "329999199001010011",
    "0012",
    "TRUE",
    "长".repeat(5000),
  ];

  it("writes any text so that it is read as it was, by us and by others, and nothing as a formula", async () => {
    const bytes = await write(
      [text("甲"), text("乙")],
      texts.map((one) => [one, null]),
    );
    const sheet = (await others(bytes)).sheets[0];
    assert.deepEqual(
      sheet?.rows.slice(1).map(([cell]) => cell),
      texts,
    );
    assert.deepEqual(
      [...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined),
      [],
    );
    assert.deepEqual(
      (await ours(bytes)).slice(1).map(([cell]) => cell),
      texts.map((one) => one.trim()),
    );
  });

  it("writes days and times as such, numbers with their decimals, and what is neither as text", async () => {
    const columns: WriteColumn[] = [
      text("日", { format: "day" }),
      text("时", { format: "time" }),
      text("元", { format: { decimals: 2 } }),
      text("人", { format: { decimals: 0 } }),
    ];
    const rows = [
      ["2026-02-28", "2026-02-28 08:30:15", 1500.5, 12],
      ["1990-**-**", "2026-02-28T23:59:59", 0.1, 0],
      ["1850-01-01", null, -3, null],
    ];
    const bytes = await write(columns, rows);
    const sheet = (await others(bytes)).sheets[0];
    const at = (row: number, column: number) => sheet?.cells?.get(`${row},${column}`);
    assert.deepEqual(
      [0, 1, 2, 3].map((column) => at(1, column)?.style?.numFmt),
      ["yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss", "0.00", "0"],
    );
    assert.deepEqual(sheet?.rows.slice(1), [
      [new Date("2026-02-28T00:00:00Z"), new Date("2026-02-28T08:30:15Z"), 1500.5, 12],
      ["1990-**-**", new Date("2026-02-28T23:59:59Z"), 0.1, 0],
      ["1850-01-01", null, -3, null],
    ]);
    assert.deepEqual((await ours(bytes))[1], ["2026-02-28", "2026-02-28 08:30:15", "1500.5", "12"]);
  });

  it("writes formulas with their values, and one without a value", async () => {
    const columns = [text("甲", { format: { decimals: 0 } }), text("乙", { format: { decimals: 2 } })];
    const bytes = await write(columns, [
      [1, { formula: "A2*2", value: 2 }],
      [
        { formula: "SUM(A2:A2)", value: 1 },
        { formula: 'IF(A2<0,"<",B2)', value: null },
      ],
    ]);
    const cells = (await others(bytes)).sheets[0]?.cells;
    const at = (row: number, column: number) => cells?.get(`${row},${column}`);
    assert.deepEqual(
      [at(1, 1), at(2, 0), at(2, 1)].map((cell) => cell?.formula),
      ["A2*2", "SUM(A2:A2)", 'IF(A2<0,"<",B2)'],
    );
    assert.deepEqual(
      (await ours(bytes)).slice(1, 3).map((row) => row.map(String).slice(0, 2)),
      [
        ["1", "2"],
        ["1", ""],
      ],
    );
  });

  it("keeps the header in sight, filters every column, and formats columns down to their end", async () => {
    const bytes = await write([text("甲", { note: "必填" }), text("乙", { width: 33 })], [["1", "2"]], {
      isFiltered: true,
    });
    const sheet = (await others(bytes)).sheets[0];
    assert.deepEqual(sheet?.freezePane, { rows: 1 });
    assert.equal(sheet?.autoFilter?.range, "A1:B2");
    assert.equal(sheet?.columns?.[1]?.width, 33);
    assert.equal(sheet?.cells?.get("0,0")?.comment?.text, "必填");
    assert.match(await sheetText(bytes), /<col min="1" max="1" width="10" style="1"/);
  });

  it("offers the choices of a column in all its cells, from a hidden sheet", async () => {
    const words = Array.from({ length: 80 }, (_, at) => `第${at}种，含逗号`);
    const bytes = await write([text("甲"), text("乙", { choices: words })], []);
    const { sheets } = await others(bytes);
    assert.deepEqual(
      sheets.map(({ name, hidden = false }) => [name, hidden]),
      [
        ["表 一", false],
        ["选项", true],
      ],
    );
    const [list] = sheets[0]?.dataValidations ?? [];
    assert.deepEqual([list?.type, list?.range, list?.formula1], ["list", "B2:B1048576", "'选项'!$A$2:$A$81"]);
    assert.deepEqual(sheets[1]?.rows.slice(1).flat(), words);
  });

  it("goes on on a further sheet where one is full", async () => {
    const count = 1_048_580;
    const rows = (function* (): Generator<WriteCell[]> {
      for (let row = 0; row < count; row++) yield [row];
    })();
    const bytes = await buffer(
      writeWorkbook({ sheet: { name: "长", columns: [text("行", { format: { decimals: 0 } })], rows } }),
    );
    const { sheets } = await readXlsx(bytes, { sheets: [1] });
    assert.deepEqual(sheets[0]?.rows, [["行"], [1_048_575], [1_048_576], [1_048_577], [1_048_578], [1_048_579]]);
  });

  it("ends when its rows fail, with their error, and closes them when nobody reads on", async () => {
    const fails = async function* (): AsyncGenerator<WriteCell[]> {
      yield ["1"];
      throw new Error("the rows failed");
    };
    await assert.rejects(
      buffer(writeWorkbook({ sheet: { name: "a", columns: [text("甲")], rows: fails() } })),
      /the rows failed/,
    );
    let closed = false;
    const endless = async function* (): AsyncGenerator<WriteCell[]> {
      try {
        for (;;) yield [Math.random()];
      } finally {
        closed = true;
      }
    };
    let pieces = 0;
    for await (const _ of writeWorkbook({ sheet: { name: "a", columns: [text("甲")], rows: endless() } }))
      if (++pieces === 5) break;
    assert.ok(closed);
  });
});

describe("escaped", () => {
  it("gives back a text that needs nothing, and never leaves what XML forbids", () => {
    assert.equal(escaped("普通 text"), "普通 text");
    assert.equal(escaped("\ud800<\u0000"), "_xD800_&lt;_x0000_");
    assert.equal(escaped("_x0041_"), "_x005F_x0041_");
  });
});

/** The XML of the first sheet. */
async function sheetText(bytes: Buffer): Promise<string> {
  const { getPart, openZip } = await import("./zip.ts");
  const pieces: Buffer[] = [];
  for await (const piece of getPart(bytes, openZip(bytes), "xl/worksheets/sheet1.xml")) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}
