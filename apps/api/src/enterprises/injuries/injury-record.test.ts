import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { injuryRecordCalls as calls } from "@jipei/contract/enterprises/injury-record.ts";
import { type StaffEnterprise, aFiledEnterprise } from "../../../test/factories/enterprise-class.ts";
import { anInjury } from "../../../test/factories/injury.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Injuries that enterprises report, and the lock of the bureau. */
let app: TestApp;
let enterprise: StaffEnterprise;
let stranger: StaffEnterprise;
before(async () => {
  app = await startTestApp();
  enterprise = await aFiledEnterprise(app);
  stranger = await aFiledEnterprise(app);
});
after(() => app.close());

const report = async (overrides: object = {}) => (await enterprise.admin.call(calls.submit, anInjury(overrides))).id;
const read = async (id: string): Promise<any> => app.as("clerk").call(calls.detail, { id });

describe("InjuryRecord.submit", () => {
  it("15-1: numbers what an enterprise reports, takes sex and birthday from the number, and names the enterprise by the session", async () => {
    const row = await read(await report({ entId: stranger.entId }));
    assert.match(row.injuryNo, /^GS\d{9}$/);
    assert.deepEqual([row.entId, row.isLock], [enterprise.entId, "0"]);
    assert.ok(row.sex && row.birthday);
  });

  it("15-1: asks the bureau which enterprise it is (FIELD_INVALID), which then never changes (FIELD_FROZEN)", async () => {
    const clerk = app.as("clerk");
    const field = async (input: never) => (await clerk.refused(calls.submit, input)).failures[0]?.field;
    assert.equal(await field(anInjury()), "entId");
    assert.equal(await field(anInjury({ entId: "1" })), "entId", "a department of the bureau");
    const { id } = await clerk.call(calls.submit, anInjury({ entId: enterprise.entId }));
    const moved = await clerk.refused(calls.submit, { id, entId: stranger.entId } as never);
    assert.equal(moved.errorCode, "FIELD_FROZEN");
  });

  it("15-1: refuses what has not happened yet, and grade, days and deaths that contradict each other (FIELD_INVALID)", async () => {
    for (const [field, wrong] of Object.entries({
      injuryTime: { injuryTime: `${addDays(today(), 1)} 08:00:00` },
      injuryGrade: { lostDays: 105 },
      lostDays: { injuryGrade: "2", lostDays: 104 },
      deathCount: { injuryGrade: "3", lostDays: 6000 },
    }))
      assert.equal((await enterprise.admin.refused(calls.submit, anInjury(wrong))).failures[0]?.field, field);
    await report({ injuryGrade: "3", lostDays: 6000, deathCount: 1 });
  });

  it("refuses a number with a wrong check digit (ID_INVALID), and the same injury twice, also at once (DUPLICATE)", async () => {
    const wrong = await enterprise.admin.refused(calls.submit, anInjury({ idNumber: "329999199001010010" }));
    assert.equal(wrong.errorCode, "ID_INVALID");
    const input = anInjury();
    const sent = await Promise.allSettled([1, 2, 3].map(() => enterprise.admin.call(calls.submit, input)));
    const ids = new Set(sent.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : [])));
    assert.equal(ids.size, 1);
    const again = await app
      .as("clerk")
      .refused(calls.submit, { ...(input as object), entId: enterprise.entId } as never);
    assert.equal(again.errorCode, "DUPLICATE");
  });

  it("shows and takes nothing of another enterprise (NOT_FOUND)", async () => {
    const id = await report();
    assert.deepEqual((await stranger.admin.list<any>(calls.list)).records, []);
    assert.equal((await stranger.admin.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
    for (const refused of [
      await stranger.admin.refused(calls.submit, { id, cause: "x" } as never),
      await stranger.admin.refused(calls.remove, { ids: id }),
    ])
      assert.ok(["NOT_FOUND", "NOT_OWNER"].includes(refused.errorCode), refused.errorCode);
    assert.equal((await stranger.admin.refused(calls.listAdmin, {} as never)).errorCode, "ROLE_DENIED");
  });
});

describe("InjuryRecord.lockInfo", () => {
  it("15-2, 15-4: asks for measures (INJURY_INCOMPLETE); what is locked is neither changed nor removed (INJURY_LOCKED)", async () => {
    const clerk = app.as("clerk");
    const id = await report();
    assert.equal((await clerk.refused(calls.lockInfo, { id })).errorCode, "INJURY_INCOMPLETE");
    assert.equal((await enterprise.admin.refused(calls.lockInfo, { id })).errorCode, "ROLE_DENIED");
    await enterprise.admin.call(calls.submit, { id, measure: "加装联锁防护罩" } as never);
    await clerk.call(calls.lockInfo, { id });
    const row = await read(id);
    assert.deepEqual([row.isLock, row.lockUser], ["1", clerk.actor.userId]);
    for (const user of [enterprise.admin, clerk]) {
      assert.equal((await user.refused(calls.submit, { id, cause: "x" } as never)).errorCode, "INJURY_LOCKED");
      assert.equal((await user.refused(calls.remove, { ids: id })).errorCode, "INJURY_LOCKED");
    }
  });

  it("15-3: is opened again by the administrator with a reason (REASON_REQUIRED)", async () => {
    const id = await report({ measure: "加装联锁防护罩" });
    await app.as("clerk").call(calls.lockInfo, { id });
    assert.equal((await app.as("clerk").refused(calls.lockInfo, { id, reason: "x" })).errorCode, "ROLE_DENIED");
    const admin = app.as("sysAdmin");
    assert.equal((await admin.refused(calls.lockInfo, { id })).errorCode, "REASON_REQUIRED");
    await admin.call(calls.lockInfo, { id, reason: "损失日数有误" });
    const row = await read(id);
    assert.deepEqual([row.isLock, row.lockUser, row.lockTime], ["0", null, null]);
    assert.deepEqual(
      row.auditList.map((entry: any) => entry.action),
      ["add", "lock", "unlock"],
    );
  });

  it("15-2: tells the leader of deaths and serious injuries alone", async () => {
    const told = async () =>
      (await app.db.selectFrom("message").select("titleZh").where("titleZh", "like", "工伤记录：%").execute()).length;
    const before = await told();
    const measure = "停产整顿";
    for (const facts of [
      { injuryGrade: "3", lostDays: 6000, deathCount: 1 },
      { injuryGrade: "2", lostDays: 200 },
      { injuryGrade: "4" },
    ])
      await app.as("clerk").call(calls.lockInfo, { id: await report({ ...facts, measure }) });
    assert.equal((await told()) - before, 2);
  });
});
