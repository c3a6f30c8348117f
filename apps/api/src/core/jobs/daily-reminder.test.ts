import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { domains } from "../../domains.ts";
import { dailyReminder } from "./daily-reminder.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("dailyReminder", () => {
  it("reminds once a day, also where a missed run is made up for; a run that failed does not count", async () => {
    let told = 0;
    let isBroken = true;
    const { run } = dailyReminder("test.remind", async () => {
      if (isBroken) throw new Error("broken");
      told++;
    });
    await assert.rejects(run(app.services), /broken/);
    isBroken = false;
    await run(app.services);
    await run(app.services);
    assert.equal(told, 1);
    await app.pool.query("update reminder_day set day = day - 1 where name = 'test.remind'");
    await run(app.services);
    assert.equal(told, 2);
  });

  it("makes all timers that remind in the morning", () => {
    const reminders = domains.flatMap(({ timers = [] }) => timers).filter(({ cron }) => cron === "30 8 * * *");
    assert.ok(reminders.length >= 8);
    const { run } = dailyReminder("test.remind", async () => {});
    for (const timer of reminders) assert.equal(String(timer.run), String(run), timer.name);
  });
});
