import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { popover } from "@jipei/contract/notices/popover.ts";
import { type TestApp, startTestApp } from "../../../../test/support/test-app.ts";
import { alertStore } from "../../../notices/alert-store.ts";
import { type Finding, type RunningAlerts, createAlerts } from "./alerts.ts";

const full: Finding = {
  title: { zh: "磁盘将满", en: "The disk is nearly full" },
  text: { zh: "请清理", en: "Make room" },
};

let app: TestApp;
let alerts: RunningAlerts;
const lines: string[] = [];
const log = {
  info: (message: string) => void lines.push(message),
  warn: (_data: object, message: string) => void lines.push(message),
  error: (_data: object, message: string) => void lines.push(message),
};
const open = (node = "a") => createAlerts({ log, store: alertStore(app.db), node });

before(async () => void (app = await startTestApp()));
after(() => app.close());
beforeEach(async () => {
  await app.pool.query("truncate operational_alert");
  await app.pool.query("delete from message");
  lines.length = 0;
  alerts = open();
});

const told = async (role: "sysAdmin" | "clerk" = "sysAdmin") =>
  (await app.as(role).call(popover, undefined)).messages.entries;

describe("createAlerts", () => {
  it("logs an alert, reports it to system administrators only, in both languages, and lists it while it lasts", async () => {
    alerts.report("disk.low", full);
    await alerts.close();
    assert.deepEqual(lines, ["alert: The disk is nearly full. Make room"]);
    assert.deepEqual(
      alerts.open().map(({ key }) => key),
      ["disk.low"],
    );
    const [message, ...others] = await told();
    assert.deepEqual(
      [message?.titleZh, message?.titleEn, message?.textZh, message?.textEn, others.length],
      ["磁盘将满", "The disk is nearly full", "请清理", "Make room", 0],
    );
    assert.equal((await told("clerk")).length, 0);
  });

  it("reports an alert once, also after a restart and when it comes and goes", async () => {
    for (let n = 0; n < 5; n++) alerts.report("disk.low", full);
    alerts.report("disk.low", null);
    alerts.report("disk.low", full);
    await alerts.close();
    const next = open();
    await next.watch("disk.low", 60, async () => full);
    await next.close();
    assert.equal((await told()).length, 1);
    assert.equal(next.open().length, 1);
  });

  it("reports an alert again when it returns long after it was over", async () => {
    alerts.report("disk.low", full);
    await alerts.close();
    await app.pool.query(`update operational_alert set end_time = now() - interval '2 hours'`);
    alerts = open();
    alerts.report("disk.low", full);
    await alerts.close();
    assert.equal((await told()).length, 2);
  });

  it("reports a condition of a node for each node, and a shared one once", async () => {
    for (const node of ["a", "b"]) {
      const own = open(node);
      own.report("disk.low", full);
      own.report("backup.old", { ...full, title: { zh: "备份过期", en: "The backup is old" } });
      await own.close();
    }
    assert.deepEqual((await told()).map(({ titleEn }) => titleEn).sort(), [
      "The backup is old",
      "The disk is nearly full",
      "The disk is nearly full",
    ]);
  });

  it("ends an alert when its check finds nothing, and lists it in /api/ready until then", async () => {
    let finding: Finding | null = full;
    app.services.alerts = alerts;
    const ready = async () =>
      (await app.http.inject("/api/ready")).json() as { status: string; warnings: { key: string }[] };
    await alerts.watch("disk.low", 0.02, async () => finding);
    assert.deepEqual([(await ready()).status, (await ready()).warnings.map(({ key }) => key)], ["ready", ["disk.low"]]);
    finding = null;
    while ((await ready()).warnings.length > 0);
    await alerts.close();
    assert.equal((await app.pool.query("select from operational_alert where end_time is not null")).rowCount, 1);
  });

  it("logs a failed check, and changes nothing", async () => {
    await alerts.watch("disk.low", 60, async () => Promise.reject(new Error("no such folder")));
    await alerts.close();
    assert.deepEqual([lines, alerts.open()], [["a check failed"], []]);
  });
});
