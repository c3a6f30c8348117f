import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { trainEmploymentCalls as calls } from "@jipei/contract/outcomes/train-employment.ts";
import { sql } from "kysely";
import { syntheticCreditCode } from "../../seed/synthetic-unit.ts";
import { type BuiltClass, aHeldClass } from "../../test/factories/class.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import { addDays, addMonths, today } from "../core/foundation/clock.ts";
import { enterAnswer } from "../external-data/local-registers.ts";
import { verifyReported } from "./verification.ts";

/** Follow-ups that no register was asked about yet, as an import leaves them. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const creditCode = syntheticCreditCode(911, "91");
const entered = addDays(today(), -10);
async function aReported({ classId, studentIds, base }: BuiltClass, student: number, kind = "1"): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into train_employment (student_id, class_id, org_id, employment_kind, ent_name, credit_code, contract_date, verify_source, follow_date, create_user, update_user)
    values (${studentIds[student]}, ${classId}, ${base.orgId}, ${kind}, '恒信机械有限公司', ${creditCode}, ${student === 0 ? entered : null}, '3', ${today()}, 1, 1) returning id`.execute(
    app.db,
  );
  return rows[0]?.id ?? "";
}
/** What a register says of a student. */
async function answer(
  { studentIds }: BuiltClass,
  student: number,
  kind: "getPersonInsured" | "employmentContract",
  data: object,
) {
  const row = await app.db
    .selectFrom("student")
    .select("idNumber")
    .where("id", "=", studentIds[student] as string)
    .executeTakeFirstOrThrow();
  await enterAnswer(app.db, app.cipher, kind, app.cipher.decrypt(row.idNumber), data as Record<string, unknown>);
}
const read = (id: string) => app.as("clerk").call(calls.detail, { id });

describe("verifyReported", () => {
  it("verifies by insurance or contract what was only reported, with its history, and keeps what a person entered", async () => {
    const built = await aHeldClass(app, { students: 3 });
    const [held, insured, unknown] = [await aReported(built, 0), await aReported(built, 1), await aReported(built, 2)];
    await answer(built, 0, "employmentContract", {
      contracts: [{ creditCode, startDate: addDays(today(), -30), endDate: null }],
    });
    await answer(built, 1, "getPersonInsured", { isInsured: "1", creditCode, months: 2 });
    assert.equal(await verifyReported(app.services), 2);
    const rows = await Promise.all([held, insured, unknown].map(read));
    assert.deepEqual(
      rows.map(({ verifySource, contractDate, insuredDate, verifyTime }) => [
        verifySource,
        contractDate,
        Boolean(insuredDate),
        Boolean(verifyTime),
      ]),
      [
        ["2", entered, false, true],
        ["1", null, true, true],
        ["3", null, false, true],
      ],
    );
    const history = await app.db
      .selectFrom("auditRecord")
      .select(["bizId", "action", "operatorId"])
      .where("bizType", "=", "TrainEmployment")
      .orderBy("id")
      .execute();
    assert.deepEqual(
      history.map(({ bizId, action, operatorId }) => [bizId, action, operatorId]),
      [held, insured].map((id) => [id, "verify", "0"]),
    );
  });

  it("asks those asked longest ago first, no more than a night may, and does not ask about who does not work or was trained over a year ago", async () => {
    const built = await aHeldClass(app, { students: 3 });
    const asked = async (id: string) => (await read(id)).verifyTime !== null;
    const idle = await aReported(built, 0, "5");
    const [first, second] = [await aReported(built, 1), await aReported(built, 2)];
    await verifyReported(app.services, 1);
    assert.deepEqual([await asked(first), await asked(second), await asked(idle)], [true, false, false]);
    await sql`update training_class set start_date = ${addMonths(today(), -14)}, end_date = ${addMonths(today(), -13)} where id = ${built.classId}`.execute(
      app.db,
    );
    await verifyReported(app.services);
    assert.equal(await asked(second), false);
  });

  it("leaves for the next night what a register did not answer about", async () => {
    const built = await aHeldClass(app, { students: 1 });
    const id = await aReported(built, 0);
    await answer(built, 0, "getPersonInsured", { unavailable: true });
    assert.equal(await verifyReported(app.services), 0);
    assert.equal((await read(id)).verifyTime, null);
    await answer(built, 0, "getPersonInsured", { isInsured: "1", creditCode, months: 1 });
    assert.equal(await verifyReported(app.services), 1);
    assert.equal((await read(id)).verifySource, "1");
  });

  it("leaves alone what somebody changes while the registers are asked", async () => {
    const built = await aHeldClass(app, { students: 1 });
    const id = await aReported(built, 0);
    await answer(built, 0, "getPersonInsured", { isInsured: "1", creditCode, months: 1 });
    const asked = async () =>
      Number(
        (await app.db.selectFrom("extQuery").select(app.db.fn.countAll<string>().as("n")).executeTakeFirstOrThrow()).n,
      );
    const before = await asked();
    const verifying = await app.db.transaction().execute(async (tx) => {
      await sql`update train_employment set version = version + 1, ent_name = '另一单位' where id = ${id}`.execute(tx);
      const count = verifyReported(app.services);
      await waitUntil(async () => (await asked()) >= before + 2);
      return { count };
    });
    assert.equal(await verifying.count, 0);
    const row = await read(id);
    assert.deepEqual([row.entName, row.verifySource, row.verifyTime], ["另一单位", "3", null]);
  });
});
