// Slow: rosters of classes are made one by one, and one of ten thousand rows is imported.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { importBatchCalls } from "@jipei/contract/core/import-batch.ts";
import type { ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import { rosterImport as calls, rosterInFull, studentCalls } from "@jipei/contract/training/student.ts";
import { type WriteSheet, writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { aRosterRow, rosterInput, somebody } from "../../../test/factories/enrolment.ts";
import { anOpenClass } from "../../../test/factories/open-class.ts";
import { sendWorkbook } from "../../../test/support/send-workbook.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";

/** The roster by workbook: dry run, all or nothing, no duplicates, many classes at once. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const head = ["序号", "姓名", "身份证号", "文化程度", "手机号", "户口性质", "人员类别", "班级名称"];
type Row = WriteSheet["rows"] extends (infer R)[] | undefined ? R : never;
const line = (person: ReturnType<typeof somebody>, className = "", changes: Record<number, unknown> = {}): Row =>
  Object.assign(
    ["1", person.name, person.idNumber, "高中", person.phone, "农村", "农村转移就业劳动者", className],
    changes,
  ) as Row;
const xlsx = async (rows: Row[]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: "花名册", rows: [["电工班学员花名册"], head, ...rows] as never }] }));

const post = <T>(user: TestUser, path: string, file: Buffer, fields: Record<string, string>) =>
  sendWorkbook<T>(app.http, user.token, path, file, fields, "roster.xlsx");
const dryRun = (user: TestUser, file: Buffer, fields: Record<string, string> = {}) =>
  post<ImportReport>(user, calls.dryRun.path, file, fields);
const commit = (user: TestUser, file: Buffer, fields: Record<string, string> = {}) =>
  post<ImportResult>(user, calls.commit.path, file, fields);
const rosterSize = async (classId: string) =>
  Number(
    (
      await sql<{
        n: string;
      }>`select count(*) as n from student where class_id = ${classId} and is_deleted = 0`.execute(app.db)
    ).rows[0]?.n,
  );

describe("the roster import", () => {
  it("brings thirty people into one class; again nothing is doubled", async () => {
    const { classId, admin } = await anOpenClass(app);
    const people = Array.from({ length: 30 }, somebody);
    const file = await xlsx(people.map((person) => line(person)));
    const { data } = await dryRun(admin, file, { classId });
    assert.deepEqual([data.rows, data.good, data.bad, data.existing], [30, 30, 0, 0], JSON.stringify(data.cells));
    assert.equal(await rosterSize(classId), 0);
    const first = (await commit(admin, file, { classId })).data;
    assert.deepEqual([first.inserted, first.updated, first.unchanged], [30, 0, 0]);
    const order = await sql<{
      idNumberHash: string;
    }>`select id_number_hash from student where class_id = ${classId} order by id`.execute(app.db);
    assert.deepEqual(
      order.rows.map((row) => row.idNumberHash),
      people.map((person) => app.cipher.hash(person.idNumber)),
      "the order of the sheet",
    );
    const again = (await commit(admin, file, { classId })).data;
    assert.deepEqual([again.inserted, again.updated, again.unchanged], [0, 0, 30]);
    assert.equal(await rosterSize(classId), 30);
    const [one = somebody()] = people;
    const row = (await admin.list<any>(studentCalls.list, { classId, idNumber: one.idNumber })).records[0];
    assert.deepEqual(
      [row.phone, row.sex, row.birthday, row.regionCode, row.rosterSource, row.confirmStatus],
      [one.phone, one.sex, `${one.birthday.slice(0, 4)}-**-**`, one.idNumber.slice(0, 6), "3", "unSubmit"],
    );
  });

  it("changes nobody who is there unless it is told to; then old and new stand side by side, and in the history", async () => {
    const { classId, admin } = await anOpenClass(app);
    const one = somebody();
    await commit(admin, await xlsx([line(one)]), { classId });
    const { id } = (await admin.list<any>(studentCalls.list, { classId })).records[0];
    const other = await xlsx([line({ ...one, name: "换了名" }, "", { 4: "13911112222" })]);
    const report = (await dryRun(admin, other, { classId })).data;
    assert.deepEqual([report.existing, report.differing], [1, 1]);
    assert.deepEqual(
      report.changes.map(({ row, title, field, before, after }) => [row, title, field, before, after]),
      [
        [3, one.name, "name", one.name, "换了名"],
        [3, one.name, "phone", one.phone, "13911112222"],
      ],
    );
    const left = (await commit(admin, other, { classId })).data;
    assert.deepEqual([left.inserted, left.updated, left.unchanged], [0, 0, 1]);
    const stored = async () => {
      const { name, phone } = (await admin.list<any>(studentCalls.list, { classId })).records[0];
      return [name, phone];
    };
    assert.deepEqual(await stored(), [one.name, one.phone]);
    const covered = (await commit(admin, other, { classId, isCovered: "1" })).data;
    assert.deepEqual([covered.inserted, covered.updated], [0, 1]);
    assert.deepEqual(await stored(), ["换了名", "13911112222"]);
    const { rows } = await sql<{ action: string; before: object; after: object }>`
      select action, before, after from audit_record where biz_type = 'Student' and biz_id = ${id} order by id`.execute(
      app.db,
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ["import", "import"],
    );
    const { before, after } = rows[1] as { before: any; after: any };
    assert.deepEqual([before.name, after.name, before.phone, after.phone], [one.name, "换了名", "***", "***"]);

    await admin.call(importBatchCalls.undo, { id: covered.batchId as string });
    assert.deepEqual(await stored(), [one.name, one.phone], "undone");
  });

  it("reads exact headers wherever they stand, and nothing of a guardian; guesses are confirmed first", async () => {
    const { classId, admin } = await anOpenClass(app);
    const [child, parent] = [somebody(), somebody()];
    const values = [child.name, child.idNumber, "高中", child.phone, "农村", "农村转移就业劳动者"];
    const headers = ["姓名", "证件号码", "文化程度", "联系电话", "户口性质", "人员类别"];
    const sheet = async (before: [string, string][], names: string[]) =>
      Buffer.from(
        await writeXlsx({
          sheets: [
            {
              name: "花名册",
              rows: [
                [...before.map(([header]) => header), ...names],
                [...before.map(([, value]) => value), ...values],
              ],
            },
          ],
        }),
      );
    for (const [nameHeader, phoneHeader] of [
      ["监护人姓名", "监护人电话"],
      ["姓名（监护人）", "电话（监护人）"],
      ["家长姓名", "手机号码（备用）"],
      ["Guardian name", "Guardian phone"],
    ] as const) {
      const file = await sheet(
        [
          [nameHeader, parent.name],
          [phoneHeader, parent.phone],
        ],
        headers,
      );
      const { data } = await dryRun(admin, file, { classId });
      const read = Object.fromEntries(data.columns.map(({ field, header }) => [field, header]));
      assert.deepEqual([read.name, read.phone, data.bad], ["姓名", "联系电话", 0], nameHeader);
    }
    const guessed = await sheet([], ["参训人员姓名", ...headers.slice(1)]);
    const { data } = await dryRun(admin, guessed, { classId });
    assert.deepEqual(
      [data.columns[0]?.field, data.columns[0]?.isGuessed, data.notices.length, data.bad],
      ["name", "1", 1, 0],
    );
    const refused = await commit(admin, guessed, { classId });
    assert.deepEqual([refused.status, refused.errorCode, refused.failures.length], [409, "IMPORT_UNCONFIRMED", 1]);
    const confirmed = JSON.stringify(data.notices.map(({ key }) => key));
    assert.equal((await commit(admin, guessed, { classId, confirmed })).data.inserted, 1);
    const chosen = JSON.stringify([{ index: 0, field: "name" }]);
    assert.equal((await dryRun(admin, guessed, { classId, mapping: chosen })).data.notices.length, 0);
  });

  it("asks to confirm what contradicts the ID number, shared phones, and columns that stand twice", async () => {
    const { classId, admin } = await anOpenClass(app);
    const [one, two] = [somebody(), somebody()];
    const file = Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: "花名册",
            rows: [
              [...head, "性别", "出生日期", "手机"],
              [...(line(one) as string[]), one.sex === "1" ? "女" : "男", "1970-01-01", "13800000000"],
              [...(line(two, "", { 4: one.phone }) as string[]), one.sex, "", ""],
            ] as never,
          },
        ],
      }),
    );
    const { data } = await dryRun(admin, file, { classId });
    const noticed = data.notices.map(({ key, count, cells }) => [key.split("-")[0], count, cells[0]?.row ?? null]);
    assert.deepEqual(noticed.slice(0, 2), [
      ["doubled", 0, null],
      ["SEX_DIFFERS", two.sex === one.sex ? 1 : 2, 2],
    ]);
    assert.deepEqual(
      noticed.slice(2).map(([kind, count]) => [kind, count]),
      [
        ["BIRTHDAY_DIFFERS", 1],
        ["SHARED_PHONE", 2],
      ],
    );
    assert.equal((await commit(admin, file, { classId })).errorCode, "IMPORT_UNCONFIRMED");
    const confirmed = JSON.stringify(data.notices.map(({ key }) => key));
    assert.equal((await commit(admin, file, { classId, confirmed })).data.inserted, 2);
  });

  it("of the same people into two classes of the same days at once: exactly one wins", async () => {
    const one = await anOpenClass(app);
    const two = await anOpenClass(app, {}, one);
    for (let round = 0; round < 3; round++) {
      const people = Array.from({ length: 10 }, somebody);
      const into = async ({ classId }: { classId: string }) =>
        commit(one.admin, await xlsx(people.map((person) => line(person))), { classId });
      const answers = await Promise.all([into(one), into(two)]);
      const lost = answers.filter(({ status }) => status !== 200).map(({ errorCode }) => errorCode);
      assert.ok(lost.length === 1 && ["STUDENT_CLASH", "IMPORT_BAD"].includes(lost[0] as string), String(lost));
      assert.equal((await rosterSize(one.classId)) + (await rosterSize(two.classId)), 10 * (round + 1));
    }
  });

  it("and a person who is added by hand at the same moment: exactly one wins", async () => {
    const one = await anOpenClass(app);
    const two = await anOpenClass(app, {}, one);
    const person = somebody();
    const byHand = app.http.inject({
      method: "POST",
      url: studentCalls.submit.path,
      headers: { token: one.admin.token },
      payload: rosterInput(two.classId, person),
    });
    const [imported, added] = await Promise.all([
      commit(one.admin, await xlsx([line(person)]), { classId: one.classId }),
      byHand,
    ]);
    assert.deepEqual([imported.status, added.statusCode].toSorted(), [200, 409], added.body);
    assert.equal((await rosterSize(one.classId)) + (await rosterSize(two.classId)), 1);
  });

  it("is undone with one click, in the history, until something was built on it; then it says what", async () => {
    const { classId, admin } = await anOpenClass(app);
    const people = [somebody(), somebody()];
    const file = await xlsx(people.map((person) => line(person)));
    const { data } = await commit(admin, file, { classId });
    const id = data.batchId as string;
    const [batch] = (await admin.list<any>(importBatchCalls.list, { listName: "Student" })).records;
    assert.deepEqual(
      [batch.id, batch.fileName, batch.inserted, batch.state, batch.listName],
      [id, "roster.xlsx", 2, "done", "Student"],
    );
    assert.equal((await (await anOpenClass(app)).admin.refused(importBatchCalls.undo, { id })).errorCode, "NOT_FOUND");
    const rows = (await admin.list<any>(studentCalls.list, { classId })).records;
    await sql`update student set version = version + 1 where id = ${rows[0].id}`.execute(app.db);
    const refused = await admin.refused(importBatchCalls.undo, { id });
    assert.deepEqual(
      [refused.errorCode, refused.failures.map((failure) => failure.id)],
      ["IMPORT_BUILT_ON", [rows[0].id]],
    );
    const { obstacles } = await admin.call(importBatchCalls.detail, { id });
    assert.deepEqual(
      obstacles.map(({ id: of }) => of),
      [rows[0].id],
    );
    await sql`update student set version = version - 1 where id = ${rows[0].id}`.execute(app.db);
    await admin.call(importBatchCalls.undo, { id });
    assert.equal(await rosterSize(classId), 0);
    assert.equal((await admin.refused(importBatchCalls.undo, { id })).errorCode, "IMPORT_UNDONE");
    const history = await sql<{
      n: number;
    }>`select count(*)::int as n from audit_record where biz_type = 'Student' and action = 'undoImport' and biz_id = any(${rows.map((row: { id: string }) => row.id)})`.execute(
      app.db,
    );
    assert.equal(history.rows[0]?.n, 2);
    const again = (await commit(admin, file, { classId })).data;
    assert.equal(again.inserted, 2, "the same sheet can be imported again");
    await sql`update training_class set status = 'unConfirm' where id = ${classId}`.execute(app.db);
    assert.equal(
      (await admin.refused(importBatchCalls.undo, { id: again.batchId as string })).errorCode,
      "CLASS_LOCKED",
    );
  });

  it("says of every bad cell where, why in both languages, and what would be right; writes nothing", async () => {
    const { classId, admin } = await anOpenClass(app, { planCount: 9 });
    const elsewhere = await anOpenClass(app);
    const busy = await aRosterRow(app, elsewhere.classId);
    const person = somebody();
    const wrongDigit = `${person.idNumber.slice(0, 17)}${person.idNumber[17] === "1" ? "2" : "1"}`;
    const rows = [
      line(person, "", { 2: wrongDigit, 5: "农业" }),
      line(somebody(), "", { 4: "12345" }),
      line(somebody(), "", { 6: "农村转移" }),
      line(somebody(), "", { 1: "" }),
      line({ ...somebody(), idNumber: busy.idNumber }),
      line(somebody()),
    ];
    rows.push(line(somebody(), "", { 2: rows[5]?.[2] }));
    const { data } = await dryRun(admin, await xlsx(rows), { classId });
    const cells = data.cells.map((cell) => [cell.row, cell.column, cell.field, cell.suggestion]);
    assert.deepEqual(cells.slice(0, 3), [
      [3, "C", "idNumber", null],
      [3, "F", "hukouType", null],
      [4, "E", "phone", null],
    ]);
    assert.deepEqual(
      data.cells.map((cell) => cell.row),
      [3, 3, 4, 5, 6, 7, 9],
      JSON.stringify(data.cells),
    );
    assert.ok(data.cells[5]?.reasonZh.includes(elsewhere.facts.className));
    assert.ok(data.cells.every((cell) => /[一-鿿]/.test(cell.reasonZh) && cell.reasonEn.length > 5));
    const refused = await commit(admin, await xlsx(rows), { classId });
    assert.deepEqual([refused.status, refused.errorCode], [409, "IMPORT_BAD"]);
    assert.equal(await rosterSize(classId), 0);
    const corrections = JSON.stringify([{ row: 3, field: "idNumber", value: person.idNumber }]);
    assert.equal((await dryRun(admin, await xlsx(rows), { classId, corrections })).data.bad, 6);
  });

  it("refuses more people than seats", async () => {
    const { classId, admin } = await anOpenClass(app, { planCount: 3 });
    await aRosterRow(app, classId, { confirmStatus: "unSubmit" });
    const { data } = await dryRun(admin, await xlsx([line(somebody()), line(somebody()), line(somebody())]), {
      classId,
    });
    assert.deepEqual([data.good, data.cells.length, data.cells[0]?.row], [2, 1, 5]);
  });

  it("takes several classes in one sheet, by name; refuses unknown ones and a person in two of them at a time", async () => {
    const one = await anOpenClass(app);
    const two = await anOpenClass(app, {}, one);
    const rows = Array.from({ length: 20 }, (_, i) =>
      line(somebody(), i % 2 ? one.facts.className : two.facts.className),
    );
    const { data } = await commit(one.admin, await xlsx(rows));
    assert.equal(data.inserted, 20);
    assert.deepEqual([await rosterSize(one.classId), await rosterSize(two.classId)], [10, 10]);
    const stranger = await anOpenClass(app);
    const report = (await dryRun(one.admin, await xlsx([line(somebody(), stranger.facts.className), line(somebody())])))
      .data;
    assert.deepEqual(
      report.cells.map((cell) => cell.field),
      ["classId", "classId"],
    );
    const twice = somebody();
    const refused = await commit(
      one.admin,
      await xlsx([line(twice, one.facts.className), line(twice, two.facts.className)]),
    );
    assert.equal(refused.errorCode, "STUDENT_CLASH");
    assert.deepEqual([await rosterSize(one.classId), await rosterSize(two.classId)], [10, 10]);
  });

  it("brings ten thousand rows into two hundred and fifty classes", async () => {
    const first = await anOpenClass(app, { planCount: 40 });
    const names: string[] = [first.facts.className];
    for (let i = 1; i < 250; i++)
      names.push((await anOpenClass(app, { planCount: 40, courseId: first.facts.courseId }, first)).facts.className);
    const file = await xlsx(Array.from({ length: 10_000 }, (_, i) => line(somebody(), names[i % names.length])));
    const { data } = await commit(first.admin, file);
    assert.equal(data.inserted, 10_000);
  });

  it("reads an institution's full export of its own roster again, in both languages: nothing is different", async () => {
    const { classId, admin } = await anOpenClass(app);
    const headers = [
      "姓名",
      "证件号码",
      "文化程度",
      "联系电话",
      "户口性质",
      "人员类别",
      "居住地址",
      "工作单位",
      "从业年限",
      "开户银行",
      "银行账号(社保卡)",
      "备注",
    ];
    const people = Array.from({ length: 4 }, somebody);
    const file = await writeXlsx({
      sheets: [
        {
          name: "花名册",
          rows: [
            headers,
            ...people.map((person, n) => [
              person.name,
              person.idNumber,
              "大专",
              person.phone,
              "农村",
              "农村转移就业劳动者",
              `和平路${n}号`,
              "第一机械厂",
              n,
              "农商银行",
              `622202000000000${n}123`,
              "无",
            ]),
          ],
        },
      ],
    });
    assert.equal((await commit(admin, Buffer.from(file), { classId })).data.inserted, 4);
    for (const language of ["zh", "en"]) {
      const { rawPayload } = await app.http.inject({
        method: "GET",
        url: `${rosterInFull.path}?classId=${classId}&purpose=${encodeURIComponent("核对花名册内容")}`,
        headers: { token: admin.token, "accept-language": language },
      });
      for (const fields of [{ classId }, {}] as Record<string, string>[]) {
        const { data } = await dryRun(admin, rawPayload, fields);
        assert.deepEqual(
          [data.rows, data.good, data.bad, data.existing, data.differing, data.notices.length],
          [4, 4, 0, 4, 0, 0],
          JSON.stringify([data.cells, data.changes, data.notices]),
        );
        assert.equal(data.columns.filter(({ field }) => field).length, 20);
        const again = (await commit(admin, rawPayload, { ...fields, isCovered: "1" })).data;
        assert.deepEqual([again.inserted, again.updated, again.unchanged], [0, 0, 4]);
      }
    }
    const other = (await anOpenClass(app)).admin;
    const { rawPayload } = await app.http.inject({
      method: "GET",
      url: `${rosterInFull.path}?classId=${classId}&purpose=${encodeURIComponent("核对花名册内容")}`,
      headers: { token: other.token },
    });
    let rows = 0;
    for await (const _row of readWorkbook(rawPayload)) rows++;
    assert.equal(rows, 2, "line and header alone: another institution gets nobody");
  });

  it("refuses another institution (NOT_OWNER), a submitted class (CLASS_LOCKED) and the bureau (ROLE_DENIED)", async () => {
    const { classId, admin } = await anOpenClass(app);
    const file = await xlsx([line(somebody())]);
    assert.equal((await dryRun((await anOpenClass(app)).admin, file, { classId })).errorCode, "NOT_OWNER");
    await sql`update training_class set status = 'unConfirm' where id = ${classId}`.execute(app.db);
    assert.equal((await commit(admin, file, { classId })).errorCode, "CLASS_LOCKED");
    assert.equal((await dryRun(app.as("clerk"), file, { classId })).errorCode, "ROLE_DENIED");
  });

  it("gives template and export as workbooks; the export is masked as the list is", async () => {
    const { classId, admin } = await anOpenClass(app);
    const { idNumber } = await aRosterRow(app, classId);
    const get = (path: string, query = "") =>
      app.http.inject({ method: "GET", url: path + query, headers: { token: admin.token } });
    const template = [];
    for await (const row of readWorkbook((await get(calls.template.path)).rawPayload)) template.push(row);
    assert.ok((template[0]?.values as unknown[]).some((value) => String(value).startsWith("证件号码")));
    const rows = [];
    for await (const row of readWorkbook((await get(studentCalls.export.path, `?classId=${classId}`)).rawPayload))
      rows.push(row.values.map(String).join("|"));
    assert.equal(rows.length, 2);
    assert.ok(!rows[1]?.includes(idNumber) && rows[1]?.includes(`${idNumber.slice(0, 6)}********`));
  });
});
