import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { runCalls } from "@jipei/contract/reports/report-run.ts";
import { reportCalls as calls } from "@jipei/contract/reports/report.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { anAttachment } from "../../test/factories/attachment.ts";
import { anEnterprise } from "../../test/factories/enterprise.ts";
import { anOrganisation } from "../../test/factories/organisation.ts";
import { aCompletedRecord, monthly } from "../../test/factories/work-record.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

/** Forms: a workbook of the office, filled in with what whoever looks may see. */
let app: TestApp;
let clerk: TestUser;
let institution: TestUser;
const year = monthly().workYear;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk", { name: "王经办" });
  const { actor } = (await anOrganisation(app)).admin;
  institution = app.as("orgAdmin", { ...actor, permissions: new Set([...actor.permissions, "report_view"]) });
  const other = (await anOrganisation(app)).admin;
  await aCompletedRecord(app, institution, monthly({ trainedCount: 30, finishedCount: 12, differReason: "=1+1" }));
  await aCompletedRecord(app, other, monthly({ trainedCount: 40, finishedCount: 8, differReason: "{{标题}}" }));
});
after(() => app.close());

let made = 0;
const form = (more: object = {}) => ({
  name: `培训工作汇总表${++made}`,
  kind: "form",
  dataSet: "WorkReport",
  sharedWith: ["leader", "orgAdmin"],
  layout: {
    columns: ["unitName", "workPeriod", "trainedCount", "finishedCount", "differReason"],
    filters: [{ name: "workYear", value: String(year), isAsked: "1" }],
  },
  ...more,
});
const save = async (input: object) => (await clerk.call(calls.submit, input as never)).id;

async function fileOf(user: TestUser, input: object, format: "xlsx" | "pdf" = "xlsx"): Promise<Buffer> {
  const answer = await app.http.inject({
    method: "POST",
    url: runCalls.file.path,
    headers: { token: user.token, "content-type": "application/json" },
    payload: JSON.stringify({ ...input, format }),
  });
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
  return answer.rawPayload;
}
async function rowsOf(bytes: Buffer) {
  const rows: unknown[][] = [];
  for await (const { values } of readWorkbook(bytes)) rows.push(values.map((value) => value ?? ""));
  return rows;
}
async function starter(): Promise<Buffer> {
  const { name, dataSet, layout } = form();
  const answer = await app.http.inject({
    method: "POST",
    url: runCalls.starter.path,
    headers: { token: clerk.token, "content-type": "application/json" },
    payload: JSON.stringify({ name, dataSet, layout }),
  });
  return answer.rawPayload;
}
/** The starting template with some of its parts changed. */
async function changed(change: (parts: Record<string, string>) => void): Promise<string> {
  const parts = Object.fromEntries(
    Object.entries(unzipSync(await starter())).map(([path, bytes]) => [path, strFromU8(bytes)]),
  );
  change(parts);
  const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
  return anAttachment(app, clerk, "汇总表.xlsx", Buffer.from(bytes));
}
const sheet = "xl/worksheets/sheet1.xml";

describe("Report.file", () => {
  it("fills a form in with the rows, totals and unit of whoever looks", async () => {
    const id = await save(form());
    const all = await rowsOf(await fileOf(app.as("leader"), { id }));
    assert.deepEqual(all[0]?.[0], `培训工作汇总表${made}`);
    assert.match(String(all[1]?.[0]), /^填报单位：人力资源和社会保障局　　年度：\d{4}$/);
    assert.deepEqual(all[2], [
      "序号",
      "填报单位",
      "期间",
      "培训人次\n（人次）",
      "结业人次\n（人次）",
      "与系统数据不一致的原因",
    ]);
    assert.deepEqual(
      all
        .slice(3, 5)
        .map((row) => row.slice(3, 5))
        .toSorted(),
      [
        [30, 12],
        [40, 8],
      ],
    );
    assert.deepEqual(all[5]?.slice(0, 5), ["合计", "", "", 70, 20]);
    const own = await rowsOf(await fileOf(institution, { id }));
    assert.deepEqual([own.length, own[3]?.[3], own[4]?.slice(3, 5)], [6, 30, [30, 12]]);
    assert.ok(!String(own[1]?.[0]).includes("人力资源和社会保障局"));
    const enterprise = await anEnterprise(app);
    const viewer = { ...enterprise.admin.actor };
    const staff = app.as("entAdmin", { ...viewer, permissions: new Set([...viewer.permissions, "report_view"]) });
    const shared = await save(form({ sharedWith: ["entAdmin"] }));
    const theirs = await rowsOf(await fileOf(staff, { id: shared }));
    assert.ok(String(theirs[1]?.[0]).startsWith(`填报单位：${enterprise.name}　`));
  });

  it("writes values as texts and numbers, never as formulas, and reads no places in them", async () => {
    const bytes = await fileOf(app.as("leader"), { id: await save(form()) });
    const xml = strFromU8(unzipSync(bytes)[sheet] as Uint8Array);
    assert.match(xml, /t="inlineStr"><is><t xml:space="preserve">=1\+1<\/t>/);
    assert.match(xml, /<t xml:space="preserve">\{\{标题\}\}<\/t>/);
    assert.ok(!xml.includes("<f>"));
  });

  it("is printed, and follows what the reader sets", async () => {
    const id = await save(form());
    const leader = app.as("leader");
    assert.equal((await fileOf(leader, { id }, "pdf")).subarray(0, 5).toString("latin1"), "%PDF-");
    const asked = [{ name: "workYear", value: String(year - 1) }];
    const none = await rowsOf(await fileOf(leader, { id, asked }));
    assert.deepEqual([none.length, none.at(-2)?.slice(0, 5)], [5, ["合计", "", "", 0, 0]]);
    const list = await save({ ...form(), kind: "list" });
    assert.equal((await leader.refused(runCalls.file, { id: list, format: "pdf" })).errorCode, "FIELD_INVALID");
    assert.deepEqual((await rowsOf(await fileOf(leader, { id: list }))).at(-1)?.slice(0, 4), ["合计", "", 70, 20]);
    const audit = await app.db
      .selectFrom("auditRecord")
      .selectAll()
      .where("action", "=", "export")
      .where("bizId", "=", id)
      .execute();
    assert.equal(audit.length, 2);
  });
});

describe("Report.submit of a form", () => {
  it("takes a workbook of the office, keeps its formats, and gives it back", async () => {
    const templateId = await changed((parts) => {
      parts[sheet] = (parts[sheet] ?? "")
        .replace("{{标题}}", "{{标题}}（{{年度}}年，{{条数}}家）")
        .replace(/<c r="E5"[^>]*><is><t>[^<]*<\/t><\/is><\/c>/, `<c r="E5" s="8"><f>SUM(E4)</f></c>`);
    });
    const id = await save({ ...form(), templateId });
    const row = await clerk.call(calls.detail, { id });
    assert.deepEqual([row.templateName, row.versionNo], ["汇总表.xlsx", 1]);
    assert.equal(
      Buffer.from(row.content ?? "", "base64")
        .subarray(0, 2)
        .toString("latin1"),
      "PK",
    );
    const rows = await rowsOf(await fileOf(app.as("leader"), { id }));
    assert.deepEqual([rows[0]?.[0], rows[5]?.[4]], [`${row.name}（${year}年，2家）`, 20]);
    const styles = strFromU8(unzipSync(await fileOf(app.as("leader"), { id }))["xl/styles.xml"] as Uint8Array);
    assert.match(styles, /<sz val="18"\/>/);
  });

  it("names every place that nobody knows with its cell, and what else is wrong", async () => {
    const check = async (change: (parts: Record<string, string>) => void) =>
      clerk.call(runCalls.check, {
        templateId: await changed(change),
        dataSet: "WorkReport",
        layout: form().layout,
      } as never);
    const good = await check(() => {});
    assert.deepEqual([good.problems, good.places.some(({ place }) => place === "合计.trainedCount")], [[], true]);
    const unknown = await check((parts) => {
      parts[sheet] = (parts[sheet] ?? "")
        .replace("{{标题}}", "{{标题}}{{秘密}}")
        .replace("{{合计.trainedCount}}", "{{合计.unitName}}");
    });
    assert.deepEqual(
      unknown.problems.map(({ cell, zh }) => [cell?.split("!")[1], zh]),
      [
        ["A1", "没有“{{秘密}}”这一项"],
        ["D5", "没有“{{合计.unitName}}”这一项"],
      ],
    );
    const block = await check((parts) => {
      parts[sheet] = (parts[sheet] ?? "").replace("{{/each}}", "");
    });
    assert.match(block.problems[0]?.zh ?? "", /重复行/);
  });

  it("refuses macros, links to elsewhere, other workbooks, and formulas that reach outside", async () => {
    const refused = async (change: (parts: Record<string, string>) => void) => {
      const answer = await clerk.refused(calls.submit, { ...form(), templateId: await changed(change) } as never);
      return answer.failures[0]?.msg;
    };
    const link = (target: string, mode: string) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="x/hyperlink" Target="${target}"${mode}/></Relationships>`;
    assert.match((await refused((parts) => void (parts["xl/vbaProject.bin"] = "x"))) ?? "", /宏/);
    assert.match((await refused((parts) => void (parts["xl/macrosheets/sheet2.xml"] = "<x/>"))) ?? "", /宏/);
    assert.match((await refused((parts) => void (parts["xl/externalLinks/externalLink1.xml"] = "<x/>"))) ?? "", /以外/);
    assert.match((await refused((parts) => void (parts["xl/connections.xml"] = "<x/>"))) ?? "", /以外/);
    assert.match((await refused((parts) => void (parts["xl/charts/chart1.xml"] = "<x/>"))) ?? "", /图表/);
    const rels = "xl/worksheets/_rels/sheet1.xml.rels";
    assert.match(
      (await refused((parts) => void (parts[rels] = link("http://evil/", ' TargetMode="External"')))) ?? "",
      /以外/,
    );
    assert.match((await refused((parts) => void (parts[rels] = link("file:///etc/passwd", "")))) ?? "", /以外/);
    const formula = (text: string) =>
      refused((parts) => {
        parts[sheet] = (parts[sheet] ?? "").replace("</row>", `<c r="Z1"><f>${text}</f></c></row>`);
      });
    for (const text of ["WEBSERVICE(A1)", "cmd|'/c calc'!A0", "[1]Tabelle1!A1", "HYPERLINK(A1,A2)", "INDIRECT(A1)"])
      assert.match((await formula(text)) ?? "", /^培训.*!Z1：公式/, text);
    const names = `<definedName name="x">WEBSERVICE("http://x")</definedName></definedNames>`;
    assert.match(
      (await refused(
        (parts) => void (parts["xl/workbook.xml"] = (parts["xl/workbook.xml"] ?? "").replace("</definedNames>", names)),
      )) ?? "",
      /名称/,
    );
    const text = await anAttachment(app, clerk, "汇总表.xlsx", Buffer.from("no workbook"));
    assert.equal(
      (await clerk.refused(calls.submit, { ...form(), templateId: text } as never)).errorCode,
      "FIELD_INVALID",
    );
    const foreign = await anAttachment(app, app.as("clerk"), "汇总表.xlsx", Buffer.from(await starter()));
    assert.equal(
      (await clerk.refused(calls.submit, { ...form(), templateId: foreign } as never)).errorCode,
      "NOT_FOUND",
    );
  });
});
