import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { exportCall } from "@jipei/contract/core/export.ts";
import { level } from "@jipei/contract/core/fields/codes.ts";
import { entity } from "@jipei/contract/core/entity.ts";
import { code, codes, date, decimal, ref, text } from "@jipei/contract/core/fields/field.ts";
import { jobDetail, jobResult } from "@jipei/contract/core/job.ts";
import type { FastifyInstance } from "fastify";
import { readXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { serveOwnDomain } from "../../../test/support/own-domain.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { exporter } from "./export.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";

/** Exports: the rows of the list, as the viewer sees them, written down. */
const Payee = entity(
  "TestPayee",
  "收款人",
  "Payee",
  {
    name: text(60, "姓名", "Name", "required"),
    idNumber: text(18, "证件号码", "ID number", "required", { encrypted: true, masked: "idNumber" }),
    level: code(level, "等级", "Level"),
    levels: codes(level, "各等级", "Levels"),
    amount: decimal(12, 2, "金额", "Amount", "optional", { unitZh: "元", unitEn: "yuan" }),
    paidOn: date("付款日期", "Paid on"),
    account: decimal(20, 0, "账号", "Account number"),
    orgId: ref("Organisation", "机构", "Institution"),
  },
  { title: "name", filters: ["name", "level"], sorts: ["name", "amount"], order: ["name"] },
);
const call = exportCall(Payee as never, "/api/test/payee", "notice");
const payees = exporter(Payee, call as never, {
  scope: (actor) => (actor.orgId ? sql`t.org_id = ${actor.orgId}` : sql`true`),
});

let app: TestApp;
let http: FastifyInstance;
let clerk: TestUser;
let org: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk", { permissions: new Set(["notice_export"]) });
  org = app.as("orgAdmin", { permissions: new Set(["notice_export"]), orgId: "5" });
  http = await serveOwnDomain(app, Payee, { routes: [payees] }, [clerk, org]);
  const row = {
    idNumber: app.cipher.encrypt("329999199001010011"),
    idNumberHash: "x",
    createUser: "0",
    updateUser: "0",
  };
  await app.db
    .insertInto("testPayee" as never)
    .values([
      {
        ...row,
        name: "=1+cmd|x",
        level: "3",
        levels: ["3", "4"],
        amount: "1500.50",
        paidOn: "2026-02-28",
        account: "12345678901234567890",
        orgId: "5",
      },
      { ...row, name: '李"四", <b>', level: "5", amount: "0.10", orgId: "6" },
      { ...row, name: "已删除", isDeleted: 1 },
    ])
    .execute();
});
after(async () => {
  await http.close();
  await app.close();
});

const get = (user: TestUser, query = "", language = "zh") =>
  http.inject({
    method: "GET",
    url: `${call.path}${query}`,
    headers: { token: user.token, "accept-language": language },
  });
async function getRows(bytes: Buffer) {
  const rows: unknown[][] = [];
  for await (const { values } of readWorkbook(bytes)) rows.push([...values]);
  return rows;
}

describe("Student.export", () => {
  it("writes labels, masked numbers and amounts that can be summed; text stays text", async () => {
    const response = await get(clerk);
    assert.equal(response.headers["content-type"], "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    const [head, first, second, ...rest] = await getRows(response.rawPayload);
    assert.deepEqual(head?.slice(0, 5), ["姓名", "证件号码", "等级", "各等级", "金额(元)"]);
    assert.deepEqual(first?.slice(0, 5), [
      "=1+cmd|x",
      "329999********0011",
      "三级/高级工",
      "三级/高级工、四级/中级工",
      1500.5,
    ]);
    assert.deepEqual([second?.[0], second?.[4], rest.length], ['李"四", <b>', 0.1, 0]);
    const audit = await app.db.selectFrom("auditRecord").selectAll().where("bizType", "=", "TestPayee").execute();
    assert.deepEqual([audit[0]?.action, (audit[0]?.after as { rows: number }).rows], ["export", 2]);
  });

  it("is read by other programs with days as days, amounts with two decimals, a filter and a frozen header", async () => {
    const sheet = (await readXlsx((await get(clerk)).rawPayload, { readStyles: true })).sheets[0];
    const cell = (column: number) => sheet?.cells?.get(`1,${column}`);
    assert.deepEqual([cell(0)?.value, cell(0)?.formula, cell(0)?.style?.numFmt], ["=1+cmd|x", undefined, "@"]);
    assert.deepEqual([cell(4)?.value, cell(4)?.style?.numFmt], [1500.5, "0.00"]);
    assert.deepEqual(
      [sheet?.rows[1]?.[5], cell(5)?.style?.numFmt, cell(6)?.value],
      [new Date("2026-02-28"), "yyyy-mm-dd", "12345678901234567890"],
    );
    assert.ok(sheet?.rows[1]?.[7] instanceof Date, "the time of creation");
    assert.deepEqual([sheet?.freezePane, sheet?.autoFilter?.range], [{ rows: 1 }, "A1:I3"]);
    assert.deepEqual([sheet?.columns?.[1]?.width, sheet?.columns?.[3]?.width], ["329999********0011".length + 1, 25]);
  });

  it("follows scope, filters, sort and language", async () => {
    assert.equal((await getRows((await get(org)).rawPayload)).length, 2);
    const english = await getRows((await get(clerk, "?level=5", "en-GB")).rawPayload);
    assert.deepEqual([english[0]?.[0], english[1]?.[2], english.length], ["Name", "Level 5 junior worker", 2]);
    assert.equal((await getRows((await get(clerk, "?descs=amount")).rawPayload))[1]?.[4], 1500.5);
    assert.equal((await get(clerk, "?nosuch=1")).json().errorCode, "FIELD_INVALID");
  });

  it("makes a long list a job whose file the owner fetches", async () => {
    await sql`insert into test_payee (name, id_number, id_number_hash, create_user, update_user) select '人' || lpad(n::text, 6, '0'), ${app.cipher.encrypt("329999199001010011")}, 'x', 0, 0 from generate_series(1, 20500) n`.execute(
      app.db,
    );
    const { data } = (await get(clerk)).json();
    await payees.worker.run(app, app.sentJobs.shift()?.data);
    const job = await clerk.call(jobDetail, { id: data.jobId });
    assert.deepEqual([job.state, job.done, job.total, job.messageZh], ["done", 20_502, 20_502, "共20502条"]);
    const file = await app.http.inject({
      method: "GET",
      url: `${jobResult.path}?id=${data.jobId}`,
      headers: { token: clerk.token },
    });
    assert.equal((await getRows(file.rawPayload)).length, 20_503);
  });
});
