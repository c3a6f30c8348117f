import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { competitionCalls as calls } from "@jipei/contract/competitions/competition.ts";
import { competitionRegisterCalls as registerCalls } from "@jipei/contract/competitions/registration.ts";
import { sql } from "kysely";
import { aCompetition, aContestant, competitionInput, registrationInput } from "../../test/factories/competition.ts";
import { somebody } from "../../test/factories/enrolment.ts";
import { type StaffEnterprise, aFiledEnterprise } from "../../test/factories/enterprise-class.ts";
import { aTrainingBase } from "../../test/factories/training-base.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";

/** Competitions and their registrations. */
let app: TestApp;
let enterprise: StaffEnterprise;
let institution: TestUser;
before(async () => {
  app = await startTestApp();
  enterprise = await aFiledEnterprise(app);
  institution = (await aTrainingBase(app)).orgAdmin;
});
after(() => app.close());

const decide = (id: string, confirmStatus: string, reason?: string) =>
  app.as("clerk").call(registerCalls.submit, { id, confirmStatus, reason } as never);
const refusedTo = async (by: TestUser, id: string, confirmStatus: string, reason?: string) =>
  (await by.refused(registerCalls.submit, { id, confirmStatus, reason } as never)).errorCode;
const read = (id: string) => app.as("clerk").call(registerCalls.detail, { id });
const register = async (by: TestUser, competitionId: string, overrides: object = {}) =>
  (await by.call(registerCalls.submit, registrationInput(competitionId, overrides))).id;

describe("CompetitionNotice.submit", () => {
  it("16.1-1: is numbered, and published with dates in order and an item (FIELD_INVALID)", async () => {
    const clerk = app.as("clerk");
    for (const [field, wrong] of Object.entries({
      registerEnd: { registerEnd: addDays(today(), -1) },
      competeStart: { competeStart: addDays(today(), 10) },
      competeEnd: { competeEnd: addDays(today(), 19) },
      items: {
        items: [
          { itemNo: "A", itemName: "x", occupationName: "x", quota: 1, teamSize: 1 },
          { itemNo: "A", itemName: "y", occupationName: "y", quota: 1, teamSize: 1 },
        ],
      },
    }))
      assert.equal((await clerk.refused(calls.submit, competitionInput(wrong))).failures[0]?.field, field);
    const { id } = await clerk.call(calls.submit, competitionInput({ items: [] }));
    assert.equal((await clerk.refused(calls.submit, { id, status: "1" } as never)).failures[0]?.field, "items");
    const row = await clerk.call(calls.detail, { id });
    assert.match(row.competitionNo ?? "", /^JB\d{7}$/);
    assert.equal((await institution.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
  });

  it("is not edited while published (STATE_ILLEGAL), keeps what people registered for (COMP_IN_USE), and is withdrawn with a reason (REASON_REQUIRED)", async () => {
    const id = await aCompetition(app);
    const clerk = app.as("clerk");
    assert.equal((await institution.call(calls.detail, { id })).items.length, 2);
    assert.equal((await clerk.refused(calls.submit, { id, place: "x" } as never)).errorCode, "STATE_ILLEGAL");
    assert.equal((await clerk.refused(calls.remove, { ids: id })).errorCode, "STATE_ILLEGAL");
    await register(institution, id);
    assert.equal((await clerk.refused(calls.submit, { id, status: "2" } as never)).errorCode, "REASON_REQUIRED");
    await clerk.call(calls.submit, { id, status: "2", reason: "场地调整" } as never);
    assert.equal((await clerk.refused(calls.submit, { id, items: [] } as never)).errorCode, "COMP_IN_USE");
    assert.equal((await clerk.refused(calls.remove, { ids: id })).errorCode, "COMP_IN_USE");
    assert.equal((await institution.refused(registerCalls.submit, registrationInput(id))).errorCode, "COMP_CLOSED");
  });

  it("publishes and withdraws nothing that somebody else has changed meanwhile (VERSION_CONFLICT)", async () => {
    const clerk = app.as("clerk");
    const { id } = await clerk.call(calls.submit, competitionInput());
    const { version } = await clerk.call(calls.detail, { id });
    await clerk.call(calls.submit, { id, version, place: "县体育馆" } as never);
    const late = async (input: object) =>
      (await clerk.refused(calls.submit, { id, version, ...input } as never)).errorCode;
    assert.equal(await late({ status: "1" }), "VERSION_CONFLICT");
    await clerk.call(calls.submit, { id, status: "1" } as never);
    assert.equal(await late({ status: "2", reason: "场地调整" }), "VERSION_CONFLICT");
  });
});

describe("CompetitionRegister.submit", () => {
  it("registers nobody whose row somebody else has changed meanwhile (VERSION_CONFLICT)", async () => {
    const { id } = await institution.call(registerCalls.submit, {
      ...(registrationInput(await aCompetition(app)) as object),
      confirmStatus: "unSubmit",
    } as never);
    const { version } = await institution.call(registerCalls.detail, { id });
    const draft = { id, version, workUnit: "县机械厂", confirmStatus: "unSubmit" };
    await institution.call(registerCalls.submit, draft as never);
    const late = await institution.refused(registerCalls.submit, { id, version, confirmStatus: "unConfirm" } as never);
    assert.equal(late.errorCode, "VERSION_CONFLICT");
  });

  it("16.2-1 … 16.2-3: is registered, returned with a reason, sent again, and accepted with a number", async () => {
    const competitionId = await aCompetition(app);
    const id = await register(enterprise.admin, competitionId);
    const { competitionNo } = await app.as("clerk").call(calls.detail, { id: competitionId });
    assert.equal(await refusedTo(app.as("clerk"), id, "back"), "REASON_REQUIRED");
    await decide(id, "back", "请补充现有等级");
    await enterprise.admin.call(registerCalls.submit, { id, currentLevel: "4" } as never);
    await decide(id, "Confirm");
    const row = await read(id);
    assert.deepEqual(
      [row.confirmStatus, row.registerNo, row.entId, row.orgId, row.itemName],
      ["Confirm", `${competitionNo}A001`, enterprise.entId, null, "电工"],
    );
    assert.equal(await refusedTo(enterprise.admin, id, "Confirm"), "ROLE_DENIED");
    const texts = await app.db.selectFrom("smsMessage").select("template").where("bizId", "=", id).execute();
    assert.deepEqual(texts.map(({ template }) => template).sort(), ["COMP_BACK", "COMP_OK"]);
  });

  it("refuses the same person twice for an item (COMP_DUP), a day outside the window (COMP_CLOSED), an item that is not there (FIELD_INVALID), and somebody else’s number (NOT_OWNER)", async () => {
    const competitionId = await aCompetition(app);
    const person = somebody();
    await register(institution, competitionId, person);
    const again = await enterprise.admin.refused(registerCalls.submit, registrationInput(competitionId, person));
    assert.equal(again.errorCode, "COMP_DUP");
    const none = await institution.refused(registerCalls.submit, registrationInput(competitionId, { itemNo: "Z" }));
    assert.equal(none.failures[0]?.field, "itemNo");
    const self = app.as("student", { idNumberHash: app.cipher.hash(person.idNumber) });
    const other = await self.refused(
      registerCalls.submit,
      registrationInput(competitionId, { itemNo: "B", teamName: "一队" }),
    );
    assert.equal(other.errorCode, "NOT_OWNER");
    await register(self, competitionId, { ...person, itemNo: "B", teamName: "一队" });
    await sql`update competition_notice set register_start = register_start - 30, register_end = register_end - 30 where id = ${competitionId}`.execute(
      app.db,
    );
    assert.equal(
      (await institution.refused(registerCalls.submit, registrationInput(competitionId))).errorCode,
      "COMP_CLOSED",
    );
  });

  it("gives thirty places to exactly thirty of two hundred who register at once (COMP_FULL), and a place that is free again", async () => {
    const items = [{ itemNo: "A", itemName: "电工", occupationName: "电工", quota: 30, teamSize: 1 }];
    const competitionId = await aCompetition(app, { items });
    const all = await Promise.allSettled(Array.from({ length: 200 }, () => register(enterprise.admin, competitionId)));
    const taken = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    assert.equal(taken.length, 30);
    assert.equal(
      (await institution.refused(registerCalls.submit, registrationInput(competitionId))).errorCode,
      "COMP_FULL",
    );
    await decide(taken[0] ?? "", "back", "资料不全");
    await register(institution, competitionId);
    assert.equal(await refusedTo(enterprise.admin, taken[0] ?? "", "unConfirm"), "COMP_FULL");
    const numbered = await Promise.all(
      taken.slice(1, 11).map(async (id) => (await decide(id, "Confirm"), (await read(id)).registerNo)),
    );
    assert.equal(new Set(numbered).size, 10, "numbers drawn at once differ");
  });

  it("keeps teams to their size (FIELD_INVALID), and lets people withdraw until the competition begins (COMP_STARTED)", async () => {
    const competitionId = await aCompetition(app);
    const team = { itemNo: "B", teamName: "红队" };
    const unnamed = await institution.refused(registerCalls.submit, registrationInput(competitionId, { itemNo: "B" }));
    assert.equal(unnamed.failures[0]?.field, "teamName");
    const id = await aContestant(app, institution, competitionId, team);
    const late = await register(institution, competitionId, team);
    const third = await institution.refused(registerCalls.submit, registrationInput(competitionId, team));
    assert.equal(third.failures[0]?.field, "teamName");
    await institution.call(registerCalls.submit, { id, confirmStatus: "Invalidate" } as never);
    await register(institution, competitionId, team);
    await sql`update competition_notice set register_start = register_start - 30, register_end = register_end - 30, compete_start = compete_start - 30 where id = ${competitionId}`.execute(
      app.db,
    );
    assert.equal(await refusedTo(institution, late, "Invalidate"), "COMP_STARTED");
  });

  it("is seen by whoever registered and by the person, and by no other unit (NOT_FOUND)", async () => {
    const competitionId = await aCompetition(app);
    const person = somebody();
    const id = await register(enterprise.admin, competitionId, person);
    const self = app.as("student", { idNumberHash: app.cipher.hash(person.idNumber) });
    for (const reader of [enterprise.admin, self])
      assert.equal((await reader.call(registerCalls.detail, { id })).id, id);
    const stranger = (await aFiledEnterprise(app)).admin;
    for (const reader of [stranger, institution, app.as("student", { idNumberHash: "x" })])
      assert.equal((await reader.refused(registerCalls.detail, { id })).errorCode, "NOT_FOUND");
    assert.equal(await refusedTo(stranger, id, "Invalidate"), "NOT_OWNER");
  });
});
