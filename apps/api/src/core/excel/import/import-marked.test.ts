import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { issue } from "@jipei/contract/core/issue.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { readXlsx } from "hucre/xlsx";
import type { Analysis } from "./import-analysis.ts";
import { markedWorkbook } from "./import-marked.ts";
import { noParts } from "./import-parts.ts";

const header: Analysis["header"] = {
  row: 2,
  doubled: [],
  columns: [
    { index: 0, header: "姓名", field: "name", match: "exact" },
    { index: 1, header: "证件号码", field: "idNumber", match: "exact" },
  ],
};
const wrong = issue("FIELD_INVALID", "校验码不对", "The check digit is wrong");
/** @param good rows without a fault, behind `bad` ones with a fault each */
function analysis(bad: number, good: number): Pick<Analysis, "header" | "issues" | "sheet"> {
  const rows = Array.from({ length: bad + good }, (_, at) => ({
    row: at + 3,
    values: [`学员${at}`, "329999198503150029"],
  }));
  return {
    header,
    sheet: [{ row: 1, values: ["花名册"] }, { row: 2, values: ["姓名", "证件号码"] }, ...rows],
    issues: rows.slice(0, bad).map(({ row }) => ({ row, field: "idNumber", issue: wrong })),
  };
}
const none = noParts;
async function rowsOf(bytes: Buffer): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const { values } of readWorkbook(bytes)) rows.push([...values]);
  return rows;
}

describe("markedWorkbook", () => {
  it("gives a short sheet back whole: bad cells coloured and explained, the reasons behind their rows", async () => {
    const corrections = new Map([["4/name", "改名"]]);
    const bytes = await markedWorkbook(analysis(1, 2), { ...none, corrections }, "zh");
    assert.deepEqual(await rowsOf(bytes), [
      ["花名册"],
      ["姓名", "证件号码", "错误说明"],
      ["学员0", "329999198503150029", "校验码不对"],
      ["改名", "329999198503150029"],
      ["学员2", "329999198503150029"],
    ]);
    const cells = (await readXlsx(bytes, { readStyles: true })).sheets[0]?.cells;
    assert.equal(cells?.get("2,1")?.comment?.text, "校验码不对");
    assert.equal(cells?.get("3,1")?.comment, undefined);
  });

  it("gives back every bad row of a long sheet, however many they are, and no good one", async () => {
    const rows = await rowsOf(await markedWorkbook(analysis(50_000, 500), none, "en"));
    assert.equal(rows.length, 50_002);
    assert.deepEqual(rows.at(-1), ["学员49999", "329999198503150029", "The check digit is wrong"]);
  });

  it("says at the header which column is missing, and keeps a number that lost its digits a number", async () => {
    const sheet = [
      { row: 1, values: ["证件号码"] },
      { row: 2, values: [329999199001010000] },
    ];
    const missing = issue("NO_COLUMN", "缺少“姓名”列", "The column “Name” is missing");
    const bytes = await markedWorkbook(
      {
        header: { row: 1, doubled: [], columns: [{ index: 0, header: "证件号码", field: "idNumber", match: "exact" }] },
        sheet,
        issues: [
          { row: 1, field: "name", issue: missing },
          { row: 2, field: "idNumber", issue: wrong },
        ],
      },
      none,
      "zh",
    );
    assert.deepEqual(await rowsOf(bytes), [
      ["证件号码", "缺少“姓名”列"],
      [329999199001010000, "校验码不对"],
    ]);
  });
});
