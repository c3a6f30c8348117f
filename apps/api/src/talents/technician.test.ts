import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { technicianCalls as calls } from "@jipei/contract/talents/technician.ts";
import { sql } from "kysely";
import { somebody } from "../../test/factories/enrolment.ts";
import { aCertifiedStaffClass } from "../../test/factories/enterprise-assessment.ts";
import { type StaffEnterprise, aFiledEnterprise } from "../../test/factories/enterprise-class.ts";
import { aSkilledWorker } from "../../test/factories/technician.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";

/** The register of skilled workers, and what certificates say of it. */
let app: TestApp;
let enterprise: StaffEnterprise;
let stranger: StaffEnterprise;
before(async () => {
  app = await startTestApp();
  enterprise = await aFiledEnterprise(app);
  stranger = await aFiledEnterprise(app);
});
after(() => app.close());

const aWorker = (overrides: object = {}) => aSkilledWorker({ workUnit: enterprise.name, ...overrides });

describe("Technician.submit", () => {
  it("takes sex and birthday from the number, and the enterprise from the session", async () => {
    const { id } = await enterprise.admin.call(calls.submit, aWorker({ entId: stranger.entId }));
    const row = await app.as("clerk").call(calls.detail, { id });
    assert.ok(row.sex && row.birthday);
    assert.equal(row.entId, enterprise.entId);
  });

  it("refuses a second record of a person, occupation and level (DUPLICATE), and one that is issued tomorrow (FIELD_INVALID)", async () => {
    const person = somebody();
    const clerk = app.as("clerk");
    await clerk.call(calls.submit, aWorker(person));
    assert.equal((await clerk.refused(calls.submit, aWorker(person))).errorCode, "DUPLICATE");
    await clerk.call(calls.submit, aWorker({ ...person, level: "1" }));
    const early = await clerk.refused(calls.submit, aWorker({ issueDate: addDays(today(), 1) }));
    assert.equal(early.failures[0]?.field, "issueDate");
  });

  it("refuses an employer that is no enterprise (FIELD_INVALID), and every row of another enterprise (NOT_FOUND, NOT_OWNER)", async () => {
    const clerk = app.as("clerk");
    assert.equal((await clerk.refused(calls.submit, aWorker({ entId: "1" }))).failures[0]?.field, "entId");
    const { id } = await stranger.admin.call(calls.submit, aWorker());
    assert.equal((await enterprise.admin.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
    assert.equal((await enterprise.admin.refused(calls.submit, { id, honor: "x" } as never)).errorCode, "NOT_OWNER");
    const { records } = await enterprise.admin.call(calls.list, { current: 1, size: 100 } as never);
    assert.ok(records.every((row) => row.entId === enterprise.entId));
  });

  it("of two who save the same person at the same moment exactly one goes through", async () => {
    const person = somebody();
    const both = await Promise.allSettled(
      [0, 1].map(() => app.as("clerk").call(calls.submit, aWorker({ ...person, occupationName: "钳工" }))),
    );
    assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1);
  });
});

describe("Technician.list", () => {
  it("shows people their own records alone", async () => {
    const person = somebody();
    const { id } = await app.as("clerk").call(calls.submit, aWorker(person));
    const self = app.as("student", { idNumberHash: app.cipher.hash(person.idNumber) });
    const { records } = await self.call(calls.list, { current: 1, size: 10 } as never);
    assert.deepEqual(
      records.map((row) => row.id),
      [id],
    );
    const other = app.as("student", { idNumberHash: app.cipher.hash(somebody().idNumber) });
    assert.equal((await other.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
  });
});

describe("Technician.find", () => {
  it("names somebody to a unit that knows name and number, and nobody to one that does not", async () => {
    const person = somebody();
    const { id } = await app.as("clerk").call(calls.submit, aWorker(person));
    const org = app.as("orgAdmin");
    const { name, idNumber } = person;
    assert.deepEqual(
      (await org.call(calls.find, { name, idNumber })).map((row) => row.id),
      [id],
    );
    assert.deepEqual(await org.call(calls.find, { name: `${name}某`, idNumber }), []);
  });

  it("counts each pair like an unmasking, misses too, and stands in the history (RATE_LIMIT); the same pair counts once", async () => {
    const org = app.as("orgAdmin");
    const { name, idNumber } = somebody();
    const ask = (of: string) => org.attempt(calls.find, { name: of, idNumber });
    for (let i = 0; i < 60; i++) assert.equal((await ask(`${name}${i}`)).status, 200);
    assert.equal((await ask(`${name}60`)).status, 429);
    assert.equal((await ask(`${name}0`)).status, 200);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_record where biz_type = 'Technician' and action = 'search' and operator_id = ${org.actor.userId}`.execute(
      app.db,
    );
    assert.equal(rows[0]?.n, 60);
  });

  it("is for units: the bureau, which sees the numbers masked, asks the list (ROLE_DENIED)", async () => {
    for (const role of ["sysAdmin", "clerk"] as const)
      assert.equal((await app.as(role).refused(calls.find, somebody())).errorCode, "ROLE_DENIED");
  });
});

describe("Technician.takeCertified", () => {
  it("adds who has a certificate of level 3 to 1, corrects who has a newer one, and then finds nobody left", async () => {
    const built = await aCertifiedStaffClass(app, {
      enterprise,
      students: 3,
      certKind: "1",
      application: { evalOrgCode: "S000032999901" },
    });
    const clerk = app.as("clerk");
    assert.equal((await clerk.call(calls.certified, {})).newCount, 0, "level 5 is not high-skilled");
    await sql`update certificate set level = '3' where class_id = ${built.classId}`.execute(app.db);
    const found = await clerk.call(calls.certified, {});
    assert.deepEqual([found.newCount, found.differentCount, found.people.length], [3, 0, 3]);
    const certIds = found.people.map(({ certId }) => certId);
    const elsewhere = app.as("clerk", { regions: ["999999"] });
    assert.equal((await elsewhere.call(calls.certified, {})).newCount, 0, "of units of other regions");
    assert.deepEqual(await elsewhere.call(calls.takeCertified, { certIds }), { added: 0, changed: 0 });
    const [taken, again] = await Promise.all([0, 1].map(() => clerk.call(calls.takeCertified, { certIds })));
    assert.equal((taken?.added ?? 0) + (again?.added ?? 0), 3, "two at once add nobody twice");
    const { records } = await enterprise.admin.call(calls.list, { current: 1, size: 100, level: "3" } as never);
    assert.equal(records.length, 3);
    assert.ok(records.every((row) => row.workUnit === enterprise.name && row.certId));

    await sql`update certificate set cert_no = overlay(cert_no placing '9' from 20) where id = ${certIds[0]}`.execute(
      app.db,
    );
    const differs = await clerk.call(calls.certified, {});
    assert.deepEqual([differs.newCount, differs.differentCount], [0, 1]);
    assert.ok(differs.people[0]?.presentCertNo);
    assert.deepEqual(await clerk.call(calls.takeCertified, { certIds }), { added: 0, changed: 1 });
    assert.deepEqual((await clerk.call(calls.certified, {})).people, []);
  });
});
