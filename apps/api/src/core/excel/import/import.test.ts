import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { importCalls } from "@jipei/contract/core/import.ts";
import type { ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import { level } from "@jipei/contract/core/fields/codes.ts";
import { sex } from "@jipei/contract/core/fields/person-codes.ts";
import { entity } from "@jipei/contract/core/entity.ts";
import { code, date, decimal, int, ref, text } from "@jipei/contract/core/fields/field.ts";
import { issue } from "@jipei/contract/core/issue.ts";
import type { FastifyInstance } from "fastify";
import { type WriteSheet, readXlsx, writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { buildWorkbook } from "@jipei/xlsx/testing/ooxml.ts";
import { serveOwnDomain } from "../../../../test/support/own-domain.ts";
import { sendWorkbook } from "../../../../test/support/send-workbook.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../../test/support/test-app.ts";
import { importer } from "./importer.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { getPart, openZip } from "@jipei/xlsx/zip.ts";

/** Imports from end to end, over an entity that has every kind of column. */
const Guest = entity(
  "TestGuest",
  "来宾",
  "Guest",
  {
    name: text(20, "姓名", "Name", "required"),
    idNumber: text(18, "证件号码", "ID number", "required", {
      format: "idNumber",
      encrypted: true,
      masked: "idNumber",
    }),
    sex: code(sex, "性别", "Sex"),
    level: code(level, "等级", "Level"),
    joined: date("入职日期", "Joined"),
    fee: decimal(8, 2, "费用", "Fee"),
    seats: int("人数", "Seats", "optional", { min: 1, max: 9 }),
    phone: text(11, "联系电话", "Phone", "optional", { format: "mobile" }),
    statusId: ref("Status", "状态", "Status"),
    birthYear: int("出生年", "Year of birth", "computed"),
  },
  { title: "name" },
);
/** The text of a part of a workbook. */
async function partOf(bytes: Buffer, path: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of getPart(bytes, openZip(bytes), path)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

const calls = importCalls(Guest, "/api/test/guest", "notice", { tag: text(10, "标记", "Tag", "required") });

const guests = importer({
  entity: Guest,
  calls,
  columns: [
    { field: "name", example: "张三", synonyms: ["学员"] },
    { field: "idNumber", example: "329999199001010011", synonyms: ["身份证"] },
    { field: "sex" },
    { field: "level" },
    { field: "joined" },
    { field: "fee" },
    { field: "seats" },
    { field: "phone" },
    {
      field: "statusId",
      resolve: async (_db, names) => new Map(names.flatMap((name) => (name === "在岗" ? [[name, "7"] as const] : []))),
    },
  ],
  derived: ["birthYear"],
  unique: ["idNumber"],
  async prepare(_db, _actor, input) {
    return { tag: input.tag };
  },
  check(values) {
    values.birthYear = Number(String(values.idNumber).slice(6, 10));
    return values.seats === 9 && values.fee === null
      ? [{ field: "fee", issue: issue("FEE", "9人须填写费用", "Nine seats need a fee") }]
      : [];
  },
  async verify(tx) {
    const barred = await sql<{ line: number }>`select line from import_stage where name = '黑名单'`.execute(tx);
    return barred.rows.map(({ line }) => ({ row: line, issue: issue("BARRED", "不得入内", "Not welcome") }));
  },
  existing: {
    same: sql`t.id_number_hash = s.id_number_hash and t.is_deleted = 0`,
    fields: ["name", "sex", "level", "phone"],
  },
  async write(_tx, _actor, stage) {
    const { present, changed } = await stage.changeExisting();
    return { inserted: await stage.insertNew(), updated: changed, unchanged: present - changed };
  },
});

let app: TestApp;
let http: FastifyInstance;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk", { permissions: new Set(["notice_import"]) });
  http = await serveOwnDomain(app, Guest, { routes: guests.routes, importers: [guests] }, [clerk]);
  await sql`create unique index on test_guest (id_number_hash)`.execute(app.db);
});
after(async () => {
  await http.close();
  await app.close();
});

const xlsx = async (rows: WriteSheet["rows"], more: Partial<WriteSheet> = {}) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: "Sheet1", rows, ...more }] as WriteSheet[] }));

const post = <T>(path: string, file: Buffer, fields: Record<string, string> = { tag: "a" }) =>
  sendWorkbook<T>(http, clerk.token, path, file, fields, "来宾.xlsx");
const dryRun = (file: Buffer, fields?: Record<string, string>) => post<ImportReport>(calls.dryRun.path, file, fields);
const commit = (file: Buffer, fields?: Record<string, string>) => post<ImportResult>(calls.commit.path, file, fields);

const head = ["姓名*", "身份证", "性别", "等级", "入职日期", "费用（元）", "人数", "联系电话", "状态"];
const good = ["李四", "329999198503150028", "女", "高级工", "2026/1/5", 1500.5, 2, "+86 138-0000-0000", "在岗"];
const count = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from test_guest`.execute(app.db)).rows[0]?.n);

describe("an import", () => {
  it("reads what people write (labels, dates, phones, numbers), then writes it encrypted", async () => {
    const file = await xlsx([["来宾登记表"], [], head, good]);
    const report = (await dryRun(file)).data;
    assert.deepEqual(
      [report.rows, report.good, report.bad, report.existing],
      [1, 1, 0, 0],
      JSON.stringify(report.cells),
    );
    assert.deepEqual(
      report.columns.map((column) => column.field),
      ["name", "idNumber", "sex", "level", "joined", "fee", "seats", "phone", "statusId"],
    );
    assert.ok(report.fields?.includes("idNumber") && !report.fields.includes("createTime"));
    const { data } = await commit(file);
    assert.deepEqual([data.inserted, data.updated, data.unchanged, data.jobId], [1, 0, 0, null]);
    const row = (await sql<any>`select * from test_guest`.execute(app.db)).rows[0];
    assert.deepEqual(
      [
        row.name,
        row.sex,
        row.level,
        row.joined,
        row.fee,
        row.seats,
        row.phone,
        row.statusId,
        row.birthYear,
        row.createUser,
      ],
      ["李四", "2", "3", "2026-01-05", "1500.50", 2, "13800000000", "7", 1985, clerk.actor.userId],
    );
    assert.equal(app.cipher.decrypt(row.idNumber), "329999198503150028");
    assert.equal(
      (await app.db.selectFrom("auditRecord").selectAll().where("bizType", "=", "TestGuest").execute())[0]?.action,
      "import",
    );
  });

  it("adds nothing when the same sheet comes again", async () => {
    const file = await xlsx([head, good]);
    assert.equal((await dryRun(file)).data.existing, 1);
    const { data } = await commit(file);
    assert.deepEqual([data.inserted, data.updated, data.unchanged], [0, 0, 1]);
    assert.equal(await count(), 1);
  });

  it("reports a sealed value as a bad cell", async () => {
    const seal = (to: string) =>
      sql`update business_dictionary set is_sealed = ${to} where code = ${level.name} and dict_key = '3'`.execute(
        app.db,
      );
    await seal("1");
    const { data: report } = await dryRun(await xlsx([head, good]));
    assert.deepEqual(
      report.cells.map((cell) => [cell.row, cell.field, cell.reasonZh]),
      [[2, "level", "等级：该选项已封存，不能再选"]],
    );
    await seal("0");
    assert.equal((await dryRun(await xlsx([head, good]))).data.bad, 0);
  });

  it("lists every bad cell with row, column, both reasons and a suggestion, and writes nothing", async () => {
    const rows = [
      head,
      ["", "329999198503150028", "", "", "", "", "", "", ""],
      ["王五", "329999198503150029", "男的", "高级", "2026-02-30", "12.345", 10, "12345", "离职"],
      ["赵六", 329999199001010011, "", "", "", "", "", "", ""],
      ['=HYPERLINK("http://x")', "329999199001010011", "", "", "", "", 9, "", ""],
      ["钱七", "659999200002290133", "", "", "", "", 9, "", ""],
      ["孙八", "119999197812310079", "", "", "", "", "", "", ""],
      ["孙九", "119999197812310079", "", "", "", "", "", "", ""],
      ["黑名单", "449999199511110060", "", "", "", "", "", "", ""],
      [`坏\uFFFD字`, "32999919930707005x", "", "", "", "", "", "", ""],
    ];
    const { data: report } = await dryRun(await xlsx(rows as never));
    const found = report.cells.map((cell) => `${cell.row}${cell.column ?? ""} ${cell.field ?? ""}`);
    assert.deepEqual(found, [
      "2A name",
      "3B idNumber",
      "3C sex",
      "3D level",
      "3E joined",
      "3F fee",
      "3G seats",
      "3H phone",
      "3I statusId",
      "4B idNumber",
      "5A name",
      "6F fee",
      "8B idNumber",
      "9 ",
      "10A name",
    ]);
    assert.equal(report.cells[1]?.suggestion, null, "no check digit is made up");
    assert.match(report.cells.find((cell) => cell.row === 4)?.reasonZh ?? "", /末尾数字已丢失/);
    assert.match(report.cells.find((cell) => cell.row === 8)?.reasonZh ?? "", /与第7行重复/);
    assert.ok(report.cells.every((cell) => /[\u4e00-\u9fff]/.test(cell.reasonZh) && cell.reasonEn !== ""));
    assert.deepEqual([report.rows, report.good, report.bad], [9, 1, 15]);
    const before = await count();
    const refused = await commit(await xlsx(rows as never));
    assert.deepEqual([refused.status, refused.errorCode, refused.failures.length], [409, "IMPORT_BAD", 15]);
    assert.equal(await count(), before);
  });

  it("takes corrected cells and columns", async () => {
    const file = await xlsx([
      ["谁", "号", "姓名"],
      ["周一", "659999200002290134", "别名"],
    ]);
    const first = (await dryRun(file)).data;
    assert.ok(first.cells.some((cell) => cell.field === "idNumber" && /缺少/.test(cell.reasonZh)));
    const fields = {
      tag: "a",
      mapping: JSON.stringify([
        { index: 0, field: "name" },
        { index: 1, field: "idNumber" },
        { index: 2, field: "" },
      ]),
      corrections: JSON.stringify([{ row: 2, field: "idNumber", value: "659999200002290133" }]),
    };
    const report = (await dryRun(file, fields)).data;
    assert.deepEqual([report.bad, report.good], [0, 1], JSON.stringify(report.cells));
    assert.equal((await commit(file, fields)).data.inserted, 1);
    for (const wrong of ["x", "{}", "[1]", '[{"index":"a","field":"name"}]', '[{"index":0,"field":"createUser"}]'])
      assert.equal((await dryRun(file, { tag: "a", mapping: wrong })).errorCode, "FIELD_INVALID", wrong);
  });

  it("refuses what is no workbook, too large when unpacked, or has no header", async () => {
    const bomb = buildWorkbook({
      sheets: [`<row r="1"><c r="A1" t="inlineStr"><is><t>${"a".repeat(20_000_000)}</t></is></c></row>`],
      packed: true,
    });
    const refusals: [string, Buffer][] = [
      ["text", Buffer.from([0, 1, 2, 3])],
      ["old format", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)])],
      ["cut off", (await xlsx([head, good])).subarray(0, 900)],
      ["another zip", Buffer.concat([Buffer.from("504b0304", "hex"), Buffer.alloc(100)])],
      [
        "no header",
        await xlsx([
          ["甲", "乙"],
          ["1", "2"],
        ]),
      ],
      ["bomb", bomb],
    ];
    for (const [what, file] of refusals) {
      const { status, errorCode } = await dryRun(file);
      assert.deepEqual([status, errorCode], [400, "WORKBOOK_UNREADABLE"], what);
    }
    assert.equal((await dryRun(await xlsx([head, good]), {})).errorCode, "FIELD_INVALID", "the tag is missing");
  });

  it("reads text files in UTF-8 and GB18030", async () => {
    const gbk = Buffer.concat([
      Buffer.from([0xd0, 0xd5, 0xc3, 0xfb]),
      Buffer.from(","),
      Buffer.from([0xd6, 0xa4, 0xbc, 0xfe, 0xba, 0xc5, 0xc2, 0xeb]),
      Buffer.from("\r\n"),
      Buffer.from([0xd5, 0xc5, 0xc8, 0xfd]),
      Buffer.from(",32999919930707005X\r\n"),
    ]);
    for (const file of [gbk, Buffer.from('\ufeff姓名,证件号码\n"张,三",32999919930707005X\n')]) {
      const report = (await dryRun(file)).data;
      assert.deepEqual([report.good, report.bad], [1, 0], JSON.stringify(report));
    }
  });

  it("asks to confirm rows that are hidden, and other sheets that are not empty", async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (n: number, name: string, idNumber: string, more = "") =>
      `<row r="${n}"${more}>${cell(`A${n}`, name)}${cell(`B${n}`, idNumber)}</row>`;
    const file = buildWorkbook({
      sheets: [
        row(1, "姓名", "证件号码") +
          row(2, "钱一", "329999198503150028") +
          row(3, "孙二", "32999919930707005X", ' hidden="1"'),
        "",
        row(1, "别的", "名单"),
        row(1, "选项", "隐藏"),
      ],
      hidden: [3],
    });
    const { data } = await dryRun(file);
    assert.deepEqual(
      data.notices.map(({ zh, count, cells }) => [zh, count, cells.map(({ row: at }) => at)]),
      [
        ["工作表“Sheet3”也有内容，只导入工作表“Sheet1”", 0, []],
        ["表中隐藏的行也会导入", 1, [3]],
      ],
    );
    assert.equal((await commit(file)).errorCode, "IMPORT_UNCONFIRMED");
  });

  it("reads its own template back without a row, in both languages; its choices are lists", async () => {
    for (const language of ["zh", "en"]) {
      const response = await http.inject({
        method: "GET",
        url: calls.template.path,
        headers: { token: clerk.token, "accept-language": language },
      });
      assert.equal(response.statusCode, 200);
      const report = (await dryRun(response.rawPayload)).data;
      assert.deepEqual(
        [report.rows, report.bad, report.columns.every((column) => column.field)],
        [0, 0, true],
        JSON.stringify(report),
      );
      // Another program sees numbers that stay text wherever they are typed, the codes as lists, and what must be filled in.
      const [sheet, choices] = (await readXlsx(response.rawPayload)).sheets;
      const list = sheet?.dataValidations?.find(({ range }) => range.startsWith("C2:"));
      assert.deepEqual([list?.type, list?.range], ["list", "C2:C1048576"]);
      assert.deepEqual([choices?.hidden, choices?.rows[0]?.[0]], [true, sheet?.rows[0]?.[2]]);
      assert.ok(sheet?.cells?.get("0,1")?.comment?.text);
      assert.equal(sheet?.cells?.get("0,2")?.comment, undefined);
      const styles = (await partOf(response.rawPayload, "xl/styles.xml")).match(/<cellXfs.*<\/cellXfs>/)?.[0] ?? "";
      const text = [...styles.matchAll(/<xf numFmtId="(\d+)"/g)].findIndex(([, format]) => format === "49");
      const columns = [
        ...(await partOf(response.rawPayload, "xl/worksheets/sheet1.xml")).matchAll(/<col [^>]*style="(\d+)"/g),
      ];
      assert.deepEqual(new Set(columns.map(([, style]) => style)), new Set([String(text)]));
      assert.equal(columns.length, report.columns.length);
    }
  });

  it("gives the sheet back with bad cells marked", async () => {
    const { raw } = await post(calls.marked.path, await xlsx([head, ["王五", "329999198503150029"]]));
    const rows = [];
    for await (const row of readWorkbook(raw)) rows.push(row.values);
    assert.deepEqual(rows[1]?.slice(0, 2), ["王五", "329999198503150029"]);
  });
});
