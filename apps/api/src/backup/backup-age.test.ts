import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestApp, startTestApp } from "../../test/test-app.ts";
import { oldBackup } from "./backup-age.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const sayAfter = (days: string) =>
  app.pool.query(`update parameter set param_value = $1 where param_key = 'backup.alert.days'`, [days]);
const backUp = (daysAgo: number) =>
  app.pool.query(
    `insert into backup_run (name, begin_time, end_time, bytes, files) values ('x', now(), now() - make_interval(days => $1), 1, 1)`,
    [daysAgo],
  );

describe("the age of the last backup", () => {
  it("is no matter while the installation is younger itself", async () => {
    assert.equal(await oldBackup(app.db), null);
  });

  it("is told where there is none at all, and where it is older than the parameter allows", async () => {
    await app.pool.query(`update schema_migration set applied_at = now() - interval '3 days'`);
    const none = await oldBackup(app.db);
    assert.match(none?.text.en ?? "", /^There is no backup, more than 2 day/);
    assert.match(none?.text.zh ?? "", /^尚无备份，超过2天/);
    await backUp(5);
    assert.match((await oldBackup(app.db))?.text.en ?? "", /^The last backup is of \d{4}-/);
    await sayAfter("6");
    assert.equal(await oldBackup(app.db), null);
  });

  it("is over with the next backup, and never told where the parameter is 0", async () => {
    await sayAfter("2");
    assert.notEqual(await oldBackup(app.db), null);
    await sayAfter("0");
    assert.equal(await oldBackup(app.db), null);
    await sayAfter("2");
    await backUp(1);
    assert.equal(await oldBackup(app.db), null);
  });
});
