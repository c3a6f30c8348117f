import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Pair, startPair } from "../../../../test/database/standby.ts";
import { guest } from "../../foundation/actor.ts";
import { connected } from "../connected.ts";
import { openPool } from "../db.ts";
import { reading } from "./replica.ts";
import { type WatchedReplica, watchReplica } from "./replica-watch.ts";

const log = { info() {}, warn() {}, error() {} };
const actor = guest("127.0.0.1");

let pair: Pair;
let main: pg.Pool;
let replica: WatchedReplica;
let reader: ReturnType<WatchedReplica["reader"]>;
before(async () => {
  pair = await startPair();
  main = openPool(pair.url, 5);
  await main.query("create table t (n int)");
  replica = await watchReplica({ url: pair.standbyUrl, main, mostBehind: 2, log });
  reader = replica.reader(5);
});
after(async () => {
  await reader.close();
  await replica.close();
  await main.end();
  await pair.close();
});

/** Whether a list is read from the standby. */
const readsStandby = (): Promise<boolean> =>
  reading(
    { readPool: main, replica: reader, log },
    actor,
    async (pool) => (await pool.query<{ is: boolean }>("select pg_is_in_recovery() as is")).rows[0]?.is === true,
  );
const onStandby = (sql: string) => connected(pair.standbyUrl, (client) => client.query(sql));
/** Checks again and again, as the server does, until reads go where they should; the runner's time limit ends it otherwise. */
async function until(isSo: boolean): Promise<void> {
  while ((await readsStandby()) !== isSo) {
    await replica.look();
    await sleep(100);
  }
}

describe("watchReplica", () => {
  it("reads from a standby that follows, also while nothing is written", async () => {
    await until(true);
    for (let n = 0; n < 3; n++) {
      await replica.look();
      assert.equal(await readsStandby(), true);
    }
    assert.equal(replica.finding(), null);
  });

  it("leaves out a standby whose replay is paused, and uses it again when it has caught up", async () => {
    await onStandby("select pg_wal_replay_pause()");
    await main.query("insert into t values (1)");
    await until(false);
    assert.match(replica.finding()?.text.en ?? "", /more than 2 s behind/);
    await onStandby("select pg_wal_replay_resume()");
    await until(true);
  });

  it("delays only the reads of the moment when the standby stops answering, and sends all later ones to the main database", async () => {
    await Promise.all(Array.from({ length: 5 }, readsStandby));
    pair.freeze();
    try {
      // More reads than its pool has connections: those that wait for a connection go to the main database as well.
      assert.deepEqual(await Promise.all(Array.from({ length: 12 }, readsStandby)), Array(12).fill(false));
      assert.equal(reader.isUsed(), false);
      const asked = reader.pool.totalCount;
      for (let n = 0; n < 20; n++) assert.equal(await readsStandby(), false);
      assert.equal(reader.pool.totalCount, asked, "nobody asks it again");
    } finally {
      pair.thaw();
    }
    await until(true);
  });

  it("waits for a slow statement while the standby is alive", async () => {
    assert.equal(
      await reading(
        { readPool: main, replica: reader, log },
        actor,
        async (pool) =>
          (await pool.query<{ is: boolean }>("select pg_is_in_recovery() as is, pg_sleep(0.6)")).rows[0]?.is,
      ),
      true,
    );
  });

  it("leaves out a server that is not a standby", async () => {
    const own = await watchReplica({ url: pair.url, main, mostBehind: 2, log });
    assert.match(own.finding()?.text.en ?? "", /it is no standby/);
    await own.close();
  });

  it("leaves out a standby that cannot be reached from the start", async () => {
    const url = Object.assign(new URL(pair.standbyUrl), { port: "1" }).href;
    const away = await watchReplica({ url, main, mostBehind: 2, log });
    assert.match(away.finding()?.text.en ?? "", /does not answer/);
    const unread = away.reader(2);
    assert.equal(unread.isUsed(), false);
    await unread.close();
    await away.close();
  });

  it("leaves out a standby that was promoted, since it follows the main database no more", async () => {
    await onStandby("select pg_promote()");
    while (replica.finding() === null) await replica.look();
    assert.match(replica.finding()?.text.en ?? "", /it is no standby/);
    assert.equal(reader.isUsed(), false);
  });
});
