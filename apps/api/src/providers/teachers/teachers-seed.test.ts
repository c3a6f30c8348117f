import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { courseCalls } from "@jipei/contract/catalogue/course.ts";
import { subsidyStandardCalls } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { seedTeaching } from "../../../seed/teaching.seed.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await seedTeaching(app.db);
});
after(() => app.close());

/** The base table of the standards. */
const table: [level: string, occupClass: string, amount: string][] = [
  ["1", "A", "4300.00"],
  ["2", "A", "3500.00"],
  ["3", "A", "2000.00"],
  ["3", "B", "1800.00"],
  ["3", "C", "1500.00"],
  ["4", "A", "1500.00"],
  ["4", "B", "1200.00"],
  ["4", "C", "1000.00"],
  ["5", "A", "1000.00"],
  ["5", "B", "800.00"],
  ["5", "C", "500.00"],
];

describe("seedTeaching", () => {
  it("gives every course the standard of its level and class", async () => {
    const clerk = app.as("clerk");
    for (const [level, occupClass, amount] of table) {
      const page = await clerk.list<any>(subsidyStandardCalls.list, {
        level,
        occupClass,
        subsidyKind: "01",
        payTarget: "1",
        isPaging: "0",
      });
      assert.ok(page.total > 0, `no standard for ${level}${occupClass}`);
      assert.ok(
        page.records.every((row: any) => row.standardAmount === amount),
        `${level}${occupClass}`,
      );
    }
  });

  it("gives the catalogue the usual least hours or more", async () => {
    const clerk = app.as("clerk");
    const { records, total } = await clerk.list<any>(courseCalls.list, { isPaging: "0" });
    assert.ok(total >= 40);
    for (const course of records) {
      const findings = await clerk.call(courseCalls.checkData, course);
      assert.deepEqual(
        findings.map((finding) => finding.rule),
        [],
        course.courseName,
      );
    }
  });

  it("changes nothing in a second run, and brings nothing back", async () => {
    const before = (await app.as("clerk").list<any>(courseCalls.list, {})).total;
    await app.db.updateTable("candidateSource").set({ isDeleted: 1 }).where("sourceNo", "=", "05").execute();
    await seedTeaching(app.db);
    assert.equal((await app.as("clerk").list<any>(courseCalls.list, {})).total, before);
    assert.equal(
      Number(
        (
          await app.db
            .selectFrom("candidateSource")
            .select((x) => x.fn.countAll().as("n"))
            .where("isDeleted", "=", 0)
            .executeTakeFirstOrThrow()
        ).n,
      ),
      4,
    );
  });
});
