import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import type { Db, Tx } from "../database/db.ts";

/** Seconds for which an identical call gets the first response instead of a refusal. */
const seconds = 10;

/** Hash of an input, by which identical calls are recognised. */
export const bodyHash = (input: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(input ?? null))
    .digest("base64url");

/** Stores the response of a successful write, in its transaction. */
export async function storeResponse(tx: Tx, actor: Actor, call: string, hash: string, answer: unknown): Promise<void> {
  await sql`insert into remembered_answer (user_id, call, body_hash, answer) values (${actor.userId}, ${call}, ${hash}, ${JSON.stringify(answer ?? null)})
    on conflict (user_id, call, body_hash) do update set answer = excluded.answer, create_time = now()`.execute(tx);
}

/** Finds the stored response of an identical call within the last seconds. */
export async function findResponse(
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

/** Deletes stored responses that are too old to be used; run by a timer. */
export const forget = (db: Db) =>
  sql`delete from remembered_answer where create_time < now() - interval '1 minute'`.execute(db);
