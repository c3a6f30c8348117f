import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { trainEmploymentCalls as calls } from "@jipei/contract/outcomes/train-employment.ts";
import { sql } from "kysely";
import { syntheticCreditCode } from "../../seed/synthetic-unit.ts";
import { type BuiltClass, aHeldClass } from "../../test/factories/class.ts";
import { aTrainingBase } from "../../test/factories/training-base.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { enterAnswer } from "../external-data/local-registers.ts";

/** What people do after their training, as registers verify it. */
let app: TestApp;
let built: BuiltClass;
let admin: TestUser;
const creditCode = syntheticCreditCode(901, "91");
before(async () => {
  app = await startTestApp();
  const base = await aTrainingBase(app);
  built = await aHeldClass(app, { base, students: 4 });
  admin = base.orgAdmin;
});
after(() => app.close());

let days = 0;
/** Each on a day of its own, since a day has one follow-up of a person. */
const aFollowUp = (student: number, overrides: object = {}) =>
  ({
    studentId: built.studentIds[student],
    employmentKind: "1",
    entName: "恒信机械有限公司",
    creditCode,
    followDate: addDays(today(), -(days++ % 20)),
    ...overrides,
  }) as never;
const numberOf = async (student: number): Promise<string> =>
  app.cipher.decrypt(
    (
      await app.db
        .selectFrom("student")
        .select("idNumber")
        .where("id", "=", built.studentIds[student] as string)
        .executeTakeFirstOrThrow()
    ).idNumber,
  );
const read = (id: string) => app.as("clerk").call(calls.detail, { id });

describe("TrainEmployment.submit", () => {
  it("is verified by insurance, by a contract on file, or only reported", async () => {
    await enterAnswer(app.db, app.cipher, "getPersonInsured", await numberOf(0), {
      isInsured: "1",
      creditCode,
      months: 3,
    });
    const insured = await read((await admin.call(calls.submit, aFollowUp(0))).id);
    assert.deepEqual([insured.verifySource, Boolean(insured.insuredDate)], ["1", true]);
    const elsewhere = aFollowUp(0, { creditCode: syntheticCreditCode(902, "91") });
    assert.equal((await read((await admin.call(calls.submit, elsewhere)).id)).verifySource, "3");

    const startDate = addDays(today(), -40);
    await enterAnswer(app.db, app.cipher, "employmentContract", await numberOf(1), {
      contracts: [{ creditCode, startDate, endDate: null }],
    });
    const held = await read((await admin.call(calls.submit, aFollowUp(1))).id);
    assert.deepEqual([held.verifySource, held.contractDate], ["2", startDate]);
    const entered = aFollowUp(1, { contractDate: addDays(today(), -50) });
    const kept = await read((await admin.call(calls.submit, entered)).id);
    assert.deepEqual([kept.verifySource, kept.contractDate], ["2", addDays(today(), -50)]);
    assert.equal((await read((await admin.call(calls.submit, aFollowUp(2))).id)).verifySource, "3");
  });

  it("asks what the kind needs, and for a day after the class (FIELD_INVALID), once a day (DUPLICATE)", async () => {
    for (const [field, wrong] of Object.entries({
      entName: { entName: null },
      businessLicenseNo: { employmentKind: "3" },
      followDate: { followDate: addDays(today(), 1) },
    }))
      assert.equal((await admin.refused(calls.submit, aFollowUp(2, wrong))).failures[0]?.field, field);
    const early = aFollowUp(2, { followDate: addDays(built.endDate, -1) });
    assert.equal((await admin.refused(calls.submit, early)).failures[0]?.field, "followDate");
    const day = { followDate: addDays(today(), -25) };
    await admin.call(calls.submit, aFollowUp(2, day));
    assert.equal((await admin.refused(calls.submit, aFollowUp(2, day))).errorCode, "DUPLICATE");
  });

  it("takes no student of another institution or another person (NOT_OWNER), and asks no register about them", async () => {
    const stranger = (await aTrainingBase(app)).orgAdmin;
    const count = async () =>
      (await app.db.selectFrom("extQuery").select(app.db.fn.countAll<string>().as("n")).executeTakeFirstOrThrow()).n;
    const before = await count();
    assert.equal((await stranger.refused(calls.submit, aFollowUp(3))).errorCode, "NOT_OWNER");
    const somebody = app.as("student", { idNumberHash: app.cipher.hash("330102199003070038") });
    assert.equal((await somebody.refused(calls.submit, aFollowUp(3))).errorCode, "NOT_OWNER");
    assert.equal(await count(), before);
  });

  it("is reported by people of themselves, who see their own alone", async () => {
    const self = app.as("student", { idNumberHash: app.cipher.hash(await numberOf(3)) });
    const { id } = await self.call(
      calls.submit,
      aFollowUp(3, { employmentKind: "2", entName: null, creditCode: null }),
    );
    const { records } = await self.call(calls.list, { current: 1, size: 50 } as never);
    assert.deepEqual(
      records.map((row) => row.id),
      [id],
    );
    const other = app.as("student", { idNumberHash: app.cipher.hash(await numberOf(2)) });
    assert.equal((await other.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
  });
});

describe("TrainEmployment.list", () => {
  it("finds of each person the latest follow-up within six months after the end of the class", async () => {
    const [studentId = ""] = built.studentIds.slice(2);
    const find = async (filters: object) =>
      (await app.as("clerk").call(calls.list, { current: 1, size: 50, studentId, ...filters } as never)).records.map(
        (row) => row.id,
      );
    const [newest, second] = await find({});
    assert.ok(newest && second);
    assert.deepEqual(await find({ isLatest: "1" }), [newest]);
    assert.deepEqual(await find({ isLatest: "0" }), [second]);
    await sql`update train_employment set follow_date = ${built.endDate}::date + interval '7 months' where id = ${newest}`.execute(
      app.db,
    );
    assert.deepEqual(await find({ isLatest: "1", endDate_datege: built.endDate, endDate_datele: built.endDate }), [
      second,
    ]);
    assert.deepEqual(await find({ isLatest: "1", attendanceRate_ge: "100.01" }), []);
  });
});
