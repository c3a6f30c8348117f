import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { aCertifiedClass, fileClaim } from "../../../test/factories/assessment.ts";
import { aStandard } from "../../../test/factories/teaching.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("Student.getSubsidyStudent", () => {
  it("gives short rows to choose from; AllInfo what a claim takes over; Page the roster; none of them whom a claim names", async () => {
    const built = await aCertifiedClass(app);
    const { orgAdmin } = built.base;
    const account = app.cipher.encrypt("6222020200112233445");
    await sql`update student set bank_account = ${account} where class_id = ${built.classId}`.execute(app.db);
    const where = { classId_equal: built.classId } as never;
    const short = await orgAdmin.call(studentCalls.getSubsidyStudent, where);
    const whole = await orgAdmin.call(studentCalls.getSubsidyStudentAllInfo, where);
    const page = await orgAdmin.call(studentCalls.getSubsidyStudentPageUsedByOrg, where);
    assert.ok(short.total > 0);
    assert.deepEqual([whole.total, page.total], [short.total, short.total]);

    const [choice, info, row] = [short.records[0], whole.records[0], page.records[0]];
    assert.deepEqual([choice?.id, choice?.studentId, choice?.certNo], [info?.id, row?.id, row?.certNo]);
    assert.ok(choice && !("phone" in choice) && !("personCategory" in choice));
    assert.deepEqual([info?.trainKind, Number(info?.totalHours) > 0, row && "totalHours" in row], ["01", true, false]);
    assert.ok(info?.bankAccount?.includes("*") && !row?.bankAccount);

    await aStandard(app, {
      courseId: built.base.courseId,
      subsidyKind: "01",
      standardAmount: "1000.00",
      payTarget: "1",
      effectDate: addDays(today(), -400),
    });
    await fileClaim(app, built);
    assert.equal((await orgAdmin.call(studentCalls.getSubsidyStudent, where)).total, 0);
    assert.equal((await orgAdmin.call(studentCalls.getSubsidyStudentAllInfo, where)).total, 0);
  });
});
