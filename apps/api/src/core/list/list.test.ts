import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { CandidateSource, candidateSourceCalls as calls } from "@jipei/contract/catalogue/candidate-source.ts";
import { unpaged } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { listPage } from "./list.ts";

/** A list of 25,000 rows, whose total and anchors are cached. */
let app: TestApp;
const rows = 25_000;
before(async () => {
  app = await startTestApp();
  await sql`delete from candidate_source`.execute(app.db);
  await sql`insert into candidate_source (source_no, source_name, sort, is_valid, create_user, update_user)
    select 'N' || n, '来源' || n || case when n % 700 < 90 then '首' when n % 700 >= 600 then '末' else '' end, n % 700, 'isValid', 1, 1 from generate_series(1, ${sql.lit(rows)}) n`.execute(
    app.db,
  );
});
after(() => app.close());

type Source = { id: string; sourceNo: string; sort: number };

describe("list", () => {
  it("shows the right rows on deep pages, from every anchor", async () => {
    const clerk = app.as("clerk");
    for (const descs of ["sort", ""]) {
      const order = descs ? sql`sort desc, id desc` : sql`sort, id`;
      const { rows: expected } = await sql<{ id: string }>`select id from candidate_source order by ${order}`.execute(
        app.db,
      );
      for (const current of [1, 7, 50, 51, 52, 60, 61, 101, 2500, 1200, 1201, 2499, 2501]) {
        const page = await clerk.list<{ records: Source[]; total: number }>(calls.list, {
          current: String(current),
          ...(descs ? { descs } : { ascs: "sort,id" }),
        });
        assert.equal(page.total, rows);
        assert.deepEqual(
          page.records.map(({ id }) => id),
          expected.slice((current - 1) * 10, current * 10).map(({ id }) => id),
          `page ${current} by ${descs}`,
        );
      }
    }
  });

  it("shows the right rows for page sizes that do not match the distance of anchors", async () => {
    const { rows: expected } = await sql<{ id: string }>`select id from candidate_source order by sort, id`.execute(
      app.db,
    );
    for (const [size, current] of [
      [30, 17],
      [30, 18],
      [30, 401],
      [7, 100],
      [200, 60],
      [100, 6],
    ] as const) {
      const page = await app
        .as("clerk")
        .list<{ records: Source[] }>(calls.list, { size: String(size), current: String(current), ascs: "sort,id" });
      assert.deepEqual(
        page.records.map(({ id }) => id),
        expected.slice((current - 1) * size, current * size).map(({ id }) => id),
        `page ${current} of ${size}`,
      );
    }
  });

  it("finds a part of a text whether the matches are at the top, at the end or everywhere", async () => {
    const clerk = app.as("clerk");
    for (const sourceName of ["首", "末", "源1", "来源"]) {
      const { rows: found } = await sql<{
        id: string;
      }>`select id from candidate_source where source_name like ${`%${sourceName}%`} order by sort, id`.execute(app.db);
      assert.ok(found.length > 1000);
      // From the second call on the total is cached, and the first rows of the order are scanned.
      for (const current of [1, 1, 3, 40, 1]) {
        const page = await clerk.list<{ records: Source[] }>(calls.list, { current: String(current), sourceName });
        assert.deepEqual(
          page.records.map(({ id }) => id),
          found.slice((current - 1) * 10, current * 10).map(({ id }) => id),
          `${sourceName}, page ${current}`,
        );
      }
    }
  });

  it("finds a part of a text in upper and lower case, in any script", async () => {
    await sql`update candidate_source set source_name = 'École K-9 电工' where source_no = 'N7'`.execute(app.db);
    const clerk = app.as("clerk");
    for (const sourceName of ["k-9", "K-9", "-9 电", "éCOLE", "cole k"]) {
      const { records } = await clerk.list<{ records: Source[] }>(calls.list, { sourceName });
      assert.deepEqual(
        records.map(({ sourceNo }) => sourceNo),
        ["N7"],
        sourceName,
      );
    }
    const { total } = await clerk.list<{ total: number }>(calls.list, { sourceName: "k-_" });
    assert.equal(total, 0);
  });

  it("shows a unit its rows in each order, whether it has none, few or many of them", async () => {
    const { actor } = app.as("orgAdmin");
    for (const below of [0, 5, 40]) {
      const scope = () => sql`t.sort < ${below}`;
      for (const [field, order] of [
        ["createTime", sql`create_time desc, id desc`],
        ["id", sql`id desc`],
      ] as const) {
        const { rows: expected } = await sql<{ id: string }>`
          select id from candidate_source where sort < ${below} and is_deleted = 0 order by ${order}`.execute(app.db);
        for (const current of [1, 2, 1]) {
          const query = { ...unpaged, all: false, current, size: 10, sort: [{ field, descending: true }] };
          const page = await listPage(app.services, actor, CandidateSource, query, { scope });
          assert.equal(page.total, expected.length);
          assert.deepEqual(
            page.records.map(({ id }) => id),
            expected.slice((current - 1) * 10, current * 10).map(({ id }) => id),
            `page ${current} of ${page.total} by ${field}`,
          );
        }
      }
    }
  });

  it("shows a removed row on no page, whatever is cached", async () => {
    const clerk = app.as("clerk");
    const page = () => clerk.list<{ records: Source[] }>(calls.list, { current: "1500", descs: "sort" });
    const [first] = (await page()).records;
    await clerk.call(calls.remove, { ids: (first as Source).id });
    assert.ok((await page()).records.every(({ id }) => id !== (first as Source).id));
  });
});
