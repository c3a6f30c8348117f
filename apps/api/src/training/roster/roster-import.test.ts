import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import { rosterImport as calls, studentCalls } from "@jipei/contract/training/student.ts";
import { type WriteSheet, writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { aRosterRow, somebody } from "../../../test/factories/enrolment.ts";
import { anOpenClass } from "../../../test/factories/open-class.ts";
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

async function post<T>(
  user: TestUser,
  path: string,
  file: Buffer,
  fields: Record<string, string>,
): Promise<{ status: number; data: T; errorCode: string; failures: any[] }> {
  const boundary = "y-boundary-y";
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const payload = Buffer.concat([
    Buffer.from(
      `${parts.join("")}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="roster.xlsx"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const response = await app.http.inject({
    method: "POST",
    url: path,
    headers: { token: user.token, "content-type": `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  const body = response.json();
  return {
    status: response.statusCode,
    data: body.data,
    errorCode: body.errorCode,
    failures: body.data?.failures ?? [],
  };
}
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
  it("brings thirty people into one class; again nothing is doubled, a changed phone is changed", async () => {
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
    const [one = somebody()] = people;
    const changed = (await commit(admin, await xlsx([line(one, "", { 4: "13911112222" })]), { classId })).data;
    assert.deepEqual([changed.inserted, changed.updated], [0, 1]);
    const row = (await admin.list<any>(studentCalls.list, { classId, idNumber: one.idNumber })).records[0];
    assert.deepEqual(
      [row.phone, row.sex, row.birthday, row.regionCode, row.rosterSource, row.confirmStatus],
      ["13911112222", one.sex, `${one.birthday.slice(0, 4)}-**-**`, one.idNumber.slice(0, 6), "3", "unSubmit"],
    );
    assert.equal(await rosterSize(classId), 30);
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
      [3, "C", "idNumber", person.idNumber],
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
