import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { describe, it } from "node:test";
import { entity } from "@jipei/contract/core/entity.ts";
import { text } from "@jipei/contract/core/fields/field.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { KeyRing } from "../../security/key-ring.ts";
import type { ExportPlan } from "./export-sheet.ts";
import { writeInThread } from "./export-writer.ts";

const Thing = entity("TestThing", "物", "Thing", { name: text(60, "名称", "Name", "required") }, { title: "name" });
const plan: ExportPlan = {
  entity: Thing,
  fields: [["name", Thing.fields.name]],
  names: ["name"],
  reader: { roles: [], audience: "bureau", dataScopes: [], idNumberHash: null },
  view: "export",
  language: "zh",
  line: undefined,
};
const keys = { field: KeyRing.of(randomBytes(32)), hashKey: randomBytes(32) };

async function* batches(count: number, size: number, name: string, ended?: () => void) {
  try {
    for (let batch = 0; batch < count; batch++)
      yield Array.from({ length: size }, (_, row) => JSON.stringify([`${name}${batch * size + row}`]));
  } finally {
    ended?.();
  }
}
async function names(bytes: Buffer): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { values } of readWorkbook(bytes)) found.push(values[0]);
  return found;
}

describe("writeInThread", () => {
  it("writes several workbooks in turn, each with its own rows in their order", async () => {
    const files = await Promise.all(
      ["甲", "乙", "丙"].map((name) => buffer(writeInThread(plan, keys, batches(20, 100, name)))),
    );
    for (const [at, name] of ["甲", "乙", "丙"].entries())
      assert.deepEqual(await names(files[at] as Buffer), [
        "名称",
        ...Array.from({ length: 2000 }, (_, row) => `${name}${row}`),
      ]);
  });

  it("writes a header for a list without rows", async () => {
    assert.deepEqual(await names(await buffer(writeInThread(plan, keys, batches(0, 0, "")))), ["名称"]);
  });

  it("fails as its rows fail, in reading and in writing, and writes the next workbook", async () => {
    const broken = async function* (): AsyncGenerator<string[]> {
      yield ['["1"]'];
      throw new Error("the database is gone");
    };
    await assert.rejects(buffer(writeInThread(plan, keys, broken())), /the database is gone/);
    const rubbish = async function* (): AsyncGenerator<string[]> {
      yield ["no JSON"];
    };
    await assert.rejects(buffer(writeInThread(plan, keys, rubbish())), SyntaxError);
    assert.equal((await names(await buffer(writeInThread(plan, keys, batches(1, 5, "丁"))))).length, 6);
  });

  it("closes its rows when nobody reads on, and asks for no more than one batch ahead", async () => {
    let fetched = 0;
    let closed = false;
    const endless = async function* (): AsyncGenerator<string[]> {
      try {
        for (;;) {
          fetched++;
          yield Array.from({ length: 500 }, () => JSON.stringify([randomBytes(20).toString("hex")]));
        }
      } finally {
        closed = true;
      }
    };
    let pieces = 0;
    for await (const _ of writeInThread(plan, keys, endless())) if (++pieces === 3) break;
    assert.ok(closed);
    assert.ok(fetched < 50, String(fetched));
  });
});
