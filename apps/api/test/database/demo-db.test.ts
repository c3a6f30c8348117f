import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { categoriesWithProof } from "@jipei/contract/training/enrolment-codes.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { readSettings } from "../../src/core/foundation/settings.ts";
import { type Server, startServer } from "../../src/server.ts";
import { createDemoDatabase, type ServerDatabase } from "./demo-db.ts";
import { startTestApp } from "../support/test-app.ts";
import { connected } from "../../src/core/database/connected.ts";

let demo: ServerDatabase;
let server: Server;

before(async () => {
  demo = await createDemoDatabase();
  server = await startServer(
    readSettings({ DATABASE_URL: demo.url, DATA_DIR: demo.dataDir, LOG_LEVEL: "error" }),
    () => {},
  );
});

after(async () => {
  await server.close();
  await demo.drop();
});

describe("createDemoDatabase", () => {
  it("the server starts on the clone with its keys, and its demo accounts are there", async () => {
    const users = await connected(
      demo.url,
      async (client) => (await client.query("select account from app_user where status = '1'")).rows,
    );
    const accounts = new Set(users.map(({ account }) => account));
    assert.ok(server.demoAccounts.length >= 12);
    assert.deepEqual(
      server.demoAccounts.filter(({ account }) => !accounts.has(account)),
      [],
    );
  });

  it("whoever waits for a check can be approved, but those of whom the demonstration says why not; all categories are proven", async () => {
    const app = await startTestApp({ url: demo.url, keys: server.services.keys });
    const waiting = (
      await app.pool.query("select id from training_class where status = 'unConfirm' and is_deleted = 0")
    ).rows;
    assert.ok(waiting.length >= 5);
    const blocked: string[] = [];
    for (const { id } of waiting)
      for (const { studentId, worst, findings } of await app.as("clerk").call(studentCalls.review, { classId: id })) {
        if (worst > 1) continue;
        const { rows } = await app.pool.query("select remark from student where id = $1", [studentId]);
        assert.match(rows[0].remark ?? "", /^演示：/, JSON.stringify(findings[0]));
        blocked.push(studentId);
      }
    assert.equal(blocked.length, 2);
    const unproven = await app.pool.query(
      "select id from student where person_category = any($1) and category_att_id is null and is_deleted = 0",
      [[...categoriesWithProof]],
    );
    assert.deepEqual(unproven.rows, []);
    await app.close();
  });

  it("each file is named by a row and belongs to an account of the institution that uploaded it", async () => {
    const [files] = await connected(
      demo.url,
      async (client) =>
        (
          await client.query(`select count(*)::int as files, count(distinct a.create_user)::int as uploaders,
          (count(*) filter (where a.biz_type is null or not exists (select from attachment_use u where u.attachment_id = a.id)))::int as loose,
          (count(*) filter (where a.org_id is distinct from (select u.org_id from app_user u where u.id = a.create_user)))::int as strangers from attachment a`)
        ).rows,
    );
    assert.ok(files.files > 100 && files.uploaders >= 5);
    assert.deepEqual([files.loose, files.strangers], [0, 0]);
  });
});
