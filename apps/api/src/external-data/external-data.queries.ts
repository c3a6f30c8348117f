import type { Answer, QueryKind } from "@jipei/contract/external-data/ext-query.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { presentMoment } from "../core/database/sql.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { parameter } from "../settings/settings.queries.ts";
import { type RegisterAnswer, type Subject, subjectKeys } from "./register-port.ts";
import { getRegisters } from "./registers.ts";

export type { Subject } from "./register-port.ts";
/** Questions that later domains answer. */
export { isInClaim, isOwnPerson } from "./external-data.holds.ts";

/** Why a register is asked; stored with the answer. */
export interface Purpose {
  purpose: string;
  bizType?: string | null;
  bizId?: string | null;
  /** The business row of each subject, instead of one for all. */
  bizIds?: readonly string[];
  /** Answers given longer ago are asked for again, though they might be reused. */
  sinceHours?: number;
}

/**
 * Asks a register and stores question, answer and purpose as evidence. A question repeated within `ext.cache.hours` gets the answer given
 * then, with its time, and evidence of its own. Call it before a transaction begins (`writesPrepared`): the answer may take seconds, and
 * the look-up stays on record even when the decision fails.
 * @returns resultCode 500 when the register is out of reach; that never means «no» (severity 2: to be verified by hand)
 */
export const lookUp = async (
  app: Services,
  actor: Actor,
  kind: QueryKind,
  subject: Subject,
  why: Purpose,
): Promise<Answer> => (await lookUpMany(app, actor, kind, [subject], why))[0] as Answer;

/** Like `lookUp`, for many subjects in a few statements. @returns answers in the order of the subjects */
export async function lookUpMany(
  app: Services,
  actor: Actor,
  kind: QueryKind,
  subjects: readonly Subject[],
  why: Purpose,
): Promise<Answer[]> {
  if (subjects.length === 0) return [];
  const questions = subjects.map((subject) => getQuestion(kind, subject));
  const hashes = questions.map((question) => app.cipher.hash(question));
  const known = await knownAnswers(app, kind, hashes, why.sinceHours ?? null);
  const missing = [...new Set(questions.filter((_, index) => !known.has(hashes[index] as string)))];
  for (const [index, { resultCode, resultData }] of (await askAll(app, kind, missing)).entries())
    known.set(app.cipher.hash(missing[index] as string), {
      resultCode,
      resultData: resultData && app.cipher.encrypt(JSON.stringify(resultData)),
      queryTime: null,
      cacheUntil: null,
    });
  return keep(
    app,
    actor,
    kind,
    questions,
    hashes.map((hash) => known.get(hash) as Stored),
    why,
  );
}

async function knownAnswers(
  app: Services,
  kind: QueryKind,
  hashes: readonly string[],
  sinceHours: number | null,
): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored & { queryBodyHash: string }>`
    select distinct on (query_body_hash) query_body_hash, result_code, result_data, query_time, cache_until from ext_query
    where query_kind = ${kind} and query_body_hash = any(${[...new Set(hashes)]}) and cache_until > ${presentMoment()}
      and (${sinceHours}::int is null or query_time > ${presentMoment()} - make_interval(hours => ${sinceHours})) order by query_body_hash, query_time desc, cache_until desc`.execute(
    app.db,
  );
  return new Map(rows.map((row) => [row.queryBodyHash, row]));
}

/** Stores the evidence. New answers are reused for `ext.cache.hours`; a register that did not answer is asked again the next time. */
async function keep(
  app: Services,
  actor: Actor,
  kind: QueryKind,
  questions: readonly string[],
  answers: readonly Stored[],
  why: Purpose,
): Promise<Answer[]> {
  const { cipher } = app;
  const hours = await parameter(app.db, "ext.cache.hours");
  const time = presentMoment();
  const opened = answers.map((answer) => (answer.resultData === null ? null : cipher.decrypt(answer.resultData)));
  const rows = await app.db.transaction().execute(async (tx) => {
    const inserted = await sql<{ id: string; queryTime: string; cacheUntil: string }>`
      insert into ext_query (query_kind, query_body, query_body_hash, purpose, biz_type, biz_id, result_code, result_data, result_data_hash, query_time, cache_until, operator, create_user, update_user, tenant_id)
      select ${kind}, q.body, q.hash, ${why.purpose}, ${why.bizType ?? null}, q.biz_id, q.code, q.data, q.data_hash, coalesce(q.asked, ${time}),
        coalesce(q.until, case when q.code = '500' then ${time} else ${time} + make_interval(hours => ${hours}) end), ${actor.userId}, ${actor.userId}, ${actor.userId}, ${actor.tenantId}
      from unnest(${questions.map((question) => cipher.encrypt(question))}::text[], ${questions.map((question) => cipher.hash(question))}::text[], ${answers.map((answer) => answer.resultCode)}::text[], ${answers.map((answer) => answer.resultData)}::text[],
        ${opened.map((answer) => (answer === null ? null : cipher.hash(answer)))}::text[], ${answers.map((answer) => answer.queryTime)}::timestamptz[], ${answers.map((answer) => answer.cacheUntil)}::timestamptz[],
        ${questions.map((_, index) => why.bizIds?.[index] ?? why.bizId ?? null)}::text[])
        with ordinality as q (body, hash, code, data, data_hash, asked, until, biz_id, n) order by q.n
      returning id, query_time, cache_until`.execute(tx);
    await writeAudit(tx, actor, [
      {
        bizType: "ExtQuery",
        bizId: inserted.rows[0]?.id ?? "0",
        action: kind,
        opinion: `${why.purpose} × ${questions.length}`,
      },
    ]);
    return inserted.rows;
  });
  return rows.map((row, index) => ({
    ...row,
    resultCode: (answers[index] as Stored).resultCode,
    resultData: opened[index] == null ? null : (JSON.parse(opened[index] as string) as Record<string, unknown>),
  }));
}

/** An answer as it is stored; times are null for one that was given just now. */
interface Stored {
  resultCode: Answer["resultCode"];
  resultData: string | null;
  queryTime: string | null;
  cacheUntil: string | null;
}

async function askAll(app: Services, kind: QueryKind, questions: readonly string[]): Promise<RegisterAnswer[]> {
  const registers = getRegisters(app);
  const subjects = questions.map((question) => JSON.parse(question) as Subject);
  if (registers.askMany) return registers.askMany(kind, subjects);
  const answers: RegisterAnswer[] = [];
  for (let start = 0; start < subjects.length; start += concurrency)
    answers.push(
      ...(await Promise.all(subjects.slice(start, start + concurrency).map((subject) => registers.ask(kind, subject)))),
    );
  return answers;
}

/** Names are compared letter by letter; numbers and codes in capitals. */
const normal = (key: keyof Subject, value: string) => (key === "name" ? value.trim() : value.trim().toUpperCase());

/** A question in its normal form: the same question always has the same text. */
const getQuestion = (kind: QueryKind, subject: Subject): string =>
  JSON.stringify(
    Object.fromEntries(subjectKeys[kind].flatMap((key) => (subject[key] ? [[key, normal(key, subject[key])]] : []))),
  );

/** Concurrent questions when many people are asked about. */
const concurrency = 6;

/** @throws EXT_UNAVAILABLE when the register is out of reach */
export function assertAnswers(answer: Answer): Answer {
  if (answer.resultCode === "500") throw new Refusal("EXT_UNAVAILABLE");
  return answer;
}

/** Whether name and number belong to one living person; null when the register did not answer. */
export function isSamePerson({ resultCode, resultData }: Answer): boolean | null {
  if (resultCode !== "200" || !resultData) return null;
  return String(resultData.match) === "1" && String(resultData.isAlive ?? "1") !== "0";
}

/** What the province knows of the teachers of a unit; null when it is out of reach. Fetching a list decides nothing, so it leaves no evidence. */
export async function getTeachers(app: Services, creditCode: string): Promise<Record<string, unknown>[] | null> {
  const { resultCode, resultData } = await getRegisters(app).ask("getTrainTeacher", { creditCode });
  if (resultCode === "500") return null;
  return Array.isArray(resultData?.teachers) ? (resultData.teachers as Record<string, unknown>[]) : [];
}
