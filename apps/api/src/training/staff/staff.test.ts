import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { importBatchCalls } from "@jipei/contract/core/import-batch.ts";
import type { ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import { extQueryCalls } from "@jipei/contract/external-data/ext-query.ts";
import { mostStaff } from "@jipei/contract/training/enterprise-sign.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { enterpriseStudentCalls as calls, staffImport } from "@jipei/contract/training/enterprise-student.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { somebody } from "../../../test/factories/enrolment.ts";
import {
  type StaffEnterprise,
  aFiledEnterprise,
  aPendingStaffClass,
  aReadyStaffClass,
  aStaffClass,
  anApprovedStaffClass,
  staffInput,
} from "../../../test/factories/enterprise-class.ts";
import { sendWorkbook } from "../../../test/support/send-workbook.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, addMonths, today } from "../../core/foundation/clock.ts";
import { enterAnswer } from "../../external-data/local-registers.ts";

/** The staff lists of enterprise classes: from the registers, one by one and by workbook. */
let app: TestApp;
let enterprise: StaffEnterprise;
before(async () => {
  app = await startTestApp();
  enterprise = await aFiledEnterprise(app);
});
after(() => app.close());

const read = (id: string): Promise<any> => app.as("clerk").call(calls.detail, { id });
const submit = (input: object, { admin }: StaffEnterprise = enterprise) => admin.call(calls.submit, input as never);
const refused = async (input: object, { admin }: StaffEnterprise = enterprise) =>
  (await admin.refused(calls.submit, input)).errorCode;

/** Somebody whom the enterprise insures and employs, as the registers have it. */
async function anEmployee({ creditCode, name }: StaffEnterprise = enterprise) {
  const person = somebody();
  const answer = (kind: "getPersonInfo" | "getPersonInsured" | "employmentContract", data: Record<string, unknown>) =>
    enterAnswer(app.db, app.cipher, kind, person.idNumber, data);
  await answer("getPersonInfo", { name: person.name, isAlive: "1", regionCode: "329999", hukouType: "1" });
  await answer("getPersonInsured", {
    isInsured: "1",
    unitName: name,
    creditCode,
    insuranceKind: "企业职工",
    months: 30,
  });
  await answer("employmentContract", {
    contracts: [
      { unitName: "别家公司", creditCode: "91320481MA00000000", startDate: "2020-01-01", endDate: null },
      { unitName: name, creditCode, startDate: "2024-03-01", endDate: addDays(today(), 400), contractKind: "固定期限" },
    ],
  });
  return person;
}
const since = () => addMonths(`${today().slice(0, 7)}-01`, -29);

describe("EnterpriseStudent.submit", () => {
  it("takes over what the registers know, with its evidence, and asks for the rest", async () => {
    const { classId } = await aStaffClass(app, { enterprise });
    const { idNumber, phone, education } = await anEmployee();
    assert.equal(
      (await enterprise.admin.refused(calls.submit, { classId, idNumber })).failures.map(({ field }) => field).join(),
      "education,phone,postName",
    );
    const { id } = await submit({ classId, idNumber, phone, education, postName: "铣工" });
    const row = await read(id);
    assert.deepEqual(
      [row.isInsured, row.insuredSince, row.entryDate, row.isContract, row.contractStart, row.contractEnd, row.isOnJob],
      ["1", since(), since(), "1", "2024-03-01", addDays(today(), 400), "1"],
    );
    assert.ok(row.name && row.registerTime && row.insuredEvidenceId && row.contractEvidenceId);
    assert.deepEqual([row.confirmStatus, row.entId, row.unitId], ["unSubmit", enterprise.entId, enterprise.unitId]);
    const kinds = await sql<{ kind: string }>`
      select distinct query_kind as kind from ext_query where biz_type = 'EnterpriseStudent' order by 1`.execute(
      app.db,
    );
    assert.deepEqual(
      kinds.rows.map(({ kind }) => kind),
      ["employmentContract", "getPersonInfo", "getPersonInsured"],
    );
  });

  it("says of whom another unit insures that they are not insured, and of whom no register knows nothing", async () => {
    const { classId } = await aStaffClass(app, { enterprise });
    const other = await aFiledEnterprise(app);
    const { name, idNumber } = await anEmployee(other);
    const { id } = await submit(staffInput(classId, { name, idNumber }));
    assert.deepEqual([(await read(id)).isInsured, (await read(id)).isContract], ["0", "0"]);
    const person = somebody();
    for (const kind of ["getPersonInsured", "employmentContract"] as const)
      await enterAnswer(app.db, app.cipher, kind, person.idNumber, { unavailable: true });
    const silent = await submit(staffInput(classId, person));
    assert.deepEqual([(await read(silent.id)).isInsured, (await read(silent.id)).isContract], ["2", "2"]);
  });

  it("refuses a wrong number (ID_INVALID), another name (ID_MISMATCH), somebody twice (STUDENT_DUP) and children (STUDENT_AGE)", async () => {
    const { classId } = await aStaffClass(app, { enterprise });
    const person = await anEmployee();
    assert.equal(await refused(staffInput(classId, { idNumber: "329999199001010010" })), "ID_INVALID");
    assert.equal(await refused(staffInput(classId, { ...person, name: "别人" })), "ID_MISMATCH");
    await submit(staffInput(classId, person));
    assert.equal(await refused(staffInput(classId, person)), "STUDENT_DUP");
    assert.equal(
      await refused(staffInput(classId, { contractStart: today(), contractEnd: addDays(today(), -1) })),
      "FIELD_INVALID",
    );
    const child = { idType: "9", idNumber: "X1234567", birthday: addDays(today(), -3000) };
    assert.equal(await refused(staffInput(classId, child)), "STUDENT_AGE");
  });

  it("keeps strangers out (NOT_OWNER, NOT_FOUND), and the rosters of both sides apart", async () => {
    const { classId, studentIds } = await aReadyStaffClass(app, { enterprise, students: 1 });
    const stranger = await aFiledEnterprise(app);
    assert.equal(await refused(staffInput(classId), stranger), "NOT_OWNER");
    assert.equal((await stranger.admin.refused(calls.detail, { id: studentIds[0] })).errorCode, "NOT_FOUND");
    assert.equal(await refused(staffInput("999999")), "NOT_FOUND");
    assert.equal((await app.as("clerk").refused(calls.submit, staffInput(classId))).errorCode, "ROLE_DENIED");
    assert.equal((await app.as("clerk").list<any>(calls.list, { classId })).total, 1);
    assert.equal((await app.as("clerk").list<any>(studentCalls.list, { classId })).total, 0);
  });

  it("changes nobody once the class is submitted (CLASS_LOCKED); of an approved one only who left", async () => {
    const pending = await aPendingStaffClass(app, { enterprise, students: 1 });
    const [waiting] = pending.studentIds as [string];
    assert.equal(await refused({ id: waiting, postName: "车工" }), "CLASS_LOCKED");
    assert.equal(await refused(staffInput(pending.classId)), "CLASS_LOCKED");
    assert.equal((await enterprise.admin.refused(calls.remove, { ids: waiting })).errorCode, "CLASS_LOCKED");
    const built = await anApprovedStaffClass(app, { enterprise, students: 1 });
    const [id] = built.studentIds as [string];
    assert.equal(await refused({ id, postName: "车工" }), "CLASS_LOCKED");
    await submit({ id, isOnJob: "0" });
    assert.equal((await read(id)).isOnJob, "0");
  });

  it("takes hours only where they are those of the attendance sheet (FIELD_INVALID)", async () => {
    const { studentIds } = await aReadyStaffClass(app, { enterprise, students: 1 });
    const [id] = studentIds as [string];
    assert.equal(await refused({ id, attendHours: "40.00" }), "FIELD_INVALID");
    await submit({ id, attendHours: "0.00" });
  });
});

describe("EnterpriseStudent.fromRegister", () => {
  it("names staff with source and time, and says nothing of whom the enterprise neither insures nor employs", async () => {
    const { classId } = await aStaffClass(app, { enterprise });
    const person = await anEmployee();
    const ask = (idNumber: string, { admin } = enterprise): Promise<any> =>
      admin.call(calls.fromRegister, { classId, idNumber });
    const found = await ask(person.idNumber);
    assert.deepEqual(
      [found.name, found.isInsured, found.insuredSince, found.contractStart, found.sources.length],
      [person.name, "1", since(), "2024-03-01", 3],
    );
    assert.ok(found.sources.every(({ queryTime, evidenceId }: any) => queryTime && evidenceId));
    await submit({ classId, ...person, postName: "铣工" });
    assert.deepEqual(
      [(await ask(person.idNumber)).postName, (await ask(person.idNumber)).phone],
      ["铣工", person.phone],
    );
    const other = await aFiledEnterprise(app);
    const stranger = await ask((await anEmployee(other)).idNumber);
    assert.deepEqual([stranger.name, stranger.isInsured, stranger.phone], [null, "0", null]);
    const asked = await enterprise.admin.list<any>(extQueryCalls.list);
    assert.ok(
      !asked.records.some((one: any) => one.bizType === "EnterpriseStudent"),
      "nor what the registers answered",
    );
    assert.equal(
      (await other.admin.refused(calls.fromRegister, { classId, idNumber: person.idNumber })).errorCode,
      "NOT_FOUND",
    );
  });
});

describe("EnterpriseStudent.enterpriseStudentExperience", () => {
  it("shows trainings that took place, to the enterprise and to the person", async () => {
    const person = somebody();
    await aReadyStaffClass(app, { enterprise, students: 1, staff: person });
    const { classId } = await anApprovedStaffClass(app, {
      enterprise,
      students: 1,
      staff: person,
      overrides: { startDate: addDays(today(), 60) },
    });
    const shown = (user: StaffEnterprise["admin"]) => user.list<any>(calls.enterpriseStudentExperience, {});
    const own = (await shown(enterprise.admin)).records.filter((row: any) => row.name === person.name);
    assert.ok(own.some((row: any) => row.classId === classId));
    const asPerson = app.as("student", { idNumberHash: app.cipher.hash(person.idNumber) });
    assert.deepEqual(
      (await shown(asPerson)).records.map((row: any) => row.classId),
      [classId],
    );
  });

  it("shows nothing of a class that was discarded before its approval", async () => {
    const person = somebody();
    const discarded = await aReadyStaffClass(app, { enterprise, students: 1, staff: person });
    await enterprise.admin.call(enterpriseClassCalls.submit, {
      id: discarded.classId,
      confirmStatus: "Invalidate",
    } as never);
    const asPerson = app.as("student", { idNumberHash: app.cipher.hash(person.idNumber) });
    assert.equal((await asPerson.list<any>(calls.enterpriseStudentExperience, {})).total, 0);
  });
});

describe("the staff import", () => {
  const xlsx = async (head: readonly string[], rows: readonly unknown[][]) =>
    Buffer.from(await writeXlsx({ sheets: [{ name: "职工", rows: [head, ...rows] as never }] }));
  const send = <T>(path: string, file: Buffer, classId: string, user = enterprise.admin) =>
    sendWorkbook<T>(app.http, user.token, path, file, { classId }, "staff.xlsx");

  it("needs numbers and names where registers and an earlier class know the rest", async () => {
    const earlier = await aStaffClass(app, { enterprise });
    const people = [await anEmployee(), await anEmployee()];
    for (const person of people) await submit({ classId: earlier.classId, ...person, postName: "焊工" });
    const { classId } = await aStaffClass(app, { enterprise });
    const file = await xlsx(
      ["姓名", "身份证号"],
      people.map(({ name, idNumber }) => [name, idNumber]),
    );
    const { data } = await send<ImportReport>(staffImport.dryRun.path, file, classId);
    assert.deepEqual([data.rows, data.good, data.bad], [2, 2, 0], JSON.stringify(data.cells));
    const first = await send<ImportResult>(staffImport.commit.path, file, classId);
    assert.deepEqual([first.data.inserted, first.data.updated], [2, 0], JSON.stringify(first.failures));
    const { records } = await enterprise.admin.list<any>(calls.list, { classId });
    assert.deepEqual(
      records.map((row: any) => [row.isInsured, row.insuredSince, row.contractStart, row.postName]),
      [
        ["1", since(), "2024-03-01", "焊工"],
        ["1", since(), "2024-03-01", "焊工"],
      ],
    );
    const again = await send<ImportResult>(staffImport.commit.path, file, classId);
    assert.deepEqual([again.data.inserted, again.data.unchanged], [0, 2]);
  });

  it("asks cell by cell for what nobody knows, and refuses other names, wrong numbers and people twice", async () => {
    const { classId } = await aStaffClass(app, { enterprise });
    const [one, two] = [await anEmployee(), somebody()];
    const file = await xlsx(
      ["姓名", "身份证号", "学历", "手机", "岗位"],
      [
        ["别人", one.idNumber, "高中", one.phone, "焊工"],
        [two.name, two.idNumber, "高中", two.phone, "焊工"],
        [two.name, two.idNumber, "高中", two.phone, "焊工"],
        ["王五", "329999199001010010", "高中", "13800000009", "焊工"],
      ],
    );
    const { data } = await send<ImportReport>(staffImport.dryRun.path, file, classId);
    const cells = (data.cells ?? []).map(({ row, field }) => `${row} ${field}`).sort();
    assert.deepEqual(cells, [
      "2 name",
      "3 contractStart",
      "3 entryDate",
      "4 contractStart",
      "4 entryDate",
      "4 idNumber",
      "5 idNumber",
    ]);
    const answer = await send<ImportResult>(staffImport.commit.path, file, classId);
    assert.notEqual(answer.status, 200);
    assert.equal((await enterprise.admin.list<any>(calls.list, { classId })).total, 0, "all or nothing");
  });

  it("changes of people in the class what the sheet says, and nothing else", async () => {
    const earlier = await aStaffClass(app, { enterprise });
    const person = await anEmployee();
    await submit({ classId: earlier.classId, ...person, postName: "焊工" });
    const { classId } = await aStaffClass(app, { enterprise });
    const { id } = await submit(staffInput(classId, { ...person, postName: "车工" }));
    const before = await read(id);
    // Trained as something else since.
    await submit({ classId: (await aStaffClass(app, { enterprise })).classId, ...person, postName: "铣工" });
    const file = await xlsx(["姓名", "身份证号", "师傅"], [[person.name, person.idNumber, "孙师傅"]]);
    const fields = { classId, isCovered: "1" };
    const { data, ...failed } = await sendWorkbook<ImportResult>(
      app.http,
      enterprise.admin.token,
      staffImport.commit.path,
      file,
      fields,
      "staff.xlsx",
    );
    assert.equal(data?.updated, 1, JSON.stringify(failed));
    const { masterName, postName, contractStart, contractEnd, entryDate } = await read(id);
    assert.deepEqual(
      [masterName, postName, contractStart, contractEnd, entryDate],
      ["孙师傅", "车工", before.contractStart, before.contractEnd, before.entryDate],
    );
  });

  it("says which contract ends before it begins, also with what stands in the class already", async () => {
    const { classId } = await aStaffClass(app, { enterprise });
    const [one, two] = [await anEmployee(), await anEmployee()];
    await submit(staffInput(classId, { ...two, contractStart: "2024-05-01" }));
    const file = await xlsx(
      ["姓名", "身份证号", "学历", "手机", "岗位", "合同起始", "合同终止"],
      [
        [one.name, one.idNumber, "高中", one.phone, "焊工", "2024-03-01", "2024-02-01"],
        [two.name, two.idNumber, "高中", two.phone, "焊工", "", "2024-04-30"],
      ],
    );
    const { data } = await send<ImportReport>(staffImport.dryRun.path, file, classId);
    assert.deepEqual(
      data.cells.map(({ row, field }) => `${row} ${field}`),
      ["2 contractEnd", "3 contractEnd"],
      JSON.stringify(data.cells),
    );
  });

  it("counts everybody it asks about against the limit of the form (RATE_LIMIT), and takes no town (WORKBOOK_UNREADABLE)", async () => {
    const own = await aFiledEnterprise(app);
    const { classId } = await aStaffClass(app, { enterprise: own });
    const people = (n: number) =>
      xlsx(
        ["姓名", "身份证号"],
        Array.from({ length: n }, () => somebody()).map(({ name, idNumber }) => [name, idNumber]),
      );
    const check = async (file: Buffer) =>
      (await send<ImportReport>(staffImport.dryRun.path, file, classId, own.admin)).errorCode;
    assert.equal(await check(await people(mostStaff + 1)), "WORKBOOK_UNREADABLE");
    await sql`insert into rate_count (key, window_end, n) values (${`staff ${own.admin.actor.userId}`}, now() + interval '1 hour', ${3 * mostStaff - 1})
      on conflict (key) do update set n = excluded.n, window_end = excluded.window_end`.execute(app.db);
    assert.equal(await check(await people(2)), "RATE_LIMIT");
  });

  it("is undone as a whole until the class is submitted (CLASS_LOCKED), by its own enterprise", async () => {
    const built = await aReadyStaffClass(app, { enterprise, students: 1 });
    const person = await anEmployee();
    const file = await xlsx(
      ["姓名", "身份证号", "学历", "手机", "岗位"],
      [[person.name, person.idNumber, "高中", person.phone, "焊工"]],
    );
    const bring = async () =>
      (await send<ImportResult>(staffImport.commit.path, file, built.classId)).data.batchId as string;
    const id = await bring();
    const stranger = await aFiledEnterprise(app);
    assert.equal((await stranger.admin.refused(importBatchCalls.undo, { id })).errorCode, "NOT_FOUND");
    await enterprise.admin.call(importBatchCalls.undo, { id });
    assert.equal((await enterprise.admin.list<any>(calls.list, { classId: built.classId })).total, 1);
    const again = await bring();
    await enterprise.admin.call(enterpriseClassCalls.submit, { id: built.classId } as never);
    assert.equal((await enterprise.admin.refused(importBatchCalls.undo, { id: again })).errorCode, "CLASS_LOCKED");
    assert.equal((await send(staffImport.dryRun.path, file, built.classId)).errorCode, "CLASS_LOCKED");
  });
});
