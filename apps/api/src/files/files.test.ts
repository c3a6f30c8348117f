// Own process: it registers an owner of files whose table no other test's database has.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { attachmentCalls } from "@jipei/contract/files/attachment.ts";
import { attachmentOwner } from "@jipei/contract/files/attachment-owner.ts";
import { downloadFile, putFileAttach } from "@jipei/contract/files/transfer.ts";
import { entity } from "@jipei/contract/core/entity.ts";
import { files as filesField, ref, text } from "@jipei/contract/core/fields/field.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { anyRow } from "../../test/factories/any-row.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { attachFiles, registerOwner, shareFile } from "../core/storage/files.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { sweepFiles } from "./sweep.ts";
import { cleanName } from "./upload.ts";

/** Files: which are accepted, who may fetch them, what happens to those that nobody needs. */
const Folder = entity(
  "TestFolder",
  "卷宗",
  "Folder",
  {
    title: text(50, "标题", "Title", "required"),
    orgId: ref("Organisation", "机构", "Institution"),
    papers: filesField(),
    proofId: ref("Attachment", "证明", "Proof", "optional", { masked: "proof" }),
  },
  { title: "title" },
);
// What has files has a word for people, which the document of the calls lists.
Object.assign(attachmentOwner.codes, { TestFolder: ["卷宗", "Folder"] });
let app: TestApp;
before(async () => {
  app = await startTestApp();
  await sql`create table test_folder (id bigint generated always as identity primary key, title text, org_id bigint, papers bigint[], proof_id bigint, is_deleted smallint not null default 0)`.execute(
    app.db,
  );
  registerOwner({
    entity: Folder,
    scope: (actor) => (actor.audience === "bureau" ? sql`true` : sql`t.org_id = ${actor.orgId}`),
    resource: "org",
  });
});
after(() => app.close());

const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(2000)]);
const png = (width: number, height: number) => {
  const head = Buffer.from("89504e470d0a1a0a0000000d494844520000000000000000", "hex");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return Buffer.concat([head, randomBytes(500)]);
};
const zip = (inside: string) =>
  Buffer.concat([Buffer.from("504b0304", "hex"), randomBytes(40), Buffer.from(inside), randomBytes(40)]);

async function send(user: TestUser, name: string, content: Buffer, kind?: string) {
  const boundary = "x-boundary-x";
  const field = kind ? `--${boundary}\r\nContent-Disposition: form-data; name="kind"\r\n\r\n${kind}\r\n` : "";
  const payload = Buffer.concat([
    Buffer.from(
      `${field}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const response = await app.http.inject({
    method: "POST",
    url: putFileAttach.path,
    headers: { token: user.token, "content-type": `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  return response.json() as {
    code: number;
    errorCode?: string;
    data: { id: string; originalName: string; extension: string; attachSize: number; link: string };
  };
}
const upload = async (user: TestUser, name = "证明.pdf", content = pdf) => {
  const answer = await send(user, name, content);
  assert.equal(answer.code, 200, JSON.stringify(answer));
  return answer.data;
};
const fetch = (user: TestUser, link: string) =>
  app.http.inject({
    method: "GET",
    url: `${downloadFile.path}?${new URLSearchParams({ fileUrl: link })}`,
    headers: user.token ? { token: user.token } : {},
  });
const inTx = <T>(work: Parameters<ReturnType<TestApp["db"]["transaction"]>["execute"]>[0]) =>
  app.db.transaction().execute(work as never) as Promise<T>;

describe("putFileAttach", () => {
  it("stores a file with its Chinese name, and the download returns it unchanged", async () => {
    const clerk = app.as("clerk");
    const stored = await upload(clerk, "培训（证明） 1.pdf");
    assert.deepEqual(
      [stored.originalName, stored.extension, stored.attachSize],
      ["培训（证明） 1.pdf", "pdf", pdf.length],
    );
    const answer = await fetch(clerk, stored.link);
    assert.equal(answer.statusCode, 200);
    assert.ok(answer.rawPayload.equals(pdf));
    assert.equal(answer.headers["content-type"], "application/pdf");
    assert.match(String(answer.headers["content-disposition"]), /^attachment; .*filename\*=UTF-8''%E5%9F%B9%E8%AE%AD/);
    const row = await clerk.call(attachmentCalls.detail, { id: stored.id });
    assert.deepEqual([row.fileSize, row.downloadCount, row.sha256?.length], [pdf.length, 1, 64]);
  });

  it("refuses by name, content and size, and stores nothing of a refused file", async () => {
    const clerk = app.as("clerk");
    const exe = Buffer.concat([Buffer.from("MZ"), randomBytes(300)]);
    const cases: [string, Buffer, string | undefined, string][] = [
      ["病毒.exe", exe, undefined, "FILE_FORMAT"],
      ["改名.pdf", exe, undefined, "FILE_CONTENT"],
      ["改名.txt", exe, undefined, "FILE_CONTENT"],
      ["图.png", pdf, "pic", "FILE_CONTENT"],
      ["图.pdf", pdf, "pic", "FILE_FORMAT"],
      ["片.mp4", zip("word/"), "video", "FILE_CONTENT"],
      ["空.pdf", Buffer.alloc(0), undefined, "FILE_CONTENT"],
      ["炸弹.png", png(60_000, 60_000), undefined, "IMAGE_TOO_LARGE"],
      ["文.docx", zip("xl/workbook.xml"), undefined, "FILE_CONTENT"],
      ["大头像.png", Buffer.concat([png(10, 10), randomBytes(600_000)]), "avatar", "FILE_TOO_LARGE"],
      ["太大.pdf", Buffer.concat([pdf, Buffer.alloc(26_214_400)]), undefined, "FILE_TOO_LARGE"],
      ["名.pdf", pdf, "nosuch", "FIELD_INVALID"],
    ];
    const before = await app.db.selectFrom("attachment").select("id").execute();
    for (const [name, content, kind, error] of cases)
      assert.equal((await send(clerk, name, content, kind)).errorCode, error, name);
    assert.equal((await app.db.selectFrom("attachment").select("id").execute()).length, before.length);
    for (const [name, content, kind] of [
      ["文.docx", zip("word/document.xml"), "any"],
      ["图.PNG", png(100, 100), "pic"],
      ["头像.png", png(10, 10), "avatar"],
      ["表.csv", Buffer.from("姓名,电话\n"), "any"],
    ] as const)
      assert.equal((await send(clerk, name, content, kind)).code, 200, name);
    const multipartless = await app.http.inject({
      method: "POST",
      url: putFileAttach.path,
      headers: { token: clerk.token, "content-type": "application/json" },
      payload: "{}",
    });
    assert.equal(multipartless.json().errorCode, "MEDIA_TYPE");
    assert.equal((await send(app.stranger, "证明.pdf", pdf)).code, 401);
  });
});

describe("cleanName", () => {
  it("removes paths, control characters and marks that hide an extension", () => {
    assert.equal(cleanName("..\\..\\etc/证明\u202efdp.exe"), "证明fdp.exe");
    assert.equal(cleanName("a\u0000b.pdf"), "ab.pdf");
    assert.equal([...cleanName(`${"长".repeat(300)}.pdf`)].length, 200);
  });
});

describe("downloadFile", () => {
  it("serves the uploader and those who see its row, and answers NOT_FOUND to others", async () => {
    const owner = app.as("orgAdmin", { orgId: "71" });
    const colleague = app.as("orgAdmin", { orgId: "71" });
    const other = app.as("orgAdmin", { orgId: "72" });
    const clerk = app.as("clerk");
    const stored = await upload(owner);
    for (const user of [colleague, other, clerk, app.stranger])
      assert.equal((await fetch(user, stored.link)).statusCode, user === app.stranger ? 401 : 404);
    const { id } = await app.db
      .insertInto("testFolder" as never)
      .values({ title: "a", orgId: "71", papers: [stored.id] })
      .returning("id" as never)
      .executeTakeFirstOrThrow();
    await inTx((tx) => attachFiles(tx as never, owner.actor, Folder, id, { papers: [stored.id] }));
    assert.equal((await fetch(colleague, stored.link)).statusCode, 200);
    assert.equal((await fetch(clerk, stored.link)).statusCode, 200);
    assert.equal((await fetch(other, stored.link)).statusCode, 404);
    assert.equal((await fetch(app.as("student"), stored.link)).statusCode, 404);
    const open = (user: TestUser) =>
      app.http.inject({ url: stored.link, headers: user.token ? { token: user.token } : {} });
    assert.deepEqual(
      [
        (await open(clerk)).rawPayload.equals((await fetch(clerk, stored.link)).rawPayload),
        (await open(other)).statusCode,
        (await open(app.stranger)).statusCode,
      ],
      [true, 404, 401],
    );
    assert.match(String((await open(clerk)).headers["content-security-policy"]), /sandbox/);
    for (const link of ["http://127.0.0.1/secret", "file:///etc/passwd", `${stored.link}/../x`, "' or 1=1"])
      assert.equal((await fetch(clerk, link)).statusCode, 404);
    assert.equal((await other.refused(attachmentCalls.detail, { id: stored.id })).errorCode, "NOT_FOUND");
    assert.equal((await other.list<any>(attachmentCalls.list, {})).total, 0);
    assert.equal((await colleague.list<any>(attachmentCalls.list, { bizType_equal: "TestFolder" })).total, 1);
  });

  it("serves a proof to those who decide about it, not to those who only see the row", async () => {
    const owner = app.as("orgAdmin", { orgId: "71" });
    const stored = await upload(owner);
    const { id } = await app.db
      .insertInto("testFolder" as never)
      .values({ title: "c", orgId: "71", proofId: stored.id })
      .returning("id" as never)
      .executeTakeFirstOrThrow();
    await inTx((tx) => attachFiles(tx as never, owner.actor, Folder, id, { proofId: stored.id }));
    assert.equal((await fetch(app.as("clerk"), stored.link)).statusCode, 200);
    assert.equal((await fetch(app.as("leader"), stored.link)).statusCode, 404);
  });
});

describe("Attachment.detail", () => {
  it("names a file to everybody who may fetch it, even where another unit uploaded it and their list does not show it", async () => {
    const stored = await upload(app.as("orgAdmin", { orgId: "71" }));
    const reader = app.as("orgAdmin", { orgId: "73" });
    const { id } = await app.db
      .insertInto("testFolder" as never)
      .values({ title: "e", orgId: "73" })
      .returning("id" as never)
      .executeTakeFirstOrThrow();
    assert.equal((await reader.refused(attachmentCalls.detail, { id: stored.id })).errorCode, "NOT_FOUND");
    await inTx((tx) => shareFile(tx as never, stored.id, Folder, id, "papers"));
    assert.equal((await reader.call(attachmentCalls.detail, { id: stored.id })).fileName, "证明.pdf");
    assert.equal((await reader.list<any>(attachmentCalls.list, {})).total, 0);
  });
});

describe("attachFiles", () => {
  it("refuses to attach a file of others to a row (ATTACH_NOT_OWN), even one whose id was guessed", async () => {
    const owner = app.as("orgAdmin", { orgId: "71" });
    const thief = app.as("orgAdmin", { orgId: "72" });
    const stored = await upload(owner);
    const { id } = await app.db
      .insertInto("testFolder" as never)
      .values({ title: "b", orgId: "72" })
      .returning("id" as never)
      .executeTakeFirstOrThrow();
    await assert.rejects(
      inTx((tx) => attachFiles(tx as never, thief.actor, Folder, id, { papers: [stored.id] })),
      (error) => error instanceof Refusal && error.code === "ATTACH_NOT_OWN",
    );
  });
});

describe("Attachment.remove", () => {
  it("and the nightly sweep keep a file in use, and remove one that was taken off its row", async () => {
    const owner = app.as("orgAdmin", { orgId: "71" });
    const [kept, dropped, shared] = [await upload(owner), await upload(owner), await upload(owner)];
    const { id } = await app.db
      .insertInto("testFolder" as never)
      .values({ title: "d", orgId: "71" })
      .returning("id" as never)
      .executeTakeFirstOrThrow();
    await inTx((tx) => attachFiles(tx as never, owner.actor, Folder, id, { papers: [kept.id, dropped.id] }));
    await inTx((tx) => shareFile(tx as never, shared.id, Folder, id, "proofId"));
    for (const file of [kept, shared])
      assert.equal((await owner.refused(attachmentCalls.remove, { ids: file.id })).errorCode, "ATTACH_IN_USE");
    await inTx((tx) => attachFiles(tx as never, owner.actor, Folder, id, { papers: [kept.id] }));
    await sweepFiles(app);
    assert.equal(
      (await app.db.selectFrom("attachment").select("isDeleted").where("id", "=", dropped.id).executeTakeFirstOrThrow())
        .isDeleted,
      0,
      "an orphan has two days",
    );
    await sql`update attachment set create_time = now() - interval '3 days'`.execute(app.db);
    await sweepFiles(app);
    assert.deepEqual(
      [
        (await fetch(owner, kept.link)).statusCode,
        (await fetch(owner, shared.link)).statusCode,
        (await fetch(owner, dropped.link)).statusCode,
      ],
      [200, 200, 404],
    );
  });
});

describe("sweepFiles", () => {
  it("keeps a file that a row names by its field alone, and removes the others beside it", async () => {
    const owner = app.as("orgAdmin", { orgId: "71" });
    const [named, forgotten] = [await upload(owner), await upload(owner)];
    const student = await anyRow(app.services, Student);
    await sql`update ${sql.table(Student.table)} set photo_att_id = ${named.id} where id = ${student}`.execute(app.db);
    await sql`update attachment set create_time = now() - interval '3 days'`.execute(app.db);
    await sweepFiles(app);
    const { rows } = await sql<{ isDeleted: number }>`select is_deleted from attachment
      where id in (${named.id}, ${forgotten.id}) order by id`.execute(app.db);
    assert.deepEqual(
      rows.map(({ isDeleted }) => isDeleted),
      [0, 1],
    );
  });
});

describe("Attachment.submit", () => {
  it("renames a file, and refuses to create one without an upload", async () => {
    const owner = app.as("orgAdmin", { orgId: "71" });
    const stored = await upload(owner);
    await owner.call(attachmentCalls.submit, { id: stored.id, fileName: "新名.pdf", attLink: "http://evil" } as never);
    const row = await owner.call(attachmentCalls.detail, { id: stored.id });
    assert.deepEqual([row.fileName, row.attLink], ["新名.pdf", stored.link]);
    assert.equal((await owner.refused(attachmentCalls.submit, { fileName: "x.pdf" })).errorCode, "FIELD_INVALID");
    await owner.call(attachmentCalls.remove, { ids: stored.id });
    assert.equal((await fetch(owner, stored.link)).statusCode, 404);
  });

  it("cleans a new name, keeps the extension and writes the history; only the bureau renames evidence", async () => {
    const owner = app.as("orgAdmin", { orgId: "71" });
    const stored = await upload(owner);
    for (const fileName of ["证明.bat", "证明.pdf.hta", "证明", "..\\证明fdp\u202efdp.exe"])
      assert.equal(
        (await owner.refused(attachmentCalls.submit, { id: stored.id, fileName })).errorCode,
        "FIELD_INVALID",
        fileName,
      );
    await owner.call(attachmentCalls.submit, { id: stored.id, fileName: "../../\u202e新名.PDF" } as never);
    assert.equal((await owner.call(attachmentCalls.detail, { id: stored.id })).fileName, "新名.PDF");
    const { rows } = await app.pool.query(
      `select count(*)::int as n from audit_record where biz_type = 'Attachment' and biz_id = $1`,
      [stored.id],
    );
    assert.deepEqual(rows, [{ n: 1 }]);
    const { id } = await app.db
      .insertInto("testFolder" as never)
      .values({ title: "r", orgId: "71" })
      .returning("id" as never)
      .executeTakeFirstOrThrow();
    await inTx((tx) => attachFiles(tx as never, owner.actor, Folder, id, { papers: [stored.id] }));
    assert.equal(
      (await owner.refused(attachmentCalls.submit, { id: stored.id, fileName: "另一份.pdf" })).errorCode,
      "ATTACH_IN_USE",
    );
    await app.as("clerk").call(attachmentCalls.submit, { id: stored.id, fileName: "另一份.pdf" } as never);
  });
});

describe("Attachment.list", () => {
  it("has thirty rows a page", async () => {
    assert.equal((await app.as("clerk").list<{ size: number }>(attachmentCalls.list, {})).size, 30);
  });
});
