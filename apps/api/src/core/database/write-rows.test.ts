import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { CandidateSource } from "@jipei/contract/catalogue/candidate-source.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { columns } from "../entity/columns.ts";
import { system } from "../foundation/actor.ts";
import { insertRows } from "./write-rows.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    columns(CandidateSource, {
      sourceNo: `N${n}`,
      sourceName: `来源${n}`,
      // Columns that only some rows have.
      ...(n % 2 === 0 && { remark: "偶数" }),
      sort: n,
      isValid: "isValid",
    }),
  );

describe("insertRows", () => {
  it("inserts more rows than one statement has parameters for, all or none, and returns them in their order", async () => {
    const count = 9000;
    const inserted = await app.db.transaction().execute((tx) => insertRows(tx, system, CandidateSource, rows(count)));
    assert.deepEqual(
      inserted.map(({ sort }) => sort),
      Array.from({ length: count }, (_, n) => n),
    );
    assert.deepEqual([inserted[0]?.remark, inserted[1]?.remark], ["偶数", null]);
    const twice = app.db
      .transaction()
      .execute((tx) => insertRows(tx, system, CandidateSource, rows(count + 1).reverse()));
    await assert.rejects(twice, /candidate_source/);
    const { rows: found } = await app.pool.query(
      "select count(*)::int as n from candidate_source where source_no ~ '^N'",
    );
    assert.equal(found[0].n, count);
  });

  it("of no rows asks nothing", async () => {
    assert.deepEqual(await app.db.transaction().execute((tx) => insertRows(tx, system, CandidateSource, [])), []);
  });
});
