import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { studentFeeCalls as calls } from "@jipei/contract/training/student-fee.ts";
import { aRosterRow, aStudentAccount } from "../../../test/factories/enrolment.ts";
import { anOpenClass } from "../../../test/factories/open-class.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const fee = (studentId: string, changes: object = {}) =>
  ({ studentId, feeKind: "1", amount: "1000.00", payDate: today(), payMethod: "2", ...changes }) as never;

describe("StudentFee.submit", () => {
  it("takes training fees within the standard of the class, and refunds up to what was paid, as negative amounts", async () => {
    const { classId, admin } = await anOpenClass(app, { chargeStandard: "1500.00" });
    const { id: studentId } = await aRosterRow(app, classId);
    await admin.call(calls.submit, fee(studentId));
    assert.equal(
      (await admin.refused(calls.submit, fee(studentId, { amount: "500.01", payMethod: "1" }))).errorCode,
      "FIELD_INVALID",
    );
    await admin.call(calls.submit, fee(studentId, { amount: "500.00", invoiceNo: "A1" }));
    await admin.call(calls.submit, fee(studentId, { feeKind: "2", amount: "80.00" }));
    assert.equal(
      (await admin.refused(calls.submit, fee(studentId, { feeKind: "4", amount: "1500.01" }))).errorCode,
      "FIELD_INVALID",
    );
    const { id } = await admin.call(calls.submit, fee(studentId, { feeKind: "4", amount: "300.00" }));
    assert.equal((await admin.call(calls.detail, { id })).amount, "-300.00");
    assert.equal(
      (await admin.refused(calls.submit, fee(studentId, { feeKind: "2", amount: "0.00" }))).errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (
        await admin.refused(
          calls.submit,
          fee(studentId, { feeKind: "3", amount: "10.00", payDate: addDays(today(), 1) }),
        )
      ).errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (await admin.refused(calls.submit, fee(studentId, { feeKind: "3", amount: "10.00", invoiceNo: "A1" }))).errorCode,
      "DUPLICATE",
    );
  });

  it("refuses to pass the standard by eight payments at once", async () => {
    const { classId, admin } = await anOpenClass(app, { chargeStandard: "1500.00" });
    const { id } = await aRosterRow(app, classId);
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => admin.call(calls.submit, fee(id, { amount: "500.00", invoiceNo: `P${i}` }))),
    );
    assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 3);
  });
});

describe("StudentFee.submit and StudentFee.remove", () => {
  it("give nobody back more than they paid, whichever entry changes or goes (FIELD_INVALID)", async () => {
    const { classId, admin } = await anOpenClass(app, { chargeStandard: "1500.00" });
    const { id: studentId } = await aRosterRow(app, classId);
    const paid = await admin.call(calls.submit, fee(studentId));
    const back = await admin.call(calls.submit, fee(studentId, { feeKind: "4", amount: "1000.00" }));
    assert.equal((await admin.refused(calls.remove, { ids: paid.id })).errorCode, "FIELD_INVALID");
    const other = await aRosterRow(app, classId);
    for (const change of [{ amount: "900.00" }, { feeKind: "2" }, { studentId: other.id }])
      assert.equal((await admin.refused(calls.submit, { id: paid.id, ...change })).errorCode, "FIELD_INVALID");
    await admin.call(calls.remove, { ids: `${paid.id},${back.id}` });
  });

  it("take no more than the standard from anybody, whichever entry changes or goes (FIELD_INVALID)", async () => {
    const { classId, admin } = await anOpenClass(app, { chargeStandard: "1500.00" });
    const { id: studentId } = await aRosterRow(app, classId);
    const { id: otherId } = await aRosterRow(app, classId);
    await admin.call(calls.submit, fee(studentId, { amount: "1500.00", invoiceNo: "F1" }));
    const back = await admin.call(calls.submit, fee(studentId, { feeKind: "4", amount: "500.00" }));
    const again = await admin.call(calls.submit, fee(studentId, { amount: "500.00", invoiceNo: "F2" }));
    const book = await admin.call(calls.submit, fee(studentId, { feeKind: "2", amount: "80.00" }));
    const ofOther = await admin.call(calls.submit, fee(otherId, { amount: "100.00", invoiceNo: "F3" }));
    const refused = async (change: object) => (await admin.refused(calls.submit, change)).errorCode;
    assert.equal((await admin.refused(calls.remove, { ids: back.id })).errorCode, "FIELD_INVALID");
    for (const change of [
      { id: back.id, amount: "499.00" },
      { id: back.id, feeKind: "2" },
      { id: again.id, amount: "501.00" },
      { id: book.id, feeKind: "1" },
      { id: ofOther.id, studentId },
    ])
      assert.equal(await refused(change), "FIELD_INVALID", JSON.stringify(change));
    await admin.call(calls.remove, { ids: `${back.id},${again.id}` });
  });

  it("give somebody who stands above a lower standard a part back, and take other fees", async () => {
    const { classId, admin } = await anOpenClass(app, { chargeStandard: "1500.00" });
    const { id: studentId } = await aRosterRow(app, classId);
    await admin.call(calls.submit, fee(studentId, { amount: "1500.00" }));
    await app.pool.query(`update training_class set charge_standard = 1000 where id = $1`, [classId]);
    await admin.call(calls.submit, fee(studentId, { feeKind: "2", amount: "80.00" }));
    const { id } = await admin.call(calls.submit, fee(studentId, { feeKind: "4", amount: "300.00" }));
    assert.equal((await admin.refused(calls.remove, { ids: id })).errorCode, "FIELD_INVALID");
  });
});

describe("StudentFee.list", () => {
  it("shows an institution its own, people their own, the bureau all", async () => {
    const { classId, admin } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    const { id } = await aRosterRow(app, classId, { idNumber: person.idNumber });
    await admin.call(calls.submit, fee(id));
    const other = (await anOpenClass(app)).admin;
    assert.equal((await other.refused(calls.submit, fee(id))).errorCode, "NOT_OWNER");
    assert.equal((await other.list<any>(calls.list)).total, 0);
    assert.equal((await person.user.list<any>(calls.list)).total, 1);
    assert.equal((await app.as("clerk").list<any>(calls.list, { classId })).total, 1);
    assert.equal((await app.as("clerk").refused(calls.submit, fee(id))).errorCode, "ROLE_DENIED");
  });
});

describe("StudentFee.remove", () => {
  it("takes an entry back for the institution, and refuses the bureau (ROLE_DENIED)", async () => {
    const { classId, admin } = await anOpenClass(app, {});
    const { id: studentId } = await aRosterRow(app, classId);
    const { id } = await admin.call(calls.submit, fee(studentId));
    assert.equal((await app.as("sysAdmin").refused(calls.remove, { ids: id })).errorCode, "ROLE_DENIED");
    await admin.call(calls.remove, { ids: id });
    assert.equal((await admin.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
  });
});
