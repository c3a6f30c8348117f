import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { importBatchCalls } from "@jipei/contract/core/import-batch.ts";
import type { ImportCalls, ImportResult } from "@jipei/contract/core/import.ts";
import { businessDictionaryCalls } from "@jipei/contract/settings/dictionary.ts";
import { regionCalls } from "@jipei/contract/settings/region.ts";
import { sql } from "kysely";
import { sendWorkbook } from "../../../../../test/support/send-workbook.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../../../test/support/test-app.ts";
import { maxIds } from "../../../database/rows.ts";

/** Imports that are taken back as a whole. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const numbers = Array.from({ length: maxIds }, (_, n) => n);

/** Imports a sheet, and takes it back. @returns how many rows it had added */
async function importAndUndo(user: TestUser, { commit }: ImportCalls, lines: readonly string[]): Promise<number> {
  const file = Buffer.from(lines.join("\n"));
  const { data, ...refused } = await sendWorkbook<ImportResult>(
    app.http,
    user.token,
    commit.path,
    file,
    {},
    "rows.csv",
  );
  assert.ok(data?.batchId, JSON.stringify(refused));
  await user.call(importBatchCalls.undo, { id: data.batchId });
  return data.inserted ?? 0;
}

describe("ImportBatch.undo", () => {
  it("takes back a dictionary with its head, of more rows than a call may name", async () => {
    const inserted = await importAndUndo(app.as("clerk"), businessDictionaryCalls.import, [
      "字典编号,字典键值,字典名称,排序,是否封存",
      "SHOE_SIZE,-1,鞋码,0,否",
      ...numbers.map((n) => `SHOE_SIZE,${n},${n}码,${n},否`),
    ]);
    assert.equal(inserted, maxIds + 1);
    const left = await sql`select from business_dictionary where code = 'SHOE_SIZE' and is_deleted = 0`.execute(app.db);
    assert.equal(left.rows.length, 0);
  });

  it("takes back regions by their own removal, of more rows than a call may name", async () => {
    await sql`insert into region (code, parent_code, name, full_name, region_level, is_valid, create_user, update_user)
      values ('990000', '00', '试验省', '试验省', '1', 'isValid', 1, 1)`.execute(app.db);
    const inserted = await importAndUndo(app.as("sysAdmin"), regionCalls.import, [
      "区划编号,上级区划,区划名称,区划级别,是否有效",
      "990100,990000,试验市,市,有效",
      "990101,990100,试验县,县,有效",
      ...numbers.map((n) => `990101${String(n).padStart(3, "0")},990101,${n}号镇,乡镇,有效`),
    ]);
    assert.equal(inserted, maxIds + 2);
    const left = await sql`select from region where code like '9901%' and is_deleted = 0`.execute(app.db);
    assert.equal(left.rows.length, 0);
  });
});
