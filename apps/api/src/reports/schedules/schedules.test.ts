import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { jobList } from "@jipei/contract/core/job.ts";
import { popover } from "@jipei/contract/notices/popover.ts";
import { scheduleCalls } from "@jipei/contract/reports/report-schedule.ts";
import { reportCalls as calls } from "@jipei/contract/reports/report.ts";
import { sql } from "kysely";
import { aClass } from "../../../test/factories/class.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { reportTimers, startDue } from "./due-schedules.ts";

/** Reports by the clock, for whoever asked for them. */
let app: TestApp;
let clerk: TestUser;
let id: string;
before(async () => {
  app = await startTestApp();
  await aClass(app);
  clerk = await aUser();
  ({ id } = await clerk.call(calls.submit, {
    name: "班级一览",
    kind: "list",
    dataSet: "TrainingClass",
    sharedWith: ["leader"],
    layout: { columns: ["className"], filters: [{ name: "className", isAsked: "1" }] },
  } as never));
});
after(() => app.close());

/** A clerk who can be loaded as the user that they are. */
async function aUser(): Promise<TestUser> {
  const { rows } = await sql<{ id: string }>`
    insert into app_user (account, name, real_name, login_type, status, audience, create_user, update_user) values ('zq1', 'zq1', '赵勤', '0', '1', 'bureau', 0, 0) returning id`.execute(
    app.db,
  );
  const userId = rows[0]?.id as string;
  await sql`insert into user_role (user_id, role_id) select ${userId}, id from role where role_alias = 'clerk'`.execute(
    app.db,
  );
  return app.as("clerk", { userId });
}

const daily = { rhythm: "daily", time: "08:00", format: "xlsx" } as const;
const makeDue = () => sql`update report_schedule set next_time = now() - interval '1 minute'`.execute(app.db);

describe("Report.schedule", () => {
  it("asks for a day where the rhythm has one, and for filters that the report has (FIELD_INVALID)", async () => {
    const refused = async (more: object) =>
      (await clerk.refused(scheduleCalls.schedule, { id, ...daily, ...more } as never)).failures[0]?.field;
    assert.equal(await refused({ rhythm: "weekly" }), "day");
    assert.equal(await refused({ rhythm: "weekly", day: 8 }), "day");
    assert.equal(await refused({ rhythm: "monthly" }), "day");
    assert.equal(await refused({ format: "pdf" }), "format");
    assert.equal(await refused({ asked: [{ name: "orgName", value: "x" }] }), "orgName");
    assert.equal(
      (await app.as("finance").refused(scheduleCalls.schedule, { id, ...daily } as never)).errorCode,
      "NOT_FOUND",
    );
  });

  it("runs as the user with their rows, keeps the result for them alone, and tells them by a notice", async () => {
    await clerk.call(scheduleCalls.schedule, { id, ...daily, asked: [] });
    await startDue(app.services);
    const started = () => app.sentJobs.filter(({ name }) => name === "reports.scheduled").length;
    assert.equal(started(), 0, "nothing is due yet");
    await makeDue();
    await startDue(app.services);
    await startDue(app.services);
    assert.equal(started(), 1, "once for each time");
    await app.runJobs();
    const { schedules, results } = await clerk.call(scheduleCalls.mine, { id });
    assert.deepEqual([schedules.length, results.length], [1, 1]);
    assert.match(results[0]?.fileName ?? "", /^班级一览 .*\.xlsx$/);
    const [job] = await clerk.call(jobList, undefined);
    assert.deepEqual([job?.state, job?.titleZh], ["done", "定期报表：班级一览"]);
    const { mail } = await clerk.call(popover, undefined);
    assert.ok(JSON.stringify(mail).includes(`/report/view/${id}?result=${results[0]?.id}`));
    const get = (user: TestUser) =>
      app.http.inject({ url: `${scheduleCalls.result.path}?id=${results[0]?.id}`, headers: { token: user.token } });
    assert.equal((await get(clerk)).rawPayload.subarray(0, 2).toString("latin1"), "PK");
    assert.equal((await get(app.as("leader"))).statusCode, 404);
  });

  it("ends with its user, and is stopped by them alone", async () => {
    const { schedules } = await clerk.call(scheduleCalls.mine, { id });
    const ids = schedules.map((one) => one.id).join(",");
    assert.equal((await app.as("leader").refused(scheduleCalls.unschedule, { ids })).errorCode, "NOT_FOUND");
    await clerk.call(scheduleCalls.unschedule, { ids });
    await clerk.call(scheduleCalls.schedule, { id, ...daily, rhythm: "monthly", day: 31, asked: [] });
    await sql`update app_user set status = '0' where id = ${clerk.actor.userId}`.execute(app.db);
    await makeDue();
    await startDue(app.services);
    assert.equal((await clerk.call(scheduleCalls.mine, { id })).schedules.length, 0);
  });
});

describe("reports.sweep", () => {
  it("removes results after their days, and schedules of reports that are gone", async () => {
    const sweep = () => reportTimers.find(({ name }) => name === "reports.sweep")?.run(app.services);
    const count = async (table: "reportResult" | "reportSchedule") =>
      (await app.db.selectFrom(table).select("id").execute()).length;
    await sql`update app_user set status = '1' where id = ${clerk.actor.userId}`.execute(app.db);
    await clerk.call(scheduleCalls.schedule, { id, ...daily, asked: [] });
    await sweep();
    assert.deepEqual([await count("reportResult"), await count("reportSchedule")], [1, 1]);
    await sql`update report_result set create_time = now() - interval '400 days'`.execute(app.db);
    await clerk.call(calls.remove, { ids: id });
    await sweep();
    assert.deepEqual([await count("reportResult"), await count("reportSchedule")], [0, 0]);
  });
});
