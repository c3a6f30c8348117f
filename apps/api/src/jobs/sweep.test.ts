import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { jobs } from "./job.routes.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const sweep = () => jobs.timers?.find(({ name }) => name === "jobs.sweep")?.run(app.services);
const query = async (text: string) => (await app.pool.query(text)).rows.map((row) => Object.values(row as object)[0]);

describe("jobs.sweep", () => {
  it("removes the file of a job after a day and the job after a month, and expired answers and rate limits", async () => {
    await app.pool.query(`
      insert into job (kind, user_id, actor, title_zh, title_en, input, state, file_name, file_key, create_time, end_time)
        select 'test', 1, '{}', name, name, '{}', 'done', name, file, now() - age, now() - age from (values
          ('today', 'today.xlsx', interval '1 hour'), ('file is old', 'old.xlsx', interval '2 days'), ('old', null, interval '31 days')) as v (name, file, age);
      insert into remembered_answer (user_id, call, body_hash, answer, create_time) values ('1', 'new', 'x', '{}', now()), ('1', 'old', 'x', '{}', now() - interval '2 minutes');
      insert into rate_count (key, window_end, n) values ('runs', now() + interval '1 minute', 1), ('over', now() - interval '1 second', 1)`);
    await sweep();
    assert.deepEqual(await query("select title_zh || coalesce(' ' || file_key, '') from job order by id"), [
      "today today.xlsx",
      "file is old",
    ]);
    assert.deepEqual(await query("select call from remembered_answer"), ["new"]);
    assert.deepEqual(await query("select key from rate_count"), ["runs"]);
  });
});
