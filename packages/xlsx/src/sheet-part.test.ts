import assert from "node:assert/strict";
import { test } from "node:test";
import { WorkbookError } from "./sheet.ts";
import { buildWorkbook } from "./testing/ooxml.ts";
import { readSheetPart } from "./xlsx-reader.ts";

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const rows = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `<row r="${i + 1}">${cell(`${name}${i + 1}`)}</row>`).join("");

test("readSheetPart reads some rows of the chosen sheet, and says where the next ones begin", async () => {
  const file = buildWorkbook({ sheets: [rows("甲", 5), rows("乙", 3), rows("丙", 1)], hidden: [2] });
  const first = await readSheetPart(file, { sheet: 0, from: 1, to: 3 });
  assert.deepEqual(
    [first.sheets.length, first.rows.map(({ row, values }) => [row, ...values]), first.next],
    [
      2,
      [
        [1, "甲1"],
        [2, "甲2"],
      ],
      3,
    ],
  );
  const last = await readSheetPart(file, { sheet: 0, from: 3, to: 9 });
  assert.deepEqual([last.rows.map(({ row }) => row), last.next], [[3, 4, 5], null]);
  const second = await readSheetPart(file, { sheet: 1, from: 1, to: 9 });
  assert.deepEqual(second.rows[0]?.values, ["乙1"]);
});

test("readSheetPart neither shows a hidden sheet, nor hidden rows", async () => {
  const file = buildWorkbook({
    sheets: [`<row r="1" hidden="1">${cell("藏")}</row><row r="2">${cell("见")}</row>`, rows("密", 1)],
    hidden: [1],
  });
  const shown = await readSheetPart(file, { sheet: 0, from: 1, to: 9 });
  assert.deepEqual(
    shown.rows.map(({ values }) => values[0]),
    ["见"],
  );
  assert.deepEqual((await readSheetPart(file, { sheet: 1, from: 1, to: 9 })).rows, []);
});

test("readSheetPart refuses what is no workbook", async () => {
  for (const [bytes, fault] of [
    [Buffer.alloc(0), "empty"],
    [Buffer.from("d0cf11e0a1b11ae100000000", "hex"), "oldFormat"],
  ] as const)
    await assert.rejects(
      readSheetPart(bytes, { sheet: 0, from: 1, to: 9 }),
      (error) => error instanceof WorkbookError && error.fault === fault,
    );
});
