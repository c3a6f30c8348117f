import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type ParameterKey, findParameterIssue, parameters } from "@jipei/contract/settings/parameters.ts";
import { type SerialKey, serialRules } from "@jipei/contract/settings/serial-rule.ts";
import { approvedMoves } from "@jipei/contract/workflow/extra-approval.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { today } from "../core/foundation/clock.ts";
import type { Tx } from "../core/database/db.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { nextNumber, nextNumbers, parameter, getParameters, workdayExceptions } from "./settings.queries.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());
const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction().execute(work);
const year = () => today().slice(0, 4);

describe("parameters", () => {
  it("have a default of their type each", () => {
    for (const key of Object.keys(parameters) as ParameterKey[])
      assert.equal(findParameterIssue(parameters[key], parameters[key].value), null, key);
    assert.notEqual(findParameterIssue(parameters["attendance.min"], "101"), null);
    assert.notEqual(findParameterIssue(parameters["hour.minutes"], "45.5"), null);
    assert.notEqual(findParameterIssue(parameters["student.overlap.mode"], "never"), null);
  });

  it("are each read somewhere in the code", () => {
    const sources = join(import.meta.dirname, "..");
    const code = globSync("**/*.ts", { cwd: sources, exclude: ["**/*.test.ts"] })
      .map((file) => readFileSync(join(sources, file), "utf8"))
      .join("\n");
    // Those of further approvals are read by the table that names them.
    const named = new Set<string>(Object.values(approvedMoves).map((move) => move.parameter));
    assert.deepEqual(
      Object.keys(parameters).filter(
        (key) => !code.includes(`"${key}"`) && !code.includes(`'${key}'`) && !named.has(key),
      ),
      [],
    );
  });

  it("are read by type, from the table before the default", async () => {
    assert.equal(await parameter(app.db, "hour.minutes"), 45);
    assert.equal((await parameter(app.db, "attendance.min")).toString(), "80");
    assert.equal(await parameter(app.db, "subsidy.cap.fee"), true);
    assert.equal(await parameter(app.db, "grade.weight.high"), "0.30/0.40/0.30");
    await inTx(async (tx) => {
      await tx.updateTable("parameter").set({ paramValue: "75.5" }).where("paramKey", "=", "grade.pass").execute();
      const { "grade.pass": min, "class.size.max": max } = await getParameters(tx, ["grade.pass", "class.size.max"]);
      assert.deepEqual([min.toString(), max], ["75.5", 50]);
      await tx.deleteFrom("parameter").where("paramKey", "=", "grade.pass").execute();
      assert.equal((await parameter(tx, "grade.pass")).toString(), "60");
    });
  });
});

describe("nextNumber", () => {
  it("formats numbers by their rule", async () => {
    const day = today().replaceAll("-", "");
    const expected: Partial<Record<SerialKey, string>> = {
      ORG_NO: "J0001",
      PLAN_NO: `JH${year()}0001`,
      ORG_PLAN_NO: `JP${year()}00001`,
      COURSE_NO: "KC00001",
      SIGN_NO: `BM${day}00001`,
      TEST_NO: `KH${year()}000001`,
      PAY_BATCH: `BF${day.slice(0, 6)}001`,
    };
    for (const [key, number] of Object.entries(expected))
      assert.equal(await inTx((tx) => nextNumber(tx, key as SerialKey)), number);
    assert.equal(await inTx((tx) => nextNumber(tx, "ORG_NO")), "J0002");
    assert.equal(Object.keys(serialRules).length, 21);
  });

  it("counts classes and certificates per scope and per year written in the number", async () => {
    const next = (scope: string, of: string) => inTx((tx) => nextNumber(tx, "CLASS_NO", { scope, year: of }));
    assert.deepEqual(
      [
        await next("J0012-02", "2026"),
        await next("J0012-02", "2026"),
        await next("J0012-03", "2026"),
        await next("J0012-02", "2027"),
        await next("J0012-02", "2026"),
      ],
      ["001", "002", "001", "001", "003"],
    );
    assert.deepEqual(await inTx((tx) => nextNumbers(tx, "CERT_SEQ", 3, { scope: "329999-PX", year: 2026 })), [
      "000001",
      "000002",
      "000003",
    ]);
    assert.equal(await inTx((tx) => nextNumber(tx, "CERT_SEQ", { scope: "329999-PX", year: 2026 })), "000004");
  });

  it("gives different numbers to many transactions at once", async () => {
    const numbers = await Promise.all(Array.from({ length: 40 }, () => inTx((tx) => nextNumber(tx, "SUBSIDY_NO"))));
    assert.equal(new Set(numbers).size, 40);
  });

  it("returns the numbers of a rolled-back transaction, and ends after the last one (SERIAL_EXHAUSTED)", async () => {
    await assert.rejects(
      inTx(async (tx) => {
        await nextNumber(tx, "COMP_NO");
        throw new Error("undo");
      }),
    );
    assert.equal(
      (await app.db.selectFrom("serialCounter").selectAll().where("serialKey", "=", "COMP_NO").execute()).length,
      0,
    );
    await app.db
      .insertInto("serialCounter")
      .values({ serialKey: "COMP_NO", scope: "", period: year(), value: "998" })
      .onConflict((conflict) => conflict.columns(["serialKey", "scope", "period"]).doUpdateSet({ value: "998" }))
      .execute();
    assert.equal(await inTx((tx) => nextNumber(tx, "COMP_NO")), `JB${year()}999`);
    await assert.rejects(
      inTx((tx) => nextNumber(tx, "COMP_NO")),
      (error) => error instanceof Refusal && error.code === "SERIAL_EXHAUSTED",
    );
  });
});

describe("workdayExceptions", () => {
  it("reads the exceptions of the working week from the dictionary", async () => {
    await inTx(async (tx) => {
      const { id } = await tx
        .insertInto("businessDictionary")
        .values({
          code: "workday_exception_test",
          dictKey: "-1",
          dictValue: "x",
          sort: 0,
          isSealed: "0",
          createUser: "0",
          updateUser: "0",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await tx
        .insertInto("businessDictionary")
        .values([
          {
            code: "workday_exception",
            dictKey: "2031-03-03",
            dictValue: "0",
            parentId: id,
            sort: 1,
            isSealed: "0",
            createUser: "0",
            updateUser: "0",
          },
          {
            code: "workday_exception",
            dictKey: "2031-03-08",
            dictValue: "1",
            parentId: id,
            sort: 2,
            isSealed: "0",
            createUser: "0",
            updateUser: "0",
          },
        ])
        .execute();
      const exceptions = await workdayExceptions(tx);
      assert.deepEqual(
        [exceptions.get("2031-03-03"), exceptions.get("2031-03-08"), exceptions.get("2031-03-04")],
        [false, true, undefined],
      );
    });
  });
});
