import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { type answerFate, type SignedAnswer } from "@jipei/contract/exams/sitting.ts";
import type { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { StudentQuestion } from "@jipei/contract/exams/student-question.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { epoch, fromEpoch, toEpoch } from "../../core/foundation/clock.ts";
import { Refusal, invalidField, invalidValue } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { readEditions } from "./editions.ts";
import { type Paper, lockOwnPaper } from "./own-paper.ts";
import { getGraceEnd, rescorePaper } from "./marks.ts";
import { getSittingKey, getState, isSigned } from "./sitting.ts";

type Input = InputOf<typeof studentQuestionCalls.submit>;
type Output = OutputOf<typeof studentQuestionCalls.submit>;
type Fate = CodeOf<typeof answerFate>;

/** An answer with what is to become of it. */
interface Judged {
  seq: number | null;
  id: string;
  answer: string | null;
  /** Milliseconds of the epoch. */
  at: number;
  /** The same as the browser dated it; none of a plain answer. */
  givenAt: number | null;
  mac: string | null;
  fate: Fate;
}

/** Saves answers of one's own paper (states.md 9.2-2). @throws NOT_FOUND, NOT_OWNER, PAPER_CLOSED, PAPER_ELSEWHERE, FIELD_INVALID */
export function submitAnswers(tx: Tx, actor: Actor, input: Input, app: Services): Promise<Output> {
  return input.answers ? saveSigned(tx, actor, input, input.answers, app) : saveOne(tx, actor, input, app);
}

/** The question of a paper that a plain answer names: by its own id, or by paper and question. @throws NOT_FOUND */
async function findQuestion(tx: Tx, { id, paperId, questionId }: Input) {
  const found = await tx
    .selectFrom("studentQuestion")
    .select(["id", "paperId", "studentAnswer"])
    .where("isDeleted", "=", 0)
    .where((is) =>
      id ? is("id", "=", id) : is.and([is("paperId", "=", paperId ?? "0"), is("questionId", "=", questionId ?? "0")]),
    )
    .executeTakeFirst();
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}

/** A single answer without a signature, as clients send it that keep nothing while they are offline: it counts in time, and in the session that has the paper. */
async function saveOne(tx: Tx, actor: Actor, input: Input, app: Services): Promise<Output> {
  const paper = await lockOwnPaper(tx, actor, (await findQuestion(tx, input)).paperId);
  // Of the same answer sent twice at once, the second sees that of the first.
  const question = await findQuestion(tx, input);
  const answer = input.studentAnswer ? normalise(input.studentAnswer) : null;
  if (input.studentAnswer === undefined || answer === question.studentAnswer)
    return { id: question.id, fates: [], state: await getState(tx, paper, paper.sitting) };
  assertOpen(paper);
  if (paper.sessionId !== actor.sessionId) throw new Refusal("PAPER_ELSEWHERE");
  const judged: Judged = { seq: null, id: question.id, answer, at: epoch(), givenAt: null, mac: null, fate: "counted" };
  await assertPossible(tx, app, paper.id, [judged]);
  await write(tx, actor, paper, paper.sitting, [judged]);
  return { id: question.id, fates: [], state: await getState(tx, paper, paper.sitting) };
}

/** @throws PAPER_CLOSED */
function assertOpen({ status, deadline }: Paper): void {
  if (status !== "1" || deadline === null || toEpoch(deadline) <= epoch()) throw new Refusal("PAPER_CLOSED");
}

/**
 * Answers that a browser kept, in their order and once each. Those that reach the server in time count; later ones count within the grace,
 * if they were given before the deadline and say so under the key of the sitting. Whatever else comes is kept as evidence.
 */
async function saveSigned(
  tx: Tx,
  actor: Actor,
  input: Input,
  answers: readonly SignedAnswer[],
  app: Services,
): Promise<Output> {
  const { paperId, sitting } = input;
  if (!paperId || sitting == null) throw invalidField("sitting", "答题会话", "Sitting", "不能为空", "is missing");
  const paper = await lockOwnPaper(tx, actor, paperId);
  if (paper.status === "0" || sitting > paper.sitting || sitting < 1) throw new Refusal("PAPER_CLOSED");
  const known = await findKnown(tx, paper, sitting, answers);
  const judge = getJudge(app, paper, sitting, paper.deadline ? await getGraceEnd(tx, paper.deadline) : 0, known);
  const judged = [...answers].sort((a, b) => a.seq - b.seq).map(judge);
  const fresh = judged.filter(({ fate }) => fate !== "known");
  await assertPossible(tx, app, paper.id, fresh);
  await write(tx, actor, paper, sitting, fresh);
  const isLate = paper.status !== "1" && fresh.some(({ fate }) => fate === "counted");
  // Practice is marked at its deadline already; a formal paper when the grace has ended.
  if (isLate && paper.score !== null) await rescorePaper(tx, actor, paper);
  return {
    id: null,
    fates: judged.map(({ seq, fate }) => ({ seq: seq ?? 0, fate })),
    state: await getState(tx, paper, sitting),
  };
}

/** What tells an answer from the others of its paper, whichever sitting signed it. */
const identify = ({ id, at }: Pick<SignedAnswer, "id" | "at">): string => `${id} ${at}`;

/**
 * Answers that counted in an earlier sitting: where its last response was lost, the browser signs them anew for this one and sends them again.
 */
async function findKnown(
  tx: Tx,
  paper: Paper,
  sitting: number,
  answers: readonly SignedAnswer[],
): Promise<ReadonlySet<string>> {
  if (sitting === 1) return new Set();
  const { rows } = await sql<{ id: string; at: string }>`
    select student_question_id as id, given_at as at from paper_event
    where paper_id = ${paper.id} and kind = 'answer' and is_counted and sitting < ${sitting} and given_at = any(${answers.map(({ at }) => at)}::bigint[])`.execute(
    tx,
  );
  return new Set(rows.map(({ id, at }) => identify({ id, at: Number(at) })));
}

/** Decides what becomes of each answer of a sitting, given one after another in their order. */
function getJudge(
  app: Services,
  paper: Paper,
  sitting: number,
  graceEnd: number,
  known: ReadonlySet<string>,
): (answer: SignedAnswer) => Judged {
  const key = getSittingKey(app, paper.id, sitting);
  const time = epoch();
  const deadline = paper.deadline ? toEpoch(paper.deadline) : 0;
  const inTime = paper.status === "1" && time < deadline;
  // A paper whose deadline has just passed is handed in by the clock; until then its answers wait like those after it.
  const inGrace =
    !inTime && (paper.status === "1" || (paper.status === "2" && paper.isAuto === "1")) && time < graceEnd;
  let lastSeq = paper.lastSeq;
  let lastAt = paper.lastAt ? toEpoch(paper.lastAt) : 0;
  return (answer) => {
    const { seq, id, at, mac } = answer;
    const judged = {
      seq,
      id,
      answer: answer.studentAnswer ? normalise(answer.studentAnswer) : null,
      at,
      givenAt: at,
      mac,
    };
    if (!isSigned(key, paper.id, sitting, answer) || sitting !== paper.sitting) return { ...judged, fate: "evidence" };
    if (seq <= lastSeq || known.has(identify(answer))) return { ...judged, fate: "known" };
    // A second is the precision in which times are stored.
    const counts = inTime || (inGrace && at < deadline && at >= lastAt - 1000);
    if (!counts) return { ...judged, fate: "evidence" };
    lastSeq = seq;
    lastAt = Math.max(lastAt, at);
    // A clock that runs ahead, or was set back, dates no answer after it came or before the one before it.
    return { ...judged, at: Math.min(Math.max(at, lastAt), time), fate: "counted" };
  };
}

/** Letters in their order, each once; capitals. */
const normalise = (answer: string): string => [...new Set(answer.toUpperCase().match(/[A-Z]/g) ?? [])].sort().join("");

/** @throws FIELD_INVALID for questions of other papers, letters that are no options, and several letters where one is asked for */
async function assertPossible(tx: Tx, app: Services, paperId: string, answers: readonly Judged[]): Promise<void> {
  const ids = [...new Set(answers.map(({ id }) => id))];
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string; questionId: string; edition: number }>`
    select id, question_id, edition from student_question where id = any(${ids}::bigint[]) and paper_id = ${paperId} and is_deleted = 0`.execute(
    tx,
  );
  const editions = await readEditions(tx, app, rows);
  const byId = new Map(rows.map(({ id }, index) => [id, editions[index]]));
  for (const { id, answer } of answers) {
    const edition = byId.get(id);
    if (!edition) throw invalidField("id", "题目", "Question", "不在本答卷中", "is not in this paper");
    if (answer === null) continue;
    const known = new Set<string>(edition.options.map(({ letter }) => letter));
    if ([...answer].some((letter) => !known.has(letter)) || answer === "")
      throw invalidValue(StudentQuestion, "studentAnswer", "不是本题的选项", "is no option of the question");
    if (edition.questionType !== "2" && answer.length > 1)
      throw invalidValue(StudentQuestion, "studentAnswer", "只能选一项", "must be one option");
  }
}

/** Writes answers and what they are evidence of in one statement: it is what an exam does all the time. */
async function write(tx: Tx, actor: Actor, paper: Paper, sitting: number, answers: readonly Judged[]): Promise<void> {
  const counted = answers.filter(({ fate }) => fate === "counted");
  // Of several answers to a question the last one stands.
  const last = [...new Map(counted.map((answer) => [answer.id, answer])).values()];
  const times = (of: readonly Judged[]) => of.map(({ at }) => fromEpoch(at));
  const lastSeq = counted.reduce((greatest, { seq }) => Math.max(greatest, seq ?? 0), paper.lastSeq);
  const lastAt = counted.at(-1)?.at ?? null;
  await sql`
    with stored as (update student_question q set student_answer = a.answer, answer_time = a.at
        from unnest(${last.map(({ id }) => id)}::bigint[], ${last.map(({ answer }) => answer)}::text[], ${times(last)}::timestamptz[]) as a (id, answer, at)
        where q.id = a.id and q.paper_id = ${paper.id}),
      seen as (update exam_paper set last_seq = ${lastSeq}, last_at = coalesce(${lastAt === null ? null : fromEpoch(lastAt)}::timestamptz, last_at), last_seen = ${fromEpoch(epoch())}
        where id = ${paper.id})
    insert into paper_event (paper_id, sitting, kind, seq, student_question_id, answer, at, given_at, mac, is_counted, create_user)
    select ${paper.id}, ${sitting}, 'answer', e.seq, e.id, e.answer, e.at, e.given_at, e.mac, e.counted, ${actor.userId}
    from unnest(${answers.map(({ seq }) => seq)}::integer[], ${answers.map(({ id }) => id)}::bigint[], ${answers.map(({ answer }) => answer)}::text[], ${times(answers)}::timestamptz[], ${answers.map(({ givenAt }) => givenAt)}::bigint[], ${answers.map(({ mac }) => mac)}::text[], ${answers.map(({ fate }) => fate === "counted")}::boolean[])
      as e (seq, id, answer, at, given_at, mac, counted)`.execute(tx);
}
