import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { errors } from "@jipei/contract/core/errors.ts";
import { candidateSourceCalls as calls } from "@jipei/contract/catalogue/candidate-source.ts";
import type { FastifyInstance } from "fastify";
import { connected } from "../src/core/database/connected.ts";
import { closePools, openDb, openPools } from "../src/core/database/db.ts";
import type { Services } from "../src/core/foundation/services.ts";
import { anAccount, realApp, signIn, whoAmI } from "./support/sign-in.ts";
import { type TestDatabase, createTestDatabase } from "./database/template-db.ts";
import { testServices } from "./support/test-services.ts";

/** The server with its usual pools, but small enough to be used up. */
let database: TestDatabase;
let services: Services;
let http: FastifyInstance;
let token: string;
let account: string;
const lockTimeout = 300;

before(async () => {
  database = await createTestDatabase();
  const pools = openPools(database.url, { pool: 4, readPool: 3, shortPool: 2 }, { lockTimeout });
  services = { ...testServices(database.url), ...pools, db: openDb(pools.pool), readDb: openDb(pools.readPool) };
  services.log = { info() {}, warn() {}, error() {} };
  http = await realApp(services);
  account = (await anAccount(services)).account;
  token = (await signIn(http, account)).json().access_token;
});
after(async () => {
  await http.close();
  await closePools(services);
  await database.drop();
});

let made = 0;
const json = () => ({ token, "content-type": "application/json" });
const add = () =>
  http.inject({
    method: "POST",
    url: calls.submit.path,
    headers: json(),
    payload: JSON.stringify({ sourceNo: `C${++made}`, sourceName: `来源${made}`, sort: 1, isValid: "isValid" }),
  });
const list = () => http.inject({ url: calls.list.path, headers: { token } });
const detail = (id: string) => http.inject({ url: `${calls.detail.path}?id=${id}`, headers: { token } });
const change = (id: string) =>
  http.inject({
    method: "POST",
    url: calls.submit.path,
    headers: json(),
    payload: JSON.stringify({ id, sourceNo: `L${id}`.slice(-10), sourceName: "被锁", sort: 2, isValid: "isValid" }),
  });

type Answer = Awaited<ReturnType<typeof list>>;
const getCode = (answer: Answer): string =>
  answer.statusCode === 200 ? "OK" : `${answer.statusCode} ${answer.json().errorCode ?? answer.json().error}`;

describe("connections that break while they are used", () => {
  const others =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()";

  it("crash no process; each call succeeds or gets one 503 that allows a retry; nothing acknowledged is lost", async () => {
    let over = false;
    const answers: Answer[] = [];
    const kept: string[] = [];
    const again = async (ask: () => Promise<Answer>, note: (answer: Answer) => void = () => {}) => {
      while (!over) {
        const answer = await ask();
        answers.push(answer);
        note(answer);
      }
    };
    const added = (answer: Answer) => void (answer.statusCode === 200 && kept.push(answer.json().data.id));
    // A session that waits for something else than a statement has no statement to be interrupted.
    const holding = async (): Promise<Answer> => {
      await services.db
        .transaction()
        .execute(() => sleep(30))
        .catch(() => {});
      return list();
    };
    const work = Promise.all([
      again(add, added),
      again(add, added),
      again(add, added),
      again(list),
      again(list),
      again(holding),
      again(holding),
      again(() => signIn(http, account)),
      again(() => whoAmI(http, token)),
    ]);
    for (let round = 0; round < 12; round++) {
      await sleep(40);
      await connected(database.url, (client) => client.query(others));
    }
    over = true;
    await work;
    const kinds = new Set(answers.map(getCode));
    assert.ok(kinds.has("OK"));
    kinds.delete("OK");
    assert.deepEqual([...kinds].sort(), ["503 DATABASE_AWAY", "503 server_error"]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 503)) {
      assert.equal(answer.headers["retry-after"], "5");
      const { msg, error_description: flat } = answer.json();
      assert.equal(msg ?? flat, errors.DATABASE_AWAY[1]);
    }
    const { rows } = await services.pool.query<{ n: number }>(
      "select count(*)::int as n from candidate_source where id = any($1)",
      [kept],
    );
    assert.deepEqual(rows, [{ n: kept.length }]);
    assert.equal((await list()).statusCode, 200);
  });
});

describe("a lock that another session holds for long", () => {
  /** Holds the locks that `statement` takes while `work` goes on. */
  const locked = (statement: string, work: () => Promise<void>) =>
    connected(database.url, async (client) => {
      await client.query("begin");
      await client.query(statement);
      await work();
      await client.query("rollback");
    });

  it("refuses writes to the same row with BUSY; others read, sign in and write, and the server stays ready", async () => {
    const id = (await add()).json().data.id as string;
    await locked(`select from candidate_source where id = ${id} for update`, async () => {
      // More requests than the pool for writing has connections.
      const waiting = Array.from({ length: 12 }, () => change(id));
      await sleep(50);
      const others = await Promise.all([
        list(),
        detail(id),
        whoAmI(http, token),
        signIn(http, account),
        http.inject("/api/ready"),
      ]);
      assert.deepEqual(
        others.map(getCode),
        others.map(() => "OK"),
      );
      const answers = await Promise.all(waiting);
      assert.deepEqual([...new Set(answers.map(getCode))], ["503 BUSY"]);
      assert.equal(answers[0]?.headers["retry-after"], "5");
    });
    assert.equal(getCode(await change(id)), "OK");
  });

  it("on a whole table blocks neither sign-in nor readiness", async () => {
    await locked("lock table candidate_source in access exclusive mode", async () => {
      const waiting = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? list() : add()));
      await sleep(50);
      const others = await Promise.all([whoAmI(http, token), signIn(http, account), http.inject("/api/ready")]);
      assert.deepEqual(
        others.map(getCode),
        others.map(() => "OK"),
      );
      assert.deepEqual([...new Set((await Promise.all(waiting)).map(getCode))], ["503 BUSY"]);
    });
  });

  it("on the sessions blocks signing in, but the server stays ready", async () => {
    await locked("lock table login_session in access exclusive mode", async () => {
      const waiting = Array.from({ length: 6 }, list);
      await sleep(50);
      assert.equal((await http.inject("/api/ready")).statusCode, 200);
      for (const answer of await Promise.all(waiting)) assert.equal(getCode(answer), "503 BUSY");
    });
  });
});
