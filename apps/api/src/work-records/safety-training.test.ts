import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { injuryRecordCalls } from "@jipei/contract/enterprises/injury-record.ts";
import { safetyTrainingKind } from "@jipei/contract/work-records/safety-training.ts";
import { type StaffEnterprise, aFiledEnterprise } from "../../test/factories/enterprise-class.ts";
import { anInjury } from "../../test/factories/injury.ts";
import { anOrganisation } from "../../test/factories/organisation.ts";
import { counts, saveRecord, thisMonth } from "../../test/factories/work-record.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { addDays, now, today } from "../core/foundation/clock.ts";

/** An enterprise with three injuries: one of today that is locked, one of today that is open, and a locked one of earlier; another enterprise has one. */
const { calls } = safetyTrainingKind;
let app: TestApp;
let enterprise: StaffEnterprise;
let open: string;
before(async () => {
  app = await startTestApp();
  enterprise = await aFiledEnterprise(app);
  const stranger = await aFiledEnterprise(app);
  await report(enterprise);
  await report(enterprise, { injuryTime: `${addDays(today(), -40)} 10:30:00` });
  await report(stranger);
  open = await report(enterprise, { measure: null });
});
after(() => app.close());

/** Reports an injury of a moment ago, and locks it where it says what was done about it. */
async function report({ admin }: StaffEnterprise, overrides: object = {}): Promise<string> {
  const injury = anInjury({ injuryTime: now(), measure: "加装防护罩", ...overrides });
  const { id } = await admin.call(injuryRecordCalls.submit, injury);
  if (!("measure" in overrides)) await lock(id);
  return id;
}
const lock = (id: string) => app.as("clerk").call(injuryRecordCalls.lockInfo, { id });
const chainOf = (user: TestUser) => user.call(calls.chain, thisMonth() as never);
const read = async (id: string) => {
  const row = await enterprise.admin.call(calls.detail, { id });
  return { ...row, injuryCount: (row as { injuryCount?: number | null }).injuryCount };
};

describe("SafetyTraining.chain", () => {
  it("counts the locked injuries of the unit and period, and names them", async () => {
    const { figures, injuries } = await chainOf(enterprise.admin);
    assert.equal(figures.injuryCount, 1);
    const [one] = injuries;
    assert.deepEqual(
      [injuries.length, one?.entName, one?.accidentType, one?.injuryGrade],
      [1, enterprise.name, "03", "1"],
    );
    assert.match(one?.injuryNo ?? "", /^GS\d{9}$/);
  });

  it("counts those of all units for the bureau, and none for an institution", async () => {
    assert.equal((await chainOf(app.as("clerk"))).figures.injuryCount, 2);
    const { admin } = await anOrganisation(app);
    assert.deepEqual((await chainOf(admin)).injuries, []);
  });
});

describe("SafetyTraining.submit", () => {
  it("states the count itself whatever is sent, anew at submission, and shows what became of it afterwards", async () => {
    const filed = { ...counts, safeKind: "5", isHighRisk: "0", trainHours: "4.0" };
    const id = await saveRecord(enterprise.admin, { ...filed, injuryCount: 9 }, calls);
    assert.equal((await read(id)).injuryCount, 1);
    await lock(await report(enterprise, { measure: "已整改" }));
    await saveRecord(enterprise.admin, { id, status: "firstTrial" }, calls);
    assert.equal((await read(id)).injuryCount, 2);
    await enterprise.admin.call(injuryRecordCalls.submit, { id: open, measure: "已整改" } as never);
    await lock(open);
    const { injuryCount, chain } = await read(id);
    assert.deepEqual([injuryCount, chain.figures.injuryCount], [2, 3]);
  });
});
