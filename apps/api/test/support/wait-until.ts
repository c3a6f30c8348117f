import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../src/core/database/db.ts";

/** Longer than anything takes on a slow machine, and less than a test file may: what never holds is named, and the tests after it run. */
const longest = 4 * 60_000;

/** Waits until something holds. @throws after four minutes, with what was waited for */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + longest;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`does not hold after four minutes: ${holds.toString()}`);
    await sleep(20);
  }
}

/** How many statements wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
