import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { subsidyStandardCalls as standards } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { trainingSubsidyKindCalls as kinds } from "@jipei/contract/catalogue/training-subsidy-kind.ts";
import { policyChangeCalls as calls } from "@jipei/contract/policy/policy-change.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { isPolicyParameter, parameters, policyPattern } from "@jipei/contract/settings/parameters.ts";
import { sql } from "kysely";
import { approvePolicy, setPolicyParameter } from "../../test/factories/policy.ts";
import { aCourse, aStandard } from "../../test/factories/teaching.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { applyDueChanges } from "./due-changes.ts";

/** What decides about money is changed by two people, within bounds, on its day. */
let app: TestApp;
let clerk: ReturnType<TestApp["as"]>;
let leader: ReturnType<TestApp["as"]>;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  leader = app.as("leader");
});
after(() => app.close());

const standardOf = async (id: string) => {
  const { standardAmount, isValid, expireDate } = await clerk.call(standards.detail, { id });
  return { standardAmount, isValid, expireDate };
};

describe("SubsidyStandard.submit", () => {
  it("changes nothing until somebody else approves: one clerk alone sets no standard of 999,999.99 (letter E)", async () => {
    const standard = await aStandard(app, { courseId: (await aCourse(app)).id });
    const attack = await clerk.refused(standards.submit, { id: standard.id, standardAmount: "999999.99" });
    assert.deepEqual([attack.errorCode, attack.failures[0]?.field], ["FIELD_INVALID", "standardAmount"]);
    const proposed = await clerk.call(standards.submit, { id: standard.id, standardAmount: "1800" } as never);
    assert.equal((await standardOf(standard.id)).standardAmount, "1500.00");
    assert.equal(
      (await clerk.refused(calls.approve, { ids: proposed.policyChangeId as string })).errorCode,
      "SELF_REVIEW",
    );
    const change = await leader.call(calls.detail, { id: proposed.policyChangeId as string });
    assert.deepEqual(
      [change.stateBefore, change.stateAfter, change.state],
      [{ standardAmount: "1500.00" }, { standardAmount: "1800.00" }, "waiting"],
    );
    await leader.call(calls.approve, { ids: proposed.policyChangeId as string });
    assert.equal((await standardOf(standard.id)).standardAmount, "1800.00");
    assert.deepEqual(
      (await leader.call(calls.detail, { id: proposed.policyChangeId as string })).auditList.map(
        ({ action }) => action,
      ),
      ["propose", "approve"],
    );
  });

  it("stores a new standard out of force, and edits of the draft after the proposal are not approved with it (VERSION_CONFLICT)", async () => {
    const { id: courseId } = await aCourse(app);
    const first = await aStandard(app, { courseId, expireDate: "2024-12-31" });
    const filed = await clerk.call(standards.submit, {
      courseId,
      subsidyFileId: first.subsidyFileId,
      subsidyKind: "01",
      standardAmount: "1600",
      payTarget: "1",
      effectDate: "2025-01-01",
      isValid: "isValid",
    } as never);
    assert.equal((await standardOf(filed.id)).isValid, "unValid");
    await clerk.call(standards.submit, { id: filed.id, standardAmount: "1900", isValid: "unValid" } as never);
    assert.equal(
      (await leader.refused(calls.approve, { ids: filed.policyChangeId as string })).errorCode,
      "VERSION_CONFLICT",
    );
    await clerk.call(calls.withdraw, { ids: filed.policyChangeId as string });
    const again = await clerk.call(standards.submit, { id: filed.id, isValid: "isValid" } as never);
    await approvePolicy(app, again.policyChangeId);
    assert.deepEqual(await standardOf(filed.id), { standardAmount: "1900.00", isValid: "isValid", expireDate: null });
  });

  it("is bounded by the standard before it, and a first one by an amount", async () => {
    const { id: courseId } = await aCourse(app);
    const first = await aStandard(app, { courseId, expireDate: "2024-12-31" });
    const next = (standardAmount: string, more: object = {}) => ({
      courseId,
      subsidyFileId: first.subsidyFileId,
      subsidyKind: "01",
      standardAmount,
      payTarget: "1",
      effectDate: "2025-01-01",
      isValid: "isValid",
      ...more,
    });
    const refused = await clerk.refused(standards.submit, next("1950.01"));
    assert.match(refused.msg, /不得高于1950\.00元/);
    assert.match(
      (await clerk.refused(standards.submit, next("10000.01", { subsidyKind: "05" }))).msg,
      /首个标准不得高于10000\.00元/,
    );
    await clerk.call(standards.submit, next("1950") as never);
  });

  it("has one change of a standard open at a time (DUPLICATE), also when two file it at once; nobody removes a standard in force alone (SECOND_PERSON)", async () => {
    const standard = await aStandard(app, { courseId: (await aCourse(app)).id });
    const filing = await Promise.allSettled(
      ["1400", "1300"].map((standardAmount) =>
        clerk.call(standards.submit, { id: standard.id, standardAmount } as never),
      ),
    );
    assert.equal(filing.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal(
      (await clerk.refused(standards.submit, { id: standard.id, standardAmount: "1200" })).errorCode,
      "DUPLICATE",
    );
    assert.equal((await app.as("sysAdmin").refused(standards.remove, { ids: standard.id })).errorCode, "SECOND_PERSON");
  });

  it("is decided once when two approve at the same time", async () => {
    const standard = await aStandard(app, { courseId: (await aCourse(app)).id });
    const { policyChangeId } = await clerk.call(standards.submit, { id: standard.id, standardAmount: "1400" } as never);
    const approving = await Promise.allSettled(
      [leader, app.as("sysAdmin")].map((by) => by.call(calls.approve, { ids: policyChangeId as string })),
    );
    assert.equal(approving.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal((await standardOf(standard.id)).standardAmount, "1400.00");
  });
});

describe("PolicyChange.refuse, PolicyChange.withdraw", () => {
  it("leave everything as it is; a reason is needed to refuse, and only the proposer withdraws (NOT_OWNER)", async () => {
    const standard = await aStandard(app, { courseId: (await aCourse(app)).id });
    const propose = async () =>
      (await clerk.call(standards.submit, { id: standard.id, standardAmount: "1400" } as never))
        .policyChangeId as string;
    const first = await propose();
    assert.equal((await leader.refused(calls.refuse, { ids: first })).errorCode, "REASON_REQUIRED");
    await leader.call(calls.refuse, { ids: first, reason: "依据不足" });
    assert.equal((await leader.refused(calls.approve, { ids: first })).errorCode, "STATE_ILLEGAL");
    const second = await propose();
    assert.equal((await app.as("sysAdmin").refused(calls.withdraw, { ids: second })).errorCode, "NOT_OWNER");
    await clerk.call(calls.withdraw, { ids: second });
    assert.equal((await standardOf(standard.id)).standardAmount, "1500.00");
  });
});

describe("Parameter.submit", () => {
  const admin = () => app.as("sysAdmin");
  const rowOf = async (paramKey: string) => {
    const { records } = await admin().list(parameterCalls.list, {
      paramKey,
      size: "50",
    });
    const row = records.find((one) => one.paramKey === paramKey);
    assert.ok(row?.id && row.paramValue !== null);
    return { id: row.id, paramValue: row.paramValue };
  };

  it("waits for a second person where a parameter enters a formula, and for its day", async () => {
    const row = await rowOf("subsidy.keyGroup.rate");
    const tomorrow = addDays(today(), 1);
    const past = await admin().refused(parameterCalls.submit, {
      id: row.id,
      paramValue: "0.1",
      effectDate: addDays(today(), -1),
    });
    assert.deepEqual([past.errorCode, past.failures[0]?.field], ["FIELD_INVALID", "effectDate"]);
    const saved = await admin().call(parameterCalls.submit, {
      id: row.id,
      paramValue: "0.1",
      effectDate: tomorrow,
    } as never);
    await leader.call(calls.approve, { ids: saved.policyChangeId as string });
    assert.equal((await leader.call(calls.detail, { id: saved.policyChangeId as string })).state, "scheduled");
    await applyDueChanges(app.services);
    assert.equal((await rowOf("subsidy.keyGroup.rate")).paramValue, row.paramValue);
    // The day cannot be waited for, and a proposal stays as it is: the trigger is put aside for this statement.
    await sql`alter table policy_change disable trigger policy_change_stays`.execute(app.db);
    await sql`update policy_change set effect_date = ${today()} where id = ${saved.policyChangeId}`.execute(app.db);
    await sql`alter table policy_change enable trigger policy_change_stays`.execute(app.db);
    await applyDueChanges(app.services);
    assert.equal((await rowOf("subsidy.keyGroup.rate")).paramValue, "0.1");
    assert.equal((await leader.call(calls.detail, { id: saved.policyChangeId as string })).state, "inForce");
    await setPolicyParameter(app, "subsidy.keyGroup.rate", row.paramValue);
  });

  it("is saved at once where it does not decide about money", async () => {
    const row = await rowOf("review.deadline.workdays");
    assert.equal(
      (await admin().call(parameterCalls.submit, { id: row.id, paramValue: "11" } as never)).policyChangeId,
      null,
    );
    await admin().call(parameterCalls.submit, { id: row.id, paramValue: row.paramValue } as never);
  });

  it("knows the keys of formulas as the database does", async () => {
    const keys = [...Object.keys(parameters), "attendance.minimum", "hours", "subsidyx"];
    const { rows } = await sql<{ key: string; held: boolean }>`
      select key, key ~ (select substring(pg_get_triggerdef(oid) from '~ ''(.+?)''::text') from pg_trigger where tgname = 'parameter_by_two') as held
      from unnest(${keys}::text[]) key`.execute(app.db);
    assert.deepEqual(
      rows.filter(({ key, held }) => held !== isPolicyParameter(key)),
      [],
      String(policyPattern),
    );
    assert.ok(rows.some(({ held }) => held) && rows.some(({ held }) => !held));
  });
});

describe("TrainingSubsidyKind.submit", () => {
  it("is approved by a second person, and takes one kind that pays for the training (DUPLICATE)", async () => {
    const pair = { trainKind: "99", payTarget: "1", effectDate: "2026-01-01", isValid: "isValid" } as const;
    const filed = await clerk.call(kinds.submit, { ...pair, subsidyKind: "01" } as never);
    const other = await clerk.call(kinds.submit, { ...pair, subsidyKind: "03" } as never);
    await approvePolicy(app, filed.policyChangeId);
    assert.equal((await leader.refused(calls.approve, { ids: other.policyChangeId as string })).errorCode, "DUPLICATE");
    const { isValid, approvedChangeId } = await clerk.call(kinds.detail, { id: filed.id });
    assert.deepEqual([isValid, approvedChangeId], ["isValid", filed.policyChangeId]);
  });
});

describe("the database", () => {
  const refusal = (statement: ReturnType<typeof sql>) =>
    statement.execute(app.db).then(
      () => null,
      (error: { constraint?: string }) => error.constraint,
    );

  it("refuses what two people did not agree on, also in plain SQL", async () => {
    const standard = await aStandard(app, { courseId: (await aCourse(app)).id });
    const { policyChangeId } = await clerk.call(standards.submit, { id: standard.id, standardAmount: "1400" } as never);
    const update = (rest: ReturnType<typeof sql>) =>
      refusal(sql`update subsidy_standard set ${rest} where id = ${standard.id}`);
    assert.equal(await update(sql`standard_amount = 9000`), "policy_by_two");
    assert.equal(await update(sql`is_deleted = 1`), "policy_by_two");
    assert.equal(
      await update(sql`standard_amount = 1400, approved_change_id = ${policyChangeId}`),
      "policy_by_two",
      "waiting",
    );
    await approvePolicy(app, policyChangeId);
    assert.equal(
      await update(sql`standard_amount = 9000, approved_change_id = ${policyChangeId}`),
      "policy_by_two",
      "used",
    );
    assert.equal(
      await refusal(sql`update parameter set param_value = '1' where param_key = 'subsidy.noCert.rate'`),
      "policy_by_two",
    );
    assert.equal(
      await refusal(
        sql`update policy_change set confirm_user = create_user, confirm_time = now(), applied_time = now(), state = 'inForce' where id = (
          select id from policy_change where state = 'waiting' order by id limit 1)`,
      ),
      "policy_change_two_persons",
    );
    assert.equal(
      await refusal(sql`update policy_change set state_after = '{}' where id = ${policyChangeId}`),
      "policy_change_stays",
    );
  });
});
