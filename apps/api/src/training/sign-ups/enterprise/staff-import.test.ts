import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { importBatchCalls } from "@jipei/contract/core/import-batch.ts";
import type { ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import { enterpriseSignCalls as calls, signedStaffImport } from "@jipei/contract/training/enterprise-sign.ts";
import { writeXlsx } from "hucre/xlsx";
import { aMember, anEnterprise, staffOf } from "../../../../test/factories/enterprise.ts";
import { sql } from "kysely";
import { anOpenClass } from "../../../../test/factories/open-class.ts";
import { sendWorkbook } from "../../../../test/support/send-workbook.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../../test/support/test-app.ts";
import { addDays, today } from "../../../core/foundation/clock.ts";

/** A staff list from a workbook into a draft: dry run, bad cells, all or nothing. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

type Staff = ReturnType<typeof staffOf>;
const head = ["姓名", "身份证号", "手机号", "文化程度", "岗位", "入职日期"];
const line = (person: Staff, changes: Record<number, string> = {}): string[] =>
  Object.assign([person.name, person.idNumber, person.phone, "高中", person.postName, person.entryDate], changes);
const xlsx = async (rows: string[][]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: "职工", rows: [head, ...rows] }] }));
const post = async <T>(user: TestUser, { path }: { path: string }, entSignId: string, rows: string[][]) =>
  sendWorkbook<T>(app.http, user.token, path, await xlsx(rows), { entSignId }, "staff.xlsx");
const dryRun = (user: TestUser, id: string, rows: string[][]) =>
  post<ImportReport>(user, signedStaffImport.dryRun, id, rows);
const commit = (user: TestUser, id: string, rows: string[][]) =>
  post<ImportResult>(user, signedStaffImport.commit, id, rows);

async function aDraft() {
  const { classId } = await anOpenClass(app);
  const enterprise = await anEnterprise(app);
  const { id } = await enterprise.admin.call(calls.submit, { classId, persons: [] } as never);
  return { enterprise, admin: enterprise.admin, id, classId };
}

describe("the import of staff", () => {
  it("brings people into the draft with numbers of their own; again nothing is doubled, and all are sent", async () => {
    const { enterprise, admin, id } = await aDraft();
    const people = [await aMember(app, enterprise), await aMember(app, enterprise), await aMember(app, enterprise)];
    const rows = people.map((person) => line(person));
    const report = await dryRun(admin, id, rows);
    assert.deepEqual(
      [report.data.rows, report.data.good, report.data.bad],
      [3, 3, 0],
      JSON.stringify(report.data.cells),
    );
    assert.equal((await admin.call(calls.detail, { id })).signCount, 0);
    assert.equal((await commit(admin, id, rows)).data.inserted, 3);
    const again = (await commit(admin, id, rows)).data;
    assert.deepEqual([again.inserted, again.unchanged], [0, 3]);
    const { persons } = await admin.call(calls.detail, { id });
    assert.deepEqual(
      persons.map((one) => [one.name, one.postName, one.entryDate, one.confirmStatus, one.signSource]),
      people.map(({ name }) => [name, "电工", "2020-03-01", "unSubmit", "3"]),
    );
    assert.equal(new Set(persons.map(({ signNo }) => signNo)).size, 3);
    assert.ok(persons.every(({ signNo }) => /^BM\d{13}$/.test(signNo ?? "")));
    await admin.call(calls.sign, { id } as never);
    assert.equal((await admin.call(calls.detail, { id })).pendingCount, 3);
  });

  it("reports every bad cell, who is not insured among them, and then writes nothing (IMPORT_BAD)", async () => {
    const { enterprise, admin, id } = await aDraft();
    const [fine, wrong, late, young, stranger] = [
      await aMember(app, enterprise),
      await aMember(app, enterprise),
      await aMember(app, enterprise),
      await aMember(app, enterprise),
      staffOf(),
    ];
    const rows = [
      line(fine),
      line(wrong, { 1: "329999199001010010" }),
      line(late, { 5: addDays(today(), 1) }),
      line(young, { 4: "" }),
      line(stranger),
      line(fine),
    ];
    const { data } = await dryRun(admin, id, rows);
    const cells = data.cells.map(({ row, field, reasonZh }) => [row, field, reasonZh]);
    assert.deepEqual(
      cells.map(([row, field]) => [row, field]),
      [
        [3, "idNumber"],
        [4, "entryDate"],
        [5, "postName"],
        [6, "idNumber"],
        [7, "idNumber"],
      ],
      JSON.stringify(cells),
    );
    assert.equal(cells.at(3)?.[2], "未在本单位参保");
    assert.equal((await commit(admin, id, rows)).errorCode, "IMPORT_BAD");
    assert.equal((await admin.call(calls.detail, { id })).signCount, 0);
  });

  it("is undone as a whole until the sign-up is sent (STATE_ILLEGAL)", async () => {
    const { enterprise, admin, id } = await aDraft();
    const rows = [line(await aMember(app, enterprise)), line(await aMember(app, enterprise))];
    const bring = async () => (await commit(admin, id, rows)).data.batchId as string;
    await admin.call(importBatchCalls.undo, { id: await bring() });
    assert.equal((await admin.call(calls.detail, { id })).signCount, 0);
    const again = await bring();
    await admin.call(calls.sign, { id } as never);
    assert.equal((await admin.refused(importBatchCalls.undo, { id: again })).errorCode, "STATE_ILLEGAL");
    assert.equal((await admin.call(calls.detail, { id })).pendingCount, 2);
  });

  it("refuses a class that takes no sign-ups any more, as the form does", async () => {
    const { enterprise, admin, id, classId } = await aDraft();
    const rows = [line(await aMember(app, enterprise))];
    await sql`update training_class set sign_end_date = current_date - 1 where id = ${classId}`.execute(app.db);
    const form = await admin.refused(calls.submit, { id, remark: "迟到" });
    assert.equal((await dryRun(admin, id, rows)).errorCode, form.errorCode);
    assert.equal((await commit(admin, id, rows)).errorCode, form.errorCode);
  });

  it("refuses drafts of others (NOT_FOUND), what was sent (STATE_ILLEGAL), and everybody who is no enterprise", async () => {
    const { enterprise, admin, id } = await aDraft();
    const person = await aMember(app, enterprise);
    const other = await anEnterprise(app);
    assert.equal((await dryRun(other.admin, id, [line(person)])).errorCode, "NOT_FOUND");
    assert.equal((await dryRun(app.as("clerk"), id, [line(person)])).errorCode, "ROLE_DENIED");
    await admin.call(calls.sign, { id, persons: [person] } as never);
    assert.equal((await dryRun(admin, id, [line(staffOf())])).errorCode, "STATE_ILLEGAL");
    assert.equal((await admin.call(calls.detail, { id })).signCount, 1);
  });
});
