import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { aCommittedClass, aConfirmedClass, aHeldClass, shiftClass } from "../../../test/factories/class.ts";
import { anApprovedStaffClass } from "../../../test/factories/enterprise-class.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { remind } from "./reminders.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("remind", () => {
  it("reminds of starts, missing assessments and late reviews, of nothing else", async () => {
    const days = (day: string) =>
      (Date.parse(`${addDays(today(), 1)}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000;
    const starting = await aConfirmedClass(app);
    await shiftClass(app, starting, days(starting.startDate));
    const ended = await aHeldClass(app);
    await sql`update training_class set end_date = ${addDays(today(), -15)} where id = ${ended.classId}`.execute(
      app.db,
    );
    const staff = await anApprovedStaffClass(app);
    await sql`update lesson set is_held = '1' where class_id = ${staff.classId}`.execute(app.db);
    await sql`update training_class set start_date = start_date - 60, end_date = ${addDays(today(), -15)} where id = ${staff.classId}`.execute(
      app.db,
    );
    const waiting = await aCommittedClass(app);
    await sql`update training_class set commit_time = now() - interval '20 days' where id = ${waiting.classId}`.execute(
      app.db,
    );
    await aCommittedClass(app);
    await aConfirmedClass(app);
    await sql`delete from message`.execute(app.db);
    await app.db.transaction().execute(remind);
    const sent = await app.db
      .selectFrom("message")
      .select(["titleZh", "targetKind", "target", "link"])
      .orderBy("id")
      .execute();
    assert.deepEqual(sent, [
      {
        titleZh: "班级明日开班",
        targetKind: "org",
        target: starting.base.orgId,
        link: `/class/detail/${starting.classId}`,
      },
      {
        titleZh: "班级结业15天仍未申请考核",
        targetKind: "org",
        target: ended.base.orgId,
        link: `/class/detail/${ended.classId}`,
      },
      { titleZh: "班级待确认已超期", targetKind: "role", target: "clerk", link: `/class/detail/${waiting.classId}` },
      {
        titleZh: "班级待确认已超期",
        targetKind: "role",
        target: "firstReviewer",
        link: `/class/detail/${waiting.classId}`,
      },
      {
        titleZh: "班级结业15天仍未申请考核",
        targetKind: "ent",
        target: staff.enterprise.entId,
        link: `/enterprise/class/${staff.classId}`,
      },
    ]);
  });
});
