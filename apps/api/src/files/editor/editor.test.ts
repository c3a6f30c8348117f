import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type EditorConfig, editorCalls } from "@jipei/contract/files/document-editor.ts";
import { downloadFile } from "@jipei/contract/files/transfer.ts";
import { attachmentCalls } from "@jipei/contract/files/attachment.ts";
import { workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { sql } from "kysely";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { type TrainingBase, aTrainingBase } from "../../../test/factories/training-base.ts";
import { monthly, moveRecord, saveRecord } from "../../../test/factories/work-record.ts";
import {
  TestDocumentServer,
  documentSecret,
  readJwt,
  signJwt,
} from "../../../test/support/documents/document-server.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { makeTicket } from "./tickets.ts";
import { sweepFiles } from "../sweep.ts";
import { sweepSessions } from "./sessions.ts";
import { sweepVersions } from "./versions.ts";

/** Documents in an editor, by the protocol of OnlyOffice; the document server is a stand-in that checks every signature. */
let app: TestApp;
let base: TrainingBase;
let server: TestDocumentServer;
before(async () => {
  app = await startTestApp();
  base = await aTrainingBase(app);
  server = await TestDocumentServer.start();
  app.services.settings = {
    ...app.settings,
    documentServer: { address: server.address, secret: documentSecret },
  };
});
after(async () => {
  await server.close();
  await app.close();
});

/** A user of the institution with an account, as a message of the document server needs one. */
async function anOwner(): Promise<TestUser> {
  const { rows } = await sql<{
    id: string;
  }>`insert into app_user (account, name, real_name, login_type, status, audience, create_user, update_user)
    values ('u' || (select count(*) from app_user), '经办', '经办', '1', '1', 'institution', 0, 0) returning id`.execute(
    app.db,
  );
  return app.as("orgAdmin", { userId: rows[0]?.id, orgId: base.orgId });
}

/** A draft of a monthly report with a text as its file. */
async function aReport(owner: TestUser, text = "初稿"): Promise<{ file: string; report: string }> {
  const file = await anAttachment(app, owner, "总结.txt", Buffer.from(text));
  const { rows } = await sql<{ n: number }>`select count(*)::int + 1 as n from work_report`.execute(app.db);
  const report = await saveRecord(owner, monthly({ workYear: 2000 + (rows[0]?.n ?? 0), attachmentList: [file] }));
  return { file, report };
}

async function open(user: TestUser, id: string, mode?: "edit" | "view"): Promise<EditorConfig> {
  const { config } = await user.call(editorCalls.open, { id, mode });
  assert.ok(config);
  return config;
}

const post = async (payload: object, headers: Record<string, string> = {}) => {
  const answer = await app.http.inject({
    method: "POST",
    url: editorCalls.callback.path,
    headers: { "content-type": "application/json", ...headers },
    payload,
  });
  return { status: answer.statusCode, ...(answer.json() as { error: unknown; error_description_en?: string }) };
};
interface Message {
  key: string;
  status: number;
  url?: string;
  users?: string[];
}
const tell = (message: Message) => post({ ...message, token: signJwt(message) });

/** Saves as the editor does when the last user leaves. */
const save = (config: EditorConfig, text: string, status = 2) =>
  tell({
    key: config.document.key,
    status,
    users: [config.editorConfig.user.id],
    url: server.offer(Buffer.from(text)),
  });

async function read(user: TestUser, id: string): Promise<string> {
  const { attLink } = await user.call(attachmentCalls.detail, { id });
  const answer = await app.http.inject({
    url: `${downloadFile.path}?${new URLSearchParams({ fileUrl: attLink ?? "" })}`,
    headers: { token: user.token },
  });
  return answer.payload;
}
const versionsOf = async (user: TestUser, id: string) =>
  (await user.call(editorCalls.versions, { id })).map(({ versionNo, origin }) => `${versionNo} ${origin}`);

describe("Document.open", () => {
  it("answers the configuration, signed as a whole; download and print are off", async () => {
    const owner = await anOwner();
    const { file } = await aReport(owner);
    const { config, script, mode, mayEdit } = await owner.call(editorCalls.open, { id: file, language: "en" });
    assert.deepEqual([script, mode, mayEdit], [`${server.address}/web-apps/apps/api/documents/api.js`, "edit", true]);
    assert.ok(config);
    const { token, ...rest } = config;
    assert.deepEqual(readJwt(token), rest);
    assert.deepEqual(config.document.permissions, { edit: true, download: false, print: false });
    assert.deepEqual(
      [config.documentType, config.editorConfig.mode, config.editorConfig.lang, config.document.title],
      ["word", "edit", "en", "总结.txt"],
    );
    assert.match(config.editorConfig.callbackUrl ?? "", /^http:\/\/.*\/callback$/);
    const content = await app.http.inject({ url: config.document.url.replace(/^https?:\/\/[^/]+/, "") });
    assert.equal(content.payload, "初稿");
  });

  it("lets in to edit who may save the row with its files now; everybody else who sees the row reads", async () => {
    const owner = await anOwner();
    const { file, report } = await aReport(owner);
    assert.equal((await open(owner, file)).editorConfig.mode, "edit");
    const shown = await open(owner, file, "view");
    assert.deepEqual([shown.editorConfig.mode, shown.editorConfig.callbackUrl], ["view", undefined]);
    assert.equal((await app.as("orgAdmin", { orgId: "999999" }).refused(editorCalls.open, { id: file })).status, 404);
    assert.equal((await app.stranger.refused(editorCalls.open, { id: file })).status, 401);
    assert.equal((await moveRecord(owner, report, "firstTrial")).status, 200);
    const { mode, mayEdit } = await owner.call(editorCalls.open, { id: file, mode: "edit" });
    assert.deepEqual([mode, mayEdit], ["view", false]);
    assert.equal((await open(app.as("firstReviewer"), file)).editorConfig.mode, "view");
  });

  it("only shows formats that the editor would save as others, and files that no row names are their uploader's", async () => {
    const clerk = app.as("clerk");
    const old = await anAttachment(app, clerk, "旧.doc");
    assert.equal((await open(clerk, old)).editorConfig.mode, "view");
    const fresh = await anAttachment(app, clerk, "新.docx");
    assert.equal((await open(clerk, fresh)).editorConfig.mode, "edit");
    assert.equal((await app.as("clerk").refused(editorCalls.open, { id: fresh })).errorCode, "NOT_FOUND");
  });

  it("answers the file without a configuration where no document server is set up, or the type is none of its", async () => {
    const clerk = app.as("clerk");
    const picture = await anAttachment(app, clerk, "图.png");
    assert.equal((await clerk.call(editorCalls.open, { id: picture })).script, null);
    const { settings } = app.services;
    app.services.settings = { ...settings, documentServer: undefined };
    const text = await anAttachment(app, clerk, "文.txt");
    const { script, config, mayEdit } = await clerk.call(editorCalls.open, { id: text });
    assert.deepEqual([script, config ?? null, mayEdit], [null, null, true]);
    assert.equal((await post({})).status, 404);
    app.services.settings = settings;
  });
});

describe("Document.content", () => {
  it("needs the seal of its very content, and counts for ten minutes", async () => {
    const clerk = app.as("clerk");
    const config = await open(clerk, await anAttachment(app, clerk, "文.txt", Buffer.from("内容")));
    const address = new URL(config.document.url);
    const get = async (change: (query: URLSearchParams) => void) => {
      const url = new URL(address);
      change(url.searchParams);
      return (await app.http.inject({ url: url.pathname + url.search })).statusCode;
    };
    assert.equal(await get(() => {}), 200);
    assert.equal(await get((query) => query.set("key", "attach/aa/other")), 404);
    assert.equal(await get((query) => query.set("until", String(Number(query.get("until")) + 1))), 404);
    assert.equal(await get((query) => query.set("seal", "x")), 404);
    const stale = { ...makeTicket(app, "attach/aa/x", "txt"), until: 1 };
    assert.equal(
      (await app.http.inject({ url: editorCalls.content.path, query: { ...stale, until: "1" } })).statusCode,
      404,
    );
  });
});

describe("Document.callback", () => {
  it("saves what the last one leaves as the next version; the earlier one stays", async () => {
    const owner = await anOwner();
    const { file, report } = await aReport(owner, "第一版");
    const config = await open(owner, file);
    assert.deepEqual(await save(config, "第二版"), { status: 200, error: 0 });
    assert.equal(await read(owner, file), "第二版");
    assert.deepEqual(await versionsOf(owner, file), ["2 editor", "1 first"]);
    const before = await app.http.inject({
      url: `${editorCalls.version.path}?id=${file}&versionNo=1`,
      headers: { token: owner.token },
    });
    assert.equal(before.payload, "第一版");
    assert.match(String(before.headers["content-disposition"]), /v1\.txt/);
    const { auditList } = await owner.call(workReportKind.calls.detail, { id: report });
    assert.ok(auditList.some(({ action, opinion }) => action === "newContent" && opinion === "总结.txt v2"));
    // The key of every version is its own.
    const next = await open(owner, file);
    assert.notEqual(next.document.key, config.document.key);
    assert.notEqual((await open(owner, file, "view")).document.key, (await open(owner, file)).document.key);
  });

  it("saves meanwhile under the same key, which colleagues share, and once for the same content", async () => {
    const [owner, colleague] = [await anOwner(), await anOwner()];
    const { file } = await aReport(owner);
    const config = await open(owner, file);
    assert.equal((await tell({ key: config.document.key, status: 1, users: [owner.actor.userId] })).error, 0);
    assert.equal((await save(config, "写到一半", 6)).error, 0);
    assert.equal((await save(config, "写到一半", 6)).error, 0);
    const joined = await open(colleague, file);
    assert.equal(joined.document.key, config.document.key);
    assert.equal((await save(joined, "写完")).error, 0);
    assert.deepEqual(await versionsOf(owner, file), ["3 editor", "2 editor", "1 first"]);
    assert.equal(await read(owner, file), "写完");
  });

  it("refuses a forged token, no token, and words that the token does not sign", async () => {
    const owner = await anOwner();
    const { file } = await aReport(owner);
    const config = await open(owner, file);
    const message = {
      key: config.document.key,
      status: 2,
      users: [owner.actor.userId],
      url: server.offer(Buffer.from("假")),
    };
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify(message)).toString("base64url")}.`;
    for (const token of [signJwt(message, "another secret of more than 32 letters"), none, "x", ""])
      assert.equal((await post({ ...message, token })).status, 401);
    assert.equal((await post(message)).status, 401);
    const harmless = { key: config.document.key, status: 1 };
    assert.equal((await post({ ...message, token: signJwt(harmless) })).error, 0);
    assert.equal(await read(owner, file), "初稿");
    // As the protocol also sends it: in the header, one level deeper.
    assert.equal((await post(message, { authorization: `Bearer ${signJwt({ payload: message })}` })).error, 0);
    assert.equal(await read(owner, file), "假");
  });

  it("refuses a key that is used up, one that only shows, and who was not let in", async () => {
    const owner = await anOwner();
    const { file } = await aReport(owner);
    const config = await open(owner, file);
    const shown = await open(owner, file, "view");
    assert.equal((await save(shown, "只读")).status, 409);
    const other = { ...config, editorConfig: { ...config.editorConfig, user: { id: "1", name: "" } } };
    assert.equal((await save(other, "别人")).status, 409);
    assert.equal((await save(config, "一")).error, 0);
    const again = await save(config, "又一次");
    assert.deepEqual([again.status, again.error], [409, "invalid_request"]);
    const closed = await open(owner, file);
    assert.equal((await tell({ key: closed.document.key, status: 4 })).error, 0);
    assert.equal((await save(closed, "关后")).status, 409);
    assert.equal(await read(owner, file), "一");
  });

  it("fetches from the document server alone, and follows nothing that leads elsewhere", async () => {
    const owner = await anOwner();
    const { file } = await aReport(owner);
    const { document, editorConfig } = await open(owner, file);
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("内网");
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const place = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    for (const url of [`${place}/secret`, "file:///etc/passwd", `${server.address}@${place.slice(7)}/x`, "", "x"]) {
      const answer = await tell({ key: document.key, status: 2, users: [editorConfig.user.id], url });
      assert.equal(answer.status, 409, url);
    }
    assert.equal(
      (await tell({ key: document.key, status: 2, users: [editorConfig.user.id], url: `${server.address}/none` }))
        .status,
      409,
    );
    assert.deepEqual(asked, []);
    elsewhere.close();
    assert.equal(await read(owner, file), "初稿");
  });

  it("refuses what no longer may be changed, a content of another type, and an account that was disabled", async () => {
    const owner = await anOwner();
    const { file, report } = await aReport(owner);
    const config = await open(owner, file);
    const odd = await tell({
      key: config.document.key,
      status: 6,
      users: [owner.actor.userId],
      url: server.offer(Buffer.from("4d5a0000", "hex")),
    });
    assert.deepEqual([odd.status, odd.error], [400, "invalid_request"]);
    await sql`update app_user set status = '2' where id = ${owner.actor.userId}`.execute(app.db);
    assert.equal((await save(config, "停用后", 6)).status, 409);
    await sql`update app_user set status = '1' where id = ${owner.actor.userId}`.execute(app.db);
    assert.equal((await moveRecord(owner, report, "firstTrial")).status, 200);
    assert.equal((await save(config, "提交后改")).status, 403);
    assert.equal(await read(owner, file), "初稿");
    assert.deepEqual(await versionsOf(owner, file), ["1 first"]);
  });
});

async function upload(user: TestUser, id: string, name: string, content: Buffer) {
  const answer = await app.http.inject({
    method: "POST",
    url: editorCalls.upload.path,
    headers: { token: user.token, "content-type": "multipart/form-data; boundary=b" },
    payload: Buffer.concat([
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="id"\r\n\r\n${id}\r\n`),
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      content,
      Buffer.from("\r\n--b--\r\n"),
    ]),
  });
  return answer.json() as { code: number; errorCode?: string; data: { versionNo: number } };
}

describe("Document.upload and Document.restore", () => {
  it("make a version each, of the same type, by who may edit, while nobody does", async () => {
    const owner = await anOwner();
    const { file, report } = await aReport(owner, "甲");
    assert.equal((await upload(owner, file, "改.txt", Buffer.from("乙"))).data.versionNo, 2);
    assert.equal((await upload(owner, file, "改.pdf", Buffer.from("%PDF-1.7"))).errorCode, "FILE_FORMAT");
    assert.equal((await upload(owner, file, "改.txt", Buffer.alloc(0))).errorCode, "FILE_CONTENT");
    assert.equal((await upload(app.as("firstReviewer"), file, "改.txt", Buffer.from("丙"))).errorCode, "ROLE_DENIED");
    assert.equal((await owner.call(editorCalls.restore, { id: file, versionNo: 1 })).versionNo, 3);
    assert.equal(await read(owner, file), "甲");
    assert.equal((await owner.refused(editorCalls.restore, { id: file, versionNo: 9 })).errorCode, "NOT_FOUND");
    assert.deepEqual(await versionsOf(owner, file), ["3 restore", "2 upload", "1 first"]);
    const config = await open(owner, file);
    assert.equal((await owner.refused(editorCalls.restore, { id: file, versionNo: 2 })).errorCode, "DOCUMENT_OPEN");
    await sql`update document_session set active_time = now() - interval '13 hours' where document_key = ${config.document.key}`.execute(
      app.db,
    );
    assert.equal((await owner.call(editorCalls.restore, { id: file, versionNo: 2 })).versionNo, 4);
    assert.equal((await save(config, "太晚")).status, 409);
    assert.equal((await moveRecord(owner, report, "firstTrial")).status, 200);
    assert.ok((await owner.refused(editorCalls.restore, { id: file, versionNo: 1 })).status >= 400);
  });

  it("are forgotten with the file, and kept by the sweep before", async () => {
    const owner = await anOwner();
    const { file } = await aReport(owner, "子");
    assert.equal((await upload(owner, file, "改.txt", Buffer.from("丑"))).data.versionNo, 2);
    await sql`update stored_object set create_time = now() - interval '9 days'`.execute(app.db);
    const sweep = async () => {
      await sweepFiles(app.services);
      await sweepVersions(app.services);
      await sweepSessions(app.services);
    };
    await sweep();
    assert.equal(await read(owner, file), "丑");
    assert.equal((await owner.call(editorCalls.restore, { id: file, versionNo: 1 })).versionNo, 3);
    await sql`delete from attachment_use where attachment_id = ${file}`.execute(app.db);
    await sql`update work_report set attachment_list = null where attachment_list @> array[${file}::bigint]`.execute(
      app.db,
    );
    await sql`update attachment set create_time = now() - interval '9 days' where id = ${file}`.execute(app.db);
    await sweep();
    const left = await sql`select from document_version where attachment_id = ${file}`.execute(app.db);
    assert.equal(left.rows.length, 0);
  });
});
