import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { type Machine, checkMachine, getTargets } from "@jipei/contract/core/machine.ts";
import { type Actor, assertMove, system } from "../foundation/actor.ts";
import { writeAudit } from "./audit.ts";
import { now } from "../foundation/clock.ts";
import { updateColumns, updateOne } from "../database/write-rows.ts";
import type { Tx } from "../database/db.ts";
import type { Columns, StoredRow } from "../database/tables.ts";
import type { CheckedColumns } from "./columns.ts";
import { type Route, writes } from "../http/implement.ts";
import { decryptRow } from "./to-response.ts";
import { type Answer, type Question, answers, question } from "../foundation/ports.ts";
import { Refusal, aboutRows, collectRefusals, illegalState } from "../foundation/refusal.ts";
import { type Scope, checkVersion, lockRows, splitIds } from "../database/rows.ts";
import { provided } from "../foundation/provided.ts";
import type { Services } from "../foundation/services.ts";

/** The input that every move accepts. */
export interface MoveInput {
  reason?: string | null;
  /** A remark on a move that needs no reason; it is written into the history. */
  opinion?: string | null;
  /** The chosen target state, where the action has several. */
  to?: string;
  version?: number | null;
}

/** Checks one locked row before a move, and throws a refusal that says what is missing. Its name says what must hold. */
export type Guard<E extends Entity, I = MoveInput> = (
  tx: Tx,
  actor: Actor,
  row: StoredRow<E>,
  input: I,
  app: Services,
) => Promise<void> | void;
/** What happens along with a move, in its transaction: numbers, counters, notices, child rows. Gets the row as it is after the move. */
export type Effect<E extends Entity, I = MoveInput> = (
  tx: Tx,
  actor: Actor,
  row: StoredRow<E>,
  input: I,
  app: Services,
  before: StoredRow<E>,
) => Promise<void> | void;
/** Further columns that change with the state, worked out for each row (`columns`). */
export type Settings<E extends Entity, I = MoveInput> = (
  tx: Tx,
  actor: Actor,
  row: StoredRow<E>,
  input: I,
  app: Services,
) => Promise<CheckedColumns<E>> | CheckedColumns<E>;

/** A guard or effect that runs once for all rows of a call, because one statement does it for any number of them. */
export type BatchGuard<E extends Entity, I = MoveInput> = (
  tx: Tx,
  actor: Actor,
  rows: readonly StoredRow<E>[],
  input: I,
  app: Services,
) => Promise<void> | void;
export type BatchEffect<E extends Entity, I = MoveInput> = BatchGuard<E, I>;

export interface Move<E extends Entity, I = MoveInput> {
  guards?: readonly Guard<E, I>[];
  /** Run after the guards of the single rows. */
  batchGuards?: readonly BatchGuard<E, I>[];
  /** Further columns that change with the state and are the same in every row. */
  batchSet?: (actor: Actor, input: I) => CheckedColumns<E>;
  /** Run after the effects of the single rows. They get the rows as they are after the move. */
  batchEffects?: readonly BatchEffect<E, I>[];
  set?: Settings<E, I>;
  effects?: readonly Effect<E, I>[];
}

/** A machine with its rows: entity, scope, and what each action checks and does. */
export interface Lifecycle<A extends string, E extends Entity, I extends MoveInput = MoveInput> {
  machine: Machine<string, A>;
  entity: E;
  scope: Scope;
  /** Every action of the machine, also one that checks and does nothing more (`{}`). */
  moves: Readonly<Record<A, Move<E, I>>>;
}

/** A finished move, as reactions to it receive it. They run in its transaction, after its own effects. */
export interface Moved<E extends Entity> {
  tx: Tx;
  actor: Actor;
  /** The rows after the move, decrypted. */
  rows: readonly StoredRow<E>[];
  input: MoveInput;
  app: Services;
}

const questions = new WeakMap<object, Map<string, Question<never, void>>>();

/** The question that is asked after a move: always the same object for an action of a machine. */
function getMoveQuestion<E extends Entity>(machine: Pick<Machine, "name">, action: string): Question<Moved<E>, void> {
  let byAction = questions.get(machine);
  if (!byAction) questions.set(machine, (byAction = new Map<string, Question<never, void>>()));
  const known = byAction.get(action) ?? question<Moved<E>, void>(`after ${machine.name}.${action}`);
  byAction.set(action, known);
  return known as Question<Moved<E>, void>;
}

/**
 * What a later domain does when rows of an earlier one have made a move; listed under `reactions` of its `Domain` object.
 * @param entity whose rows the machine moves
 */
export const afterMove = <A extends string, E extends Entity>(
  machine: Machine<string, A>,
  _entity: E,
  action: NoInfer<A>,
  react: (moved: Moved<E>) => Promise<void>,
): Answer => answers(getMoveQuestion<E>(machine, action), (_db, moved) => react(moved));

/** Declares a lifecycle. With an invalid machine it throws, so that the server does not start. */
export function lifecycle<A extends string, E extends Entity, I extends MoveInput = MoveInput>(
  l: Lifecycle<A, E, I>,
): Lifecycle<A, E, I> {
  const issues = checkMachine(l.machine);
  if (issues.length > 0) throw new Error(issues.join("; "));
  return l;
}

/**
 * The only way to change a state. Checks the permission and locks the rows in order of id, then: scope → version → state → own-work rule →
 * reason → guards → further approval → change → history → effects. All of it runs in the caller's transaction, for all rows or none.
 * @throws ROLE_DENIED, NOT_FOUND, NOT_OWNER, VERSION_CONFLICT, STATE_ILLEGAL, SELF_REVIEW, REASON_REQUIRED, APPROVAL_REQUIRED, what the guards refuse
 * @returns the rows after the move, decrypted
 */
export async function transition<A extends string, E extends Entity, I extends MoveInput>(
  tx: Tx,
  actor: Actor,
  life: Lifecycle<A, E, I>,
  action: NoInfer<A>,
  ids: readonly string[],
  input: NoInfer<I>,
  app: Services,
): Promise<StoredRow<E>[]> {
  const { machine, entity } = life;
  const rule = machine.actions[action];
  const move = life.moves[action];
  if (!rule.clock) assertMove(actor, machine, action);
  else if (actor !== system) throw new Refusal("ROLE_DENIED");
  const rows = (await lockRows(tx, entity, life.scope, actor, ids)).map((row) => decryptRow(entity, app.cipher, row));
  const getState = (row: StoredRow<E>) => (row as Readonly<Record<string, unknown>>)[machine.field] as string;
  if (rows[0] && rows.length === 1) checkVersion(rows[0], input.version);
  await checkAll(rows, (row) => {
    if (!rule.from.includes(getState(row))) throw illegalState(machine.states, getState(row), rule.zh, rule.en);
  });
  const { notOwn } = rule;
  if (notOwn)
    await checkAll(rows, (row) => (notOwn === true ? assertNotOwn(actor, row) : assertNotAmong(actor, row, notOwn)));
  const reason = input.reason?.trim() ?? "";
  if (rule.reason && (reason === "" || [...reason].length > 500)) throw new Refusal("REASON_REQUIRED");
  await runGuards(tx, actor, rows, move.guards ?? [], input, app, rule.collect ?? false);
  for (const guard of move.batchGuards ?? []) await nameRows(rows, () => guard(tx, actor, rows, input, app));
  await provided("assertApproved")(tx, `${machine.name}.${action}`, rows);

  const to = input.to ?? getTargets(rule)[0];
  if (!to || !getTargets(rule).includes(to))
    throw new Refusal("FIELD_INVALID", {
      field: machine.field,
      reason: { zh: "不是允许的目标状态", en: "not an allowed target state" },
    });
  const state = { ...move.batchSet?.(actor, input), [machine.field]: to } as Columns<E>;
  const moved = (await save()).map((row) => decryptRow(entity, app.cipher, row));
  await writeAudit(
    tx,
    actor,
    rows.map((row) => ({
      bizType: entity.name,
      bizId: row.id,
      action,
      fromStatus: getState(row),
      toStatus: to,
      opinion: reason || input.opinion?.trim() || null,
    })),
  );
  for (const effect of move.effects ?? [])
    for (const [index, row] of moved.entries())
      await effect(tx, actor, row, { ...input, reason }, app, rows[index] as StoredRow<E>);
  for (const effect of move.batchEffects ?? []) await effect(tx, actor, moved, { ...input, reason }, app);
  await app.ports.ask(tx, getMoveQuestion(machine, action), {
    tx,
    actor,
    rows: moved,
    input: { ...input, reason },
    app,
  });
  return moved;

  async function save(): Promise<StoredRow<E>[]> {
    if (!move.set)
      return updateColumns<E>(
        tx,
        actor,
        entity,
        rows.map((row) => row.id),
        state,
      );
    const saved: StoredRow<E>[] = [];
    for (const row of rows)
      saved.push(
        await updateOne<E>(tx, actor, entity, row.id, { ...(await move.set(tx, actor, row, input, app)), ...state }),
      );
    return saved;
  }
}

/** The route of a call that makes one move with the rows named by `ids`, for the given reason. */
export const moveRoute = <A extends string, E extends Entity>(
  call: Call<{ ids: string; reason?: string | null }, void>,
  life: Lifecycle<A, E>,
  action: NoInfer<A>,
): Route =>
  writes(
    call,
    async (tx, actor, { ids, reason }, app) =>
      void (await transition(tx, actor, life, action, splitIds(ids), { reason }, app)),
  );

/** The columns that say who made a decision, and when (`reviewFields`). */
export const decidedBy = (actor: Actor) => ({ confirmUser: actor.userId, confirmTime: now() });

/** @throws SELF_REVIEW when the actor created or submitted the row */
export function assertNotOwn(actor: Actor, row: { createUser: string; commitUser?: string | null }): void {
  if (row.createUser === actor.userId || row.commitUser === actor.userId) throw new Refusal("SELF_REVIEW");
}

/** @throws SELF_REVIEW when the row names the actor in a list of users */
function assertNotAmong(actor: Actor, row: object, list: string): void {
  const users = (row as Readonly<Record<string, unknown>>)[list];
  if (Array.isArray(users) && users.includes(actor.userId)) throw new Refusal("SELF_REVIEW");
}

/** Runs a check on every row, and refuses naming all rows that fail. */
const checkAll = <R extends { id: string }>(
  rows: readonly R[],
  check: (row: R) => Promise<void> | void,
): Promise<void> => collectRefusals(rows, (row) => row.id, check);

/** What a guard of all rows refuses without naming any is about each of them. */
async function nameRows(rows: readonly { id: string }[], guard: () => Promise<void> | void): Promise<void> {
  try {
    await guard();
  } catch (error) {
    if (!(error instanceof Refusal) || error.failures.length > 0) throw error;
    throw aboutRows(
      error,
      rows.map(({ id }) => id),
    );
  }
}

/**
 * Runs the guards of all rows, and refuses naming all rows that fail: each with its first refusal, or with all of them where the rule collects
 * them, as submissions do, so that the applicant sees everything at once.
 */
async function runGuards<E extends Entity, I>(
  tx: Tx,
  actor: Actor,
  rows: readonly StoredRow<E>[],
  guards: readonly Guard<E, I>[],
  input: I,
  app: Services,
  collect: boolean,
): Promise<void> {
  if (collect)
    return collectRefusals(
      rows.flatMap((row) => guards.map((guard) => ({ row, guard }))),
      ({ row }) => row.id,
      ({ row, guard }) => guard(tx, actor, row, input, app),
    );
  await checkAll(rows, async (row) => {
    for (const guard of guards) await guard(tx, actor, row, input, app);
  });
}
