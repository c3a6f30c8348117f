import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { runCalls } from "@jipei/contract/reports/report-run.ts";
import { type ReportRow, reportCalls as calls } from "@jipei/contract/reports/report.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { anOrganisation } from "../../test/factories/organisation.ts";
import { aCompletedRecord, monthly, saveRecord } from "../../test/factories/work-record.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { addOfficialForms } from "./official-forms.ts";

/** The eight summary forms of the work records. */
let app: TestApp;
let leader: TestUser;
let forms: ReportRow[];
before(async () => {
  app = await startTestApp();
  leader = app.as("leader");
  await app.db.transaction().execute(addOfficialForms);
  forms = (await leader.list<{ records: ReportRow[] }>(calls.list, { size: "50" })).records;
  await aCompletedRecord(
    app,
    (await anOrganisation(app)).admin,
    monthly({ trainedCount: 30, differReason: "集中开班" }),
  );
  // One that nobody has reviewed is no part of what the county hands in.
  await saveRecord((await anOrganisation(app)).admin, monthly({ trainedCount: 99, differReason: "集中开班" }));
});
after(() => app.close());

const fileOf = (user: TestUser, input: object) =>
  app.http.inject({
    method: "POST",
    url: runCalls.file.path,
    headers: { token: user.token, "content-type": "application/json" },
    payload: JSON.stringify(input),
  });

describe("official forms", () => {
  it("are eight, one for each kind of work record, shared with whoever reads reports", () => {
    assert.deepEqual(forms.map(({ name }) => name).toSorted(), [
      "创业培训汇总表",
      "培训工作汇总表",
      "培训项目汇总表",
      "安全技能培训汇总表",
      "实训基地汇总表",
      "岗前培训汇总表",
      "职业技能培训汇总表",
      "高技能人才培训汇总表",
    ]);
    assert.ok(forms.every(({ kind, templateName }) => kind === "form" && templateName));
  });

  it("are filled in as workbook and on paper, of the year, with what passed both reviews", async () => {
    for (const { id, name } of forms)
      for (const format of ["xlsx", "pdf"]) {
        const answer = await fileOf(leader, { id, format });
        assert.equal(answer.statusCode, 200, `${name} ${format} ${answer.body.slice(0, 200)}`);
      }
    const id = forms.find(({ name }) => name === "培训工作汇总表")?.id;
    const rows: unknown[][] = [];
    for await (const { values } of readWorkbook((await fileOf(leader, { id, format: "xlsx" })).rawPayload))
      rows.push([...values]);
    assert.deepEqual([rows.length, rows[3]?.[4]], [6, 30]);
  });

  it("are changed by administrators, and by no clerk (NOT_OWNER)", async () => {
    const id = forms[0]?.id;
    assert.equal((await app.as("clerk").refused(calls.submit, { id, remark: "x" } as never)).errorCode, "NOT_OWNER");
    const row = await app.as("sysAdmin").call(calls.detail, { id: id ?? "" });
    await app.as("sysAdmin").call(calls.submit, { ...row, remark: "x" } as never);
    const saved = await app.as("sysAdmin").call(calls.detail, { id: id ?? "" });
    assert.deepEqual([saved.versionNo, saved.remark, saved.content], [1, "x", row.content]);
  });
});
