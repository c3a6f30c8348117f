// Slow: a user of each role asks for every file of the demo county.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { jobResult } from "@jipei/contract/core/job.ts";
import { type RoleAlias, roles } from "@jipei/contract/core/roles.ts";
import { entities } from "@jipei/contract/entities.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { attachmentCalls } from "@jipei/contract/files/attachment.ts";
import { downloadFile } from "@jipei/contract/files/transfer.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { fileFields, shareFile } from "../../src/core/storage/files.ts";
import { askAs } from "./crawl-walk.ts";
import { type Crawl, startCrawl } from "./crawl-sessions.ts";
import { newRow } from "../factories/any-row.ts";
import { type Reader, readableRows } from "../support/file-readers.ts";
import type { TestUser } from "../support/test-app.ts";

/**
 * A user of every role tries to open every file of the demo county, and files tied to rows of all kinds, by every call that returns files or their
 * names; a table of its own (file-readers.ts) says who may. Uploaders are chosen at random: having uploaded a file gives no right to it.
 */
let crawl: Crawl;
const users = (): [RoleAlias, TestUser][] =>
  (Object.keys(roles) as RoleAlias[]).map((role) => [role, crawl.sessions.get(role) as TestUser]);
/** A file, and the row that names it; undefined where no row does yet. */
interface Marked {
  id: string;
  link: string;
  of: { entity: Entity; field: string; rowId: string } | null;
  uploader: string;
}
const marked: Marked[] = [];

before(async () => {
  crawl = await startCrawl();
  const uploaders = users()
    .map(([, { actor }]) => actor.userId)
    .filter((id) => id !== "0");
  for (const entity of entities)
    for (const [field] of fileFields(entity))
      for (const rowId of await chooseRows(entity, field))
        marked.push(await aFile({ entity, field, rowId }, uploaders[marked.length % uploaders.length] as string));
  for (const uploader of uploaders) marked.push(await aFile(null, uploader));
});
after(() => crawl.close());

/** For each role a row whose file it may read, and one whose file it may not, as far as there are such rows. */
async function chooseRows(entity: Entity, field: string): Promise<string[]> {
  const { rows } = await crawl.app.pool.query<{ id: string }>(
    `select id from ${entity.table} where is_deleted = 0 order by md5(id::text)`,
  );
  if (rows.length === 0) return [await newRow(crawl.app, entity)];
  const chosen = new Set<string>();
  for (const [role, user] of users()) {
    if (role === "guest") continue;
    const readable = await getReadable(role, user, entity.name, field);
    for (const wanted of [true, false]) {
      const found = rows.find(({ id }) => readable.has(id) === wanted);
      if (found) chosen.add(found.id);
    }
  }
  return [...chosen];
}

async function aFile(of: Marked["of"], uploader: string): Promise<Marked> {
  const { app } = crawl;
  const key = `crawl/${randomUUID()}`;
  const link = `/attach/${randomUUID()}.pdf`;
  await app.storage.put(key, Readable.from([Buffer.from("%PDF-1.7 x")]));
  const { id } = await app.db
    .insertInto("attachment")
    .values({
      fileName: "爬取.pdf",
      originalName: "爬取.pdf",
      fileType: "pdf",
      fileSize: 10,
      attLink: link,
      sha256: "0".repeat(64),
      storageKey: key,
      createUser: uploader,
      updateUser: uploader,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (of) {
    await app.db.transaction().execute((tx) => shareFile(tx, id, of.entity, of.rowId, of.field));
    // Notices name their files in a list column.
    if (of.entity.name === "Notice")
      await app.pool.query(
        `update notice set attachment_list = coalesce(attachment_list, '{}') || $1::bigint where id = $2`,
        [id, of.rowId],
      );
  }
  return { id, link, of, uploader };
}

const reader = (role: RoleAlias, { actor }: TestUser): Reader => ({
  userId: actor.userId,
  role,
  orgId: actor.orgId,
  entId: actor.entId,
  idNumberHash: actor.idNumberHash,
  assessorId: actor.assessorId,
  audience: actor.audience,
});

const known = new Map<string, ReadonlySet<string>>();
async function getReadable(
  role: RoleAlias,
  user: TestUser,
  entity: string,
  field: string,
): Promise<ReadonlySet<string>> {
  const key = `${role} ${entity}.${field}`;
  const rows = known.get(key) ?? (await readableRows(crawl.app.pool, reader(role, user), entity, field));
  known.set(key, rows);
  return rows;
}

const mayRead = async (role: RoleAlias, user: TestUser, entity: string, field: string, rowId: string) =>
  role !== "guest" && (await getReadable(role, user, entity, field)).has(rowId);

const may = async (role: RoleAlias, user: TestUser, { of, uploader }: Marked) =>
  of ? mayRead(role, user, of.entity.name, of.field, of.rowId) : role !== "guest" && uploader === user.actor.userId;

const says = ({ of, id }: Marked) => (of ? `${of.entity.name}.${of.field} of row ${of.rowId}` : `unnamed ${id}`);
const shown = (status: number) => status === 200;

describe("file links and file details", () => {
  it("given to exactly those who may read the row of the file", async () => {
    assert.ok(new Set(marked.flatMap(({ of }) => (of ? [`${of.entity.name}.${of.field}`] : []))).size >= 15);
    const wrong: string[] = [];
    let opened = 0;
    for (const [role, user] of users())
      for (const file of marked) {
        const expected = await may(role, user, file);
        // The link and the call that accepts it check the same rule: each file is tried by one of them.
        const direct = marked.indexOf(file) % 2 === 0;
        const link = direct
          ? (await crawl.app.http.inject({ url: file.link, headers: user.token ? { token: user.token } : {} }))
              .statusCode
          : (await askAs(crawl.app.http, user, downloadFile, { fileUrl: file.link })).status;
        // Users without any right to files are refused by the detail call already.
        const detail = user.actor.permissions.has("attach_view")
          ? shown((await askAs(crawl.app.http, user, attachmentCalls.detail, { id: file.id })).status)
          : expected;
        for (const [way, did] of Object.entries({ link: shown(link), detail }))
          if (did !== expected) wrong.push(`${role} ${did ? "opens" : "does not open"} ${says(file)} by ${way}`);
        if (expected) opened++;
      }
    assert.deepEqual(wrong, []);
    assert.ok(opened > 80, `only ${opened} may be opened: the crawl looks at too little`);
  });
});

describe("the list of files", () => {
  it("shows none that the user may not open, by whatever filter", async () => {
    for (const [role, user] of users()) {
      if (!user.actor.permissions.has("attach_view")) continue;
      for (const filter of [{ fileName: "爬取" }, { fileName_equal: "爬取.pdf" }, { fileType: "pdf" }]) {
        const { records } = await user.list<{ records: { id: string }[] }>(attachmentCalls.list, {
          ...filter,
          size: "200",
        } as never);
        for (const file of marked.filter(({ id }) => records.some((row) => row.id === id)))
          assert.ok(await may(role, user, file), `${role} finds ${says(file)}`);
      }
    }
  });
});

describe("the call for files of notices", () => {
  const isPublished = (file: (typeof marked)[number]) =>
    ["Notice", "FileNotice", "SecondaryInfo", "TrainNews"].includes(file.of?.entity.name ?? "");
  it("gives no other file, by link or by name", async () => {
    for (const [role, user] of users())
      for (const file of [
        ...marked.filter(isPublished),
        ...marked.filter((one) => !isPublished(one)).filter((_, at) => at % 5 === 0),
      ]) {
        const { status } = await askAs(crawl.app.http, user, noticeCalls.downloadFile, { filename: file.link });
        if (shown(status))
          assert.ok(
            isPublished(file) && (role === "guest" || (await may(role, user, file))),
            `${role} opens ${says(file)}`,
          );
      }
  });
});

describe("files of the demo county", () => {
  it("no role opens one of a row that it may not read", async () => {
    const { rows } = await crawl.app.pool.query<{ link: string; entity: string; field: string; rowId: string }>(
      `select a.att_link as link, u.biz_type as entity, u.field, u.biz_id::text as "rowId" from attachment a join attachment_use u on u.attachment_id = a.id
      where a.id in (select id from attachment where storage_key like 'demo/%' and file_name <> '照片.png' order by md5(id::text) limit 30)`,
    );
    const byLink = Map.groupBy(rows, ({ link }) => link);
    assert.equal(byLink.size, 30);
    const wrong: string[] = [];
    for (const [role, user] of users())
      for (const [link, uses] of byLink) {
        const did = shown((await askAs(crawl.app.http, user, downloadFile, { fileUrl: link })).status);
        const allowed = (
          await Promise.all(uses.map(({ entity, field, rowId }) => mayRead(role, user, entity, field, rowId)))
        ).includes(true);
        if (did !== allowed)
          wrong.push(`${role} ${did ? "opens" : "does not open"} ${uses[0]?.entity} ${uses[0]?.rowId}`);
      }
    assert.deepEqual(wrong, []);
  });
});

describe("certificates", () => {
  it("printed for those who may read them; job results: downloaded only by those who started the job", async () => {
    const { rows } = await crawl.app.pool.query<{ id: string }>(
      `select id from certificate where is_deleted = 0 and is_valid = 'isValid' order by md5(id::text) limit 3`,
    );
    const { rows: jobs } = await crawl.app.pool.query<{ id: string }>(
      `insert into job (user_id, kind, actor, title_zh, title_en, state, input, file_key, file_name) select 1, 'crawl', '{}', 'x', 'x', 'done', '{}', storage_key, 'x.pdf' from attachment limit 1 returning id`,
    );
    for (const [role, user] of users()) {
      for (const { id } of rows) {
        const did = shown((await askAs(crawl.app.http, user, certificateCalls.pdf, { id })).status);
        if (did)
          assert.ok(await mayRead(role, user, "Certificate", "photoAttId", id), `${role} prints certificate ${id}`);
      }
      if (user.actor.userId !== "1")
        assert.notEqual((await askAs(crawl.app.http, user, jobResult, { id: jobs[0]?.id })).status, 200, role);
    }
  });
});
