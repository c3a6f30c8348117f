import assert from "node:assert/strict";
import { get } from "node:http";
import { after, before, describe, it } from "node:test";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import type { FastifyInstance } from "fastify";
import { closePools, openDb, openPools } from "../src/core/database/db.ts";
import type { Services } from "../src/core/foundation/services.ts";
import { type TestDatabase, createTestDatabase } from "./database/template-db.ts";
import { anAccount, realApp, signIn } from "./support/sign-in.ts";
import { testServices } from "./support/test-services.ts";
import { waitUntil } from "./support/wait-until.ts";

/** One list is made slow, as one over a million rows without an index would be; its neighbours must not notice. */
let database: TestDatabase;
let services: Services;
let http: FastifyInstance;
let url: string;
let token: string;

before(async () => {
  database = await createTestDatabase();
  const pools = openPools(database.url, { pool: 4, readPool: 4, shortPool: 2 });
  services = { ...testServices(database.url), ...pools, db: openDb(pools.pool), readDb: openDb(pools.readPool) };
  services.log = { info() {}, warn() {}, error() {} };
  await services.pool.query(`
    create function slowly(seconds float) returns boolean language plpgsql cost 100000000 as $$ begin perform pg_sleep(seconds); return true; end $$;
    alter table candidate_source rename to source_rows;
    insert into source_rows (source_no, source_name, sort, is_valid, create_user, update_user) values ('S1', '来源', 1, 'isValid', 1, 1);`);
  await slowDown(0.3);
  http = await realApp(services);
  url = await http.listen({ port: 0, host: "127.0.0.1" });
  const { account } = await anAccount(services);
  token = (await signIn(http, account)).json().access_token;
});
after(async () => {
  await http.close();
  await closePools(services);
  await database.drop();
});

const slowDown = (seconds: number) =>
  services.pool.query(
    `create or replace view candidate_source as select * from source_rows where id = (select min(id) from source_rows) and slowly(${seconds})`,
  );
const ask = async (path: string): Promise<number> => {
  const start = performance.now();
  const { statusCode, body } = await http.inject({ url: path, headers: { token } });
  assert.equal(statusCode, 200, body);
  return performance.now() - start;
};
const running = async (): Promise<number> =>
  (
    await services.probePool.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'active' and query like '%candidate_source%' and pid <> pg_backend_pid()",
    )
  ).rows[0]?.n ?? 0;

describe("a slow list", () => {
  it("leaves connections to the others, however many ask for it", async () => {
    await ask(classCalls.list.path);
    const slow = Promise.all(Array.from({ length: 16 }, () => ask(candidateSourceCalls.list.path)));
    let isOver = false;
    void slow.then(() => (isOver = true));
    await waitUntil(async () => (await running()) > 0);
    for (let n = 0; n < 10; n++) {
      await ask(classCalls.list.path);
      assert.ok((await running()) <= 2, "heavy reads take more than their connections");
    }
    assert.equal(isOver, false, "the class list waited for the slow one");
    await slow;
  });

  it("is given up when its client leaves", async () => {
    await slowDown(30);
    const request = get(`${url}${candidateSourceCalls.list.path}`, { headers: { token } });
    request.on("error", () => {});
    await waitUntil(async () => (await running()) > 0);
    request.destroy();
    await waitUntil(async () => (await running()) === 0);
  });
});
