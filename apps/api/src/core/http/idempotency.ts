import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import { liveRow } from "../database/rows.ts";
import type { Db, Tx } from "../database/db.ts";
import type { Cipher } from "../security/cipher.ts";
import { invalidField } from "../foundation/refusal.ts";

/** Seconds for which an identical call of a user is the same call. */
const alike = 10;
/** Seconds for which the same `Idempotency-Key` of a user is. */
const named = 86_400;

/** How a write is known again when it is sent again. */
export interface Repeatable {
  userId: string;
  call: string;
  /** Of what it was sent with, or of the key by which its client names it. */
  hash: string;
  inputHash: string;
  seconds: number;
  isNamed: boolean;
  /** What it would add once more each time. Other calls find out by themselves that they are done, or do nothing the second time. */
  added: Entity | "more" | null;
}

/** Known again by keyed hashes, since what is sent may be a password. @param key the header `Idempotency-Key` @throws FIELD_INVALID @returns null for calls of guests, for those that only read by their method, and for what is answered anew */
export function findRepeatable(
  cipher: Cipher,
  actor: Actor,
  call: Call,
  input: unknown,
  key: unknown,
): Repeatable | null {
  if (actor.audience === "public" || call.method === "GET" || (call.answersAnew && key === undefined)) return null;
  const inputHash = cipher.digest(JSON.stringify(input ?? null));
  const one = { userId: actor.userId, call: call.name, inputHash, added: findAdded(call, input) };
  if (key === undefined) return { ...one, hash: inputHash, seconds: alike, isNamed: false };
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalidKey("须为1至200个可见字符", "1 to 200 visible characters");
  return { ...one, hash: `key ${cipher.digest(key)}`, seconds: named, isNamed: true };
}

const invalidKey = (zh: string, en: string) => invalidField("Idempotency-Key", "幂等键", "Idempotency key", zh, en);

/** What a call adds each time: the entity of which it brings a row without an id, or what it says itself. */
export const findAdded = (
  { input: shape, adds, answersAnew }: Pick<Call, "input" | "adds" | "answersAnew">,
  input: unknown,
): Entity | "more" | null => (answersAnew ? null : (adds ?? findNewRow(shape, input)));

function findNewRow(shape: Shape, input: unknown): Entity | null {
  if (typeof input !== "object" || input === null) return null;
  if (shape.shape === "save") return "id" in input && input.id ? null : shape.entity;
  const parts: (readonly [Shape | Field, unknown])[] =
    shape.shape === "list"
      ? Object.values(input).map((item: unknown) => [shape.of, item])
      : Object.entries(shape.shape === "record" ? shape.fields : {}).map(([name, part]) => [
          part,
          (input as Readonly<Record<string, unknown>>)[name],
        ]);
  for (const [part, value] of parts) {
    const added = "shape" in part ? findNewRow(part, value) : null;
    if (added) return added;
  }
  return null;
}

/**
 * Makes a write the only one of its kind before it does anything; one that is sent meanwhile waits until this transaction ends.
 * @returns the answer that it has got already @throws FIELD_INVALID for a key that named something else
 */
export async function claim(tx: Tx, cipher: Cipher, one: Repeatable): Promise<{ answer: unknown } | null> {
  const { rows } =
    await sql`insert into remembered_answer (user_id, call, body_hash, input_hash, seconds, answer) values (${one.userId}, ${one.call}, ${one.hash}, ${one.inputHash}, ${one.seconds}, 'null')
    on conflict (user_id, call, body_hash) do update set input_hash = excluded.input_hash, answer = excluded.answer, create_time = now()
      where remembered_answer.create_time <= now() - make_interval(secs => remembered_answer.seconds) returning 1`.execute(
      tx,
    );
  if (rows.length > 0) return null;
  const first = await findResponse(tx, cipher, one);
  if (!first) return null;
  if (first.inputHash !== one.inputHash) throw invalidKey("已用于另一次请求", "it named another request");
  return one.isNamed || (await isThere(tx, cipher, one, first.answer)) ? first : null;
}

/** Whether what was added has not been removed since: then it shall be added again. Of what is no single row its user would have had to write something else. */
async function isThere(tx: Tx, cipher: Cipher, one: Repeatable, answer: unknown): Promise<boolean> {
  const id = typeof answer === "object" && answer !== null && "id" in answer ? answer.id : null;
  if (one.added && one.added !== "more" && typeof id === "string") return (await liveRow(tx, one.added, id)) !== null;
  return (await findResponse(tx, cipher, one, true)) !== undefined;
}

/** Stores the answer of a finished write, in its transaction. Encrypted: it may hold personal data, or a secret that is shown once. */
export async function storeResponse(tx: Tx, cipher: Cipher, one: Repeatable, answer: unknown): Promise<void> {
  const stored = answer === undefined ? null : cipher.encrypt(JSON.stringify(answer));
  await sql`insert into remembered_answer (user_id, call, body_hash, input_hash, seconds, answer) values (${one.userId}, ${one.call}, ${one.hash}, ${one.inputHash}, ${one.seconds}, ${JSON.stringify(stored)})
    on conflict (user_id, call, body_hash) do update set input_hash = excluded.input_hash, answer = excluded.answer, create_time = now()`.execute(
    tx,
  );
}

/**
 * Finds the answer that a write got when it was sent before.
 * @param isLast it counts only where its user has written nothing else since: «on, off, on» is no repetition
 */
export async function findResponse(
  db: Db,
  cipher: Cipher,
  one: Repeatable,
  isLast = false,
): Promise<{ answer: unknown; inputHash: string | null } | undefined> {
  const found = await sql<{ answer: string | null; inputHash: string | null }>`
    select answer, input_hash from remembered_answer r
    where user_id = ${one.userId} and call = ${one.call} and body_hash = ${one.hash} and create_time > now() - make_interval(secs => seconds)
      and not (${isLast} and exists (select 1 from remembered_answer later where later.user_id = r.user_id and later.create_time > r.create_time))`.execute(
    db,
  );
  const first = found.rows[0];
  if (!first) return undefined;
  const answer: unknown = first.answer === null ? undefined : JSON.parse(cipher.decrypt(first.answer));
  return { answer, inputHash: first.inputHash };
}

/** Deletes stored answers that are too old to be used; run by a timer. */
export const forget = (db: Db) =>
  sql`delete from remembered_answer where create_time < now() - make_interval(secs => greatest(seconds, 60))`.execute(
    db,
  );
