import type pg from "pg";
import type { CompiledQuery } from "kysely";
import { ClientLeft } from "../foundation/departure.ts";
import { currentDeparture } from "../foundation/request-context.ts";
import { type Semaphore, createSemaphore } from "../foundation/semaphore.ts";
import { borrow } from "./borrowed.ts";
import { runPrepared } from "./prepared-statements.ts";

/** From this cost on, as the planner counts it, a statement is heavy: some 200 ms where all is in memory. */
const heavyCost = 60_000;
/** Heavy statements that run at once on a pool, and that wait. */
const places = { running: 2, waiting: 30 };
/** Milliseconds that a heavy statement may take. */
const heavyTimeout = 10_000;
/** Milliseconds after which the planner is asked again, since tables grow. */
const knownFor = 10 * 60_000;
const mostKnown = 2000;

interface Lane {
  gate: Semaphore;
  heavy: Map<string, { isHeavy: boolean; time: number }>;
}
const lanes = new WeakMap<pg.Pool, Lane>();
const laneOf = (pool: pg.Pool): Lane => {
  let lane = lanes.get(pool);
  if (!lane) lanes.set(pool, (lane = { gate: createSemaphore(places.running, places.waiting), heavy: new Map() }));
  return lane;
};

type Run = <R>(pool: pg.Pool, query: CompiledQuery) => Promise<R[]>;

/**
 * Runs a reading statement. Heavy ones, such as those that look through a whole long table, have a few connections of the pool and a short time
 * to themselves, so that however many ask for them, the others are left to everybody else.
 * @throws RATE_LIMIT when too many wait
 */
export async function runRead<R>(pool: pg.Pool, query: CompiledQuery, run: Run = runPrepared): Promise<R[]> {
  const lane = laneOf(pool);
  if (!(await isHeavy(pool, lane, query))) return run<R>(pool, query);
  return lane.gate(() => {
    if (currentDeparture()?.hasLeft) throw new ClientLeft();
    return runHeavy<R>(pool, query);
  });
}

/** With a plan for its own values and a time limit of its own, both of which are nothing beside what it takes. */
async function runHeavy<R>(pool: pg.Pool, { sql: text, parameters }: CompiledQuery): Promise<R[]> {
  const client = await borrow(pool);
  try {
    await client.query(`begin read only; set local statement_timeout = ${heavyTimeout}`);
    const { rows } = await client.query(text, parameters as unknown[]);
    await client.query("commit");
    client.release();
    return rows as R[];
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function isHeavy(pool: pg.Pool, { heavy }: Lane, { sql: text, parameters }: CompiledQuery): Promise<boolean> {
  const known = heavy.get(text);
  if (known && Date.now() - known.time < knownFor) return known.isHeavy;
  const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: { "Total Cost": number } }] }>(
    `explain (format json) ${text}`,
    parameters as unknown[],
  );
  const found = (rows[0]?.["QUERY PLAN"][0].Plan["Total Cost"] ?? 0) > heavyCost;
  if (heavy.size > mostKnown) heavy.clear();
  heavy.set(text, { isHeavy: found, time: Date.now() });
  return found;
}
