import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { findOldBackup } from "./backup-age.ts";

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

describe("findOldBackup", () => {
  it("reports nothing while the installation itself is younger than the limit", async () => {
    assert.equal(await findOldBackup(app.db), null);
  });

  it("reports a missing backup, and one older than backup.alert.days", async () => {
    await app.pool.query(`update schema_migration set applied_at = now() - interval '3 days'`);
    const none = await findOldBackup(app.db);
    assert.match(none?.text.en ?? "", /^There is no backup, more than 2 day/);
    assert.match(none?.text.zh ?? "", /^尚无备份，超过2天/);
    await backUp(5);
    assert.match((await findOldBackup(app.db))?.text.en ?? "", /^The last backup is of \d{4}-/);
    await sayAfter("6");
    assert.equal(await findOldBackup(app.db), null);
  });

  it("reports nothing after the next backup, nor where backup.alert.days is 0", async () => {
    await sayAfter("2");
    assert.notEqual(await findOldBackup(app.db), null);
    await sayAfter("0");
    assert.equal(await findOldBackup(app.db), null);
    await sayAfter("2");
    await backUp(1);
    assert.equal(await findOldBackup(app.db), null);
  });
});
