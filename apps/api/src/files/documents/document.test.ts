import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { attachmentCalls } from "@jipei/contract/files/attachment.ts";
import { documentCalls } from "@jipei/contract/files/document.ts";
import { buildWorkbook } from "@jipei/xlsx/testing/ooxml.ts";
import { sql } from "kysely";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { fakeConverter, printing } from "../../../test/support/documents/fake-converter.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { sweepFiles } from "../sweep.ts";
import { conversionWorker, sweepPages } from "./conversion.ts";

/** Documents on the screen: pages by a converter that does what documents say, and rows of sheets. */
let app: TestApp;
let clerk: TestUser;
const dataDir = mkdtempSync(join(tmpdir(), "jipei-documents-"));
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  app.services.settings = { ...app.settings, dataDir, converter: fakeConverter };
});
after(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const noted = join(dataDir, "noted");
/** A document that notes when it is converted, and becomes a PDF. */
const aDocument = async (name: string, script = printing("true"), by = clerk) => {
  const id = await anAttachment(app, by, name, Buffer.from(`echo ${name} >> ${noted}\n${script}`));
  const { sha256 } = await app.db
    .selectFrom("attachment")
    .select("sha256")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, sha256 };
};
const stateOf = async (id: string) => (await clerk.call(documentCalls.preview, { id })).state;
const pagesOf = (id: string, user = clerk) =>
  app.http.inject({ url: `${documentCalls.pages.path}?id=${id}`, headers: { token: user.token } });
const conversions = (name: string) =>
  readFileSync(noted, "utf8")
    .split("\n")
    .filter((line) => line === name).length;

describe("Document.preview and Document.pages", () => {
  it("convert a document once, whoever asks and whichever row has it", async () => {
    const { id, sha256 } = await aDocument("通知.docx");
    assert.equal((await pagesOf(id)).statusCode, 404);
    assert.deepEqual([await stateOf(id), await stateOf(id)], ["waiting", "waiting"]);
    assert.equal(app.sentJobs.filter(({ name }) => name === conversionWorker.name).length, 1);
    await app.runJobs();
    assert.equal(await stateOf(id), "ready");
    const answer = await pagesOf(id);
    assert.deepEqual([answer.statusCode, answer.headers["content-type"]], [200, "application/pdf"]);
    assert.equal(answer.payload, "%PDF-1.7\n");
    const copy = await aDocument("通知.docx");
    await sql`update attachment set sha256 = ${sha256} where id = ${copy.id}`.execute(app.db);
    assert.equal(await stateOf(copy.id), "ready");
    assert.equal(conversions("通知.docx"), 1);
  });

  it("say that one failed, and try again after a day", async () => {
    const { id, sha256 } = await aDocument("坏.doc", "exit 1");
    await stateOf(id);
    await app.runJobs();
    assert.equal(await stateOf(id), "failed");
    assert.equal((await pagesOf(id)).statusCode, 404);
    await sql`update document_conversion set change_time = now() - interval '25 hours' where sha256 = ${sha256}`.execute(
      app.db,
    );
    assert.equal(await stateOf(id), "waiting");
    await app.runJobs();
    assert.equal(conversions("坏.doc"), 2);
  });

  it("send one again whose process died", async () => {
    const { id, sha256 } = await aDocument("慢.odt");
    await stateOf(id);
    app.sentJobs.length = 0;
    await sql`update document_conversion set change_time = now() - interval '11 minutes' where sha256 = ${sha256}`.execute(
      app.db,
    );
    assert.equal(await stateOf(id), "waiting");
    await app.runJobs();
    assert.equal(await stateOf(id), "ready");
  });

  it("convert one at a time", async () => {
    const script = (name: string) =>
      `echo +${name} >> ${noted}; sleep 0.2; echo -${name} >> ${noted}; ${printing("true")}`;
    const all = await Promise.all(["甲", "乙", "丙"].map((name) => aDocument(`${name}.ppt`, script(name))));
    for (const { id } of all) await stateOf(id);
    app.sentJobs.length = 0;
    await Promise.all(all.map(({ sha256 }) => conversionWorker.run(app.services, { sha256, fileType: "ppt" })));
    const steps = readFileSync(noted, "utf8")
      .split("\n")
      .filter((line) => /^[+-]/.test(line));
    assert.equal(steps.length, 6);
    for (let i = 0; i < 6; i += 2) assert.equal(steps[i]?.slice(1), steps[i + 1]?.slice(1), steps.join());
    // Run twice, as a job may be, it does nothing more.
    await conversionWorker.run(app.services, { sha256: all[0]?.sha256 ?? "", fileType: "ppt" });
    assert.equal(conversions("甲.ppt"), 1);
  });

  it("neither convert what a browser shows by itself, nor anything without a converter", async () => {
    assert.equal(await stateOf(await anAttachment(app, clerk, "图.png")), "none");
    const { id, sha256 } = await aDocument("无.docx");
    const { settings } = app.services;
    app.services.settings = { ...settings, converter: undefined };
    assert.equal(await stateOf(id), "none");
    await assert.rejects(conversionWorker.run(app.services, { sha256, fileType: "docx" }), /none/);
    app.services.settings = settings;
  });

  it("show it to those alone who may open the file", async () => {
    const { id } = await aDocument("内部.docx");
    await stateOf(id);
    await app.runJobs();
    const other = app.as("clerk");
    assert.equal((await other.refused(documentCalls.preview, { id })).errorCode, "NOT_FOUND");
    assert.equal((await pagesOf(id, other)).statusCode, 404);
    assert.equal((await other.refused(documentCalls.sheet, { id, sheet: 0, from: 1 })).errorCode, "NOT_FOUND");
  });

  it("forget the pages when the last document of that content is removed", async () => {
    const { id, sha256 } = await aDocument("删.docx");
    await stateOf(id);
    await app.runJobs();
    await sql`update stored_object set create_time = now() - interval '9 days'`.execute(app.db);
    await sql`update document_conversion set change_time = now() - interval '2 hours'`.execute(app.db);
    await sweepFiles(app.services);
    await sweepPages(app.services);
    assert.equal((await pagesOf(id)).statusCode, 200);
    await clerk.call(attachmentCalls.remove, { ids: id });
    await sweepPages(app.services);
    const left = await sql`select from document_conversion where sha256 = ${sha256}`.execute(app.db);
    assert.equal(left.rows.length, 0);
  });
});

describe("Document.sheet", () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

  it("answers two hundred rows of a sheet as texts, and where the next ones begin", async () => {
    const rows = Array.from(
      { length: 450 },
      (_, i) => `<row r="${i + 1}">${cell(`第${i + 1}行`)}<c><v>1.5</v></c></row>`,
    ).join("");
    const id = await anAttachment(
      app,
      clerk,
      "名册.xlsx",
      buildWorkbook({ sheets: [rows, `<row r="3">${cell("二")}</row>`] }),
    );
    const first = await clerk.call(documentCalls.sheet, { id, sheet: 0, from: 1 });
    assert.deepEqual([first.sheets.length, first.rows.length, first.next, first.isCut], [2, 200, 201, false]);
    assert.deepEqual(first.rows[0], { row: 1, cells: ["第1行", "1.5"] });
    const last = await clerk.call(documentCalls.sheet, { id, sheet: 0, from: 401 });
    assert.deepEqual([last.rows.length, last.next], [50, null]);
    const second = await clerk.call(documentCalls.sheet, { id, sheet: 1, from: 1 });
    assert.deepEqual(second.rows, [{ row: 3, cells: ["二"] }]);
  });

  it("cuts off what nobody looks through on a screen, and says so", async () => {
    const wide = `<row r="1">${cell("列").repeat(120)}</row><row r="20001">${cell("底")}</row>`;
    const id = await anAttachment(app, clerk, "宽.xlsx", buildWorkbook({ sheets: [wide] }));
    const shown = await clerk.call(documentCalls.sheet, { id, sheet: 0, from: 1 });
    assert.deepEqual([shown.rows[0]?.cells.length, shown.next, shown.isCut], [100, null, true]);
  });

  it("refuses a damaged workbook with its fault, and what is none", async () => {
    const id = await anAttachment(app, clerk, "坏.xlsx", Buffer.from("PK\u0003\u0004xx"));
    assert.equal(
      (await clerk.refused(documentCalls.sheet, { id, sheet: 0, from: 1 })).errorCode,
      "WORKBOOK_UNREADABLE",
    );
    const text = await anAttachment(app, clerk, "文.txt");
    assert.equal((await clerk.refused(documentCalls.sheet, { id: text, sheet: 0, from: 1 })).errorCode, "NOT_FOUND");
  });
});
