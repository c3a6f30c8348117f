import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { signUpAgainCalls, signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { aRoster, aRosterRow, aSignUp, aStudentAccount } from "../../../test/factories/enrolment.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { anOpenClass } from "../../../test/factories/open-class.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

/** What becomes of sign-ups. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const submitted = { status: "unConfirm", personCategory: "03" } as const;
const join = (classId: string) => ({ classId, ...submitted }) as never;
describe("SignUp.confirm", () => {
  it("6.1-2: seats the person once and notifies them; another institution may not", async () => {
    const { classId, admin } = await anOpenClass(app);
    const { id, idNumber, name } = await aSignUp(app, classId);
    assert.equal(
      (await (await anOpenClass(app)).admin.refused(signUpCalls.submit, { id, status: "Confirm" })).errorCode,
      "NOT_OWNER",
    );
    const before = app.sentJobs.length;
    await admin.call(signUpCalls.submit, { id, status: "Confirm" } as never);
    assert.ok(app.sentJobs.length > before);
    const roster = await admin.list<any>(studentCalls.list, { classId, idNumber });
    assert.deepEqual(
      [
        roster.total,
        roster.records[0].name,
        roster.records[0].confirmStatus,
        roster.records[0].rosterSource,
        roster.records[0].signId,
      ],
      [1, name, "unSubmit", "2", id],
    );
    const again = { id, status: "Confirm", reason: "再次确认" };
    assert.equal((await admin.refused(signUpCalls.submit, again)).errorCode, "STATE_ILLEGAL");
  });

  it("6.1-2: takes the proof of the category along to the roster, where the bureau may read it", async () => {
    const { classId, admin } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    const categoryAttId = await anAttachment(app, person.user, "认定表.pdf");
    const { id } = await person.user.call(signUpCalls.submit, {
      classId,
      status: "unConfirm",
      personCategory: "07",
      categoryAttId,
    } as never);
    await admin.call(signUpCalls.confirm, { ids: id } as never);
    const row = (await admin.list<any>(studentCalls.list, { classId })).records[0];
    assert.equal((await app.as("clerk").call(studentCalls.detail, { id: row.id })).categoryAttId, categoryAttId);
    const uses = await sql<{
      bizType: string;
    }>`select biz_type from attachment_use where attachment_id = ${categoryAttId} order by 1`.execute(app.db);
    assert.deepEqual(
      uses.rows.map((use) => use.bizType),
      ["SignUp", "Student"],
    );
    const other = await aStudentAccount(app);
    assert.equal(
      (
        await other.user.refused(signUpCalls.submit, {
          classId,
          status: "unConfirm",
          personCategory: "07",
          categoryAttId,
        })
      ).errorCode,
      "ATTACH_NOT_OWN",
    );
  });

  it("6.1-2: refuses when the roster filled up otherwise (SIGN_FULL)", async () => {
    const { classId, admin } = await anOpenClass(app, { planCount: 2 });
    const { id } = await aSignUp(app, classId);
    await aRoster(app, classId, 2, { confirmStatus: "unSubmit" });
    assert.equal((await admin.refused(signUpCalls.submit, { id, status: "Confirm" })).errorCode, "SIGN_FULL");
  });
});

describe("SignUp.confirm of somebody on the roster", () => {
  it("6.1-2: links them, and takes no second seat of a full class", async () => {
    const { classId, admin } = await anOpenClass(app, { planCount: 1 });
    const sign = await aSignUp(app, classId);
    const { idNumber, name } = sign;
    const seated = await aRosterRow(app, classId, { idNumber, name, confirmStatus: "unSubmit" });
    await admin.call(signUpCalls.confirm, { ids: sign.id } as never);
    const roster = await admin.list<any>(studentCalls.list, { classId });
    assert.deepEqual([roster.total, roster.records[0].id, roster.records[0].signId], [1, seated.id, sign.id]);
  });
});

describe("SignUp.back", () => {
  it("6.1-3: needs a reason; the person corrects and submits again", async () => {
    const { classId, admin } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    const { id } = await person.user.call(signUpCalls.submit, join(classId));
    assert.equal(
      (await admin.refused(signUpCalls.submit, { id, status: "back", reason: " " })).errorCode,
      "REASON_REQUIRED",
    );
    await admin.call(signUpCalls.submit, { id, status: "back", reason: "类别不符" } as never);
    assert.equal((await person.user.call(signUpCalls.detail, { id })).backReason, "类别不符");
    await person.user.call(signUpCalls.submit, { id, status: "unConfirm", personCategory: "12" } as never);
    const row = await person.user.call(signUpCalls.detail, { id });
    assert.deepEqual([row.confirmStatus, row.personCategory], ["unConfirm", "12"]);
  });
});

describe("SignUp.invalidate", () => {
  it("6.1-4, 6.1-5: withdraws one's own; the institution needs a reason; an accepted one only while the class is a draft", async () => {
    const { classId, admin } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    const { id } = await person.user.call(signUpCalls.submit, join(classId));
    const other = await aStudentAccount(app);
    assert.equal((await other.user.refused(signUpCalls.submit, { id, status: "Invalidate" })).errorCode, "NOT_OWNER");
    assert.equal((await admin.refused(signUpCalls.submit, { id, status: "Invalidate" })).errorCode, "REASON_REQUIRED");
    await admin.call(signUpCalls.submit, { id, status: "Confirm" } as never);
    await sql`update training_class set status = 'unConfirm' where id = ${classId}`.execute(app.db);
    assert.equal(
      (await person.user.refused(signUpCalls.submit, { id, status: "Invalidate" })).errorCode,
      "CLASS_LOCKED",
    );
    await sql`update training_class set status = 'unCommit' where id = ${classId}`.execute(app.db);
    await person.user.call(signUpCalls.submit, { id, status: "Invalidate" } as never);
    assert.equal((await admin.list<any>(studentCalls.list, { classId })).total, 0);
  });
});

describe("SignUp.remove", () => {
  it("6.1-6: removes drafts and returned sign-ups only", async () => {
    const { classId } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    const { id } = await person.user.call(signUpCalls.submit, { classId, personCategory: "03" } as never);
    assert.equal((await person.user.call(signUpCalls.detail, { id })).confirmStatus, "unSubmit");
    await person.user.call(signUpCalls.remove, { ids: id });
    const again = await person.user.call(signUpCalls.submit, join(classId));
    assert.equal((await person.user.refused(signUpCalls.remove, { ids: again.id })).errorCode, "STATE_ILLEGAL");
  });
});

describe("SignUpAgain.submit", () => {
  it("6.2-1: takes two more after a return, refuses the third (RESIGN_LIMIT); the origin stays", async () => {
    const { classId, admin } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    let origin = (await person.user.call(signUpCalls.submit, join(classId))).id;
    assert.equal(
      (
        await person.user.refused(signUpAgainCalls.submit, {
          originSignId: origin,
          classId,
          reSignReason: "更正",
          reSignKind: "1",
        })
      ).errorCode,
      "STATE_ILLEGAL",
    );
    for (const count of [1, 2]) {
      await admin.call(signUpCalls.submit, { id: origin, status: "back", reason: "材料不全" } as never);
      const { id } = await person.user.call(signUpAgainCalls.submit, {
        originSignId: origin,
        classId,
        reSignReason: "更正",
        reSignKind: "1",
      } as never);
      const row = await person.user.call(signUpAgainCalls.detail, { id });
      assert.deepEqual(
        [row.reSignCount, row.isReSign, row.confirmStatus, row.originSignId],
        [count, "1", "unConfirm", origin],
      );
      assert.equal((await person.user.call(signUpCalls.detail, { id: origin })).confirmStatus, "back");
      origin = id;
    }
    await admin.call(signUpCalls.submit, { id: origin, status: "back", reason: "材料不全" } as never);
    assert.equal(
      (
        await person.user.refused(signUpAgainCalls.submit, {
          originSignId: origin,
          classId,
          reSignReason: "更正",
          reSignKind: "1",
        })
      ).errorCode,
      "RESIGN_LIMIT",
    );
    assert.equal((await person.user.list<any>(signUpAgainCalls.list)).total, 2);
    // One that was removed was made all the same.
    const first = (await person.user.call(signUpAgainCalls.detail, { id: origin })).originSignId as string;
    await person.user.call(signUpCalls.remove, { ids: origin });
    assert.equal(
      (
        await person.user.refused(signUpAgainCalls.submit, {
          originSignId: first,
          classId,
          reSignReason: "更正",
          reSignKind: "1",
        })
      ).errorCode,
      "RESIGN_LIMIT",
    );
  });
});
