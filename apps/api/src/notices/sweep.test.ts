import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { notices } from "./notices.routes.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const sweep = () => notices.timers?.find(({ name }) => name === "notices.sweep")?.run(app.services);
const query = async (text: string) => (await app.pool.query(text)).rows.map((row) => Object.values(row as object)[0]);

describe("notices.sweep", () => {
  it("removes messages after half a year and codes after two days, and gives up text messages not sent for a day", async () => {
    await app.pool.query(`
      insert into message (kind, target_kind, target, title_zh, title_en, text_zh, text_en, create_time)
        select 'message', 'user', '1', name, name, name, name, now() - age from (values ('new', interval '179 days'), ('old', interval '181 days')) as v (name, age);
      insert into verification_code (purpose, phone_hash, code_hash, create_time, expire_time)
        select name, 'x', 'x', now() - age, now() - age from (values ('new', interval '1 day'), ('old', interval '3 days')) as v (name, age);
      insert into sms_message (template, phone_number, phone_number_hash, body, send_status, create_time)
        select name, 'x', 'x', 'x', status, now() - age from (values
          ('waits', '0', interval '1 hour'), ('waited', '0', interval '2 days'), ('sent', '1', interval '2 days')) as v (name, status, age)`);
    await sweep();
    assert.deepEqual(await query("select title_zh from message"), ["new"]);
    assert.deepEqual(await query("select purpose from verification_code"), ["new"]);
    assert.deepEqual(
      await query(
        "select template || ' ' || send_status || ' ' || coalesce(body, 'gone') from sms_message order by id",
      ),
      ["waits 0 x", "waited 2 gone", "sent 1 x"],
    );
  });
});
