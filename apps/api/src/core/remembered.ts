import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "./actor.ts";
import type { Db, Tx } from "./db.ts";

/** How long an identical call gets the first answer instead of a refusal, in seconds. */
const seconds = 10;

/** Tells whether two calls say the same. */
export const bodyHash = (input: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(input ?? null))
    .digest("base64url");

/** Keeps the answer of a successful write, in its transaction. */
export async function remember(tx: Tx, actor: Actor, call: string, hash: string, answer: unknown): Promise<void> {
  await sql`insert into remembered_answer (user_id, call, body_hash, answer) values (${actor.userId}, ${call}, ${hash}, ${JSON.stringify(answer ?? null)})
    on conflict (user_id, call, body_hash) do update set answer = excluded.answer, create_time = now()`.execute(tx);
}

/** The remembered answer of an identical call a moment ago, or undefined. */
export async function recall(
  db: Db,
  actor: Actor,
  call: string,
  hash: string,
): Promise<{ answer: unknown } | undefined> {
  const found = await sql<{ answer: unknown }>`select answer from remembered_answer
    where user_id = ${actor.userId} and call = ${call} and body_hash = ${hash} and create_time > now() - make_interval(secs => ${seconds})`.execute(
    db,
  );
  return found.rows[0];
}

/** Sweeps what is too old to matter; run by a timer. */
export const forget = (db: Db) =>
  sql`delete from remembered_answer where create_time < now() - interval '1 minute'`.execute(db);
