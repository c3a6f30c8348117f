import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { type Machine, checkMachine, permissionOf, targetsOf } from "@jipei/contract/core/machine.ts";
import { type Actor, mustHold } from "./actor.ts";
import { writeAudit } from "./audit.ts";
import { now } from "./clock.ts";
import { updateRow, updateRows } from "./crud.ts";
import type { Tx } from "./db.ts";
import { type Route, writes } from "./implement.ts";
import { opened } from "./present.ts";
import { type Failure, Refusal, failureOf, illegalState } from "./refusal.ts";
import { type Scope, checkVersion, lockRows, splitIds } from "./rows.ts";
import type { Services } from "./services.ts";

type Values = Record<string, any>;

/** A check of one locked row before a move; throws a refusal that says what is missing. Named after what must hold. */
export type Guard = (tx: Tx, actor: Actor, row: Values, input: Values, app: Services) => Promise<void> | void;
/** What happens with a move, in its transaction: numbers, counters, notices, child rows. Gets the rows as they are after the move. */
export type Effect = (
  tx: Tx,
  actor: Actor,
  row: Values,
  input: Values,
  app: Services,
  before: Values,
) => Promise<void> | void;

/** The same, asked or done once for all rows of a call, where it takes one statement for any number of them. */
export type BatchGuard = (
  tx: Tx,
  actor: Actor,
  rows: readonly Values[],
  input: Values,
  app: Services,
) => Promise<void> | void;
export type BatchEffect = BatchGuard;

export interface Move {
  guards?: readonly Guard[];
  /** Run after the guards of the single rows. */
  batchGuards?: readonly BatchGuard[];
  /** Further columns changed with the state, where they are the same in every row. */
  batchSet?: (actor: Actor, input: Values) => Values;
  /** Run after the effects of the single rows; get the rows as they are after the move. */
  batchEffects?: readonly BatchEffect[];
  /** Further columns changed with the state, row by row. */
  set?: (tx: Tx, actor: Actor, row: Values, input: Values, app: Services) => Promise<Values> | Values;
  effects?: readonly Effect[];
}

/** A machine with its rows: entity, scope, and what each action checks and does. */
export interface Lifecycle<A extends string = string> {
  machine: Machine<string, A>;
  entity: Entity<any>;
  scope: Scope;
  moves: Partial<Record<A, Move>>;
}

/** Declares a lifecycle. A machine with a fault lets the server not even start. */
export function lifecycle<A extends string>(l: Lifecycle<A>): Lifecycle<A> {
  const faults = checkMachine(l.machine);
  if (faults.length > 0) throw new Error(faults.join("; "));
  return l;
}

export interface MoveInput extends Values {
  reason?: string | null;
  /** What is said with a move that needs no reason; goes into the history. */
  opinion?: string | null;
  /** Chosen target where the action has several. */
  to?: string;
  version?: number | null;
}

/**
 * The only way a state changes. Rows are locked in order of id, then: right → scope → version → state → own-work rule → reason → guards
 * → change → history → effects, all in the caller's transaction; all rows or none.
 * @throws ROLE_DENIED, NOT_FOUND, NOT_OWNER, VERSION_CONFLICT, STATE_ILLEGAL, SELF_REVIEW, REASON_REQUIRED, what the guards refuse
 * @returns the rows after the move, decrypted
 */
export async function transition<A extends string>(
  tx: Tx,
  actor: Actor,
  life: Lifecycle<A>,
  action: A,
  ids: readonly string[],
  input: MoveInput,
  app: Services,
): Promise<Values[]> {
  const { machine, entity } = life;
  const rule = machine.actions[action];
  const move = life.moves[action] ?? {};
  mustHold(actor, permissionOf(machine, action));
  const rows = (await lockRows<Values>(tx, entity, life.scope, actor, ids)).map((row) =>
    opened(entity, app.cipher, row),
  );
  if (rows.length === 1) checkVersion(rows[0] as { version: number }, input.version);
  refuseAll(rows, (row) => {
    if (!rule.from.includes(row[machine.field]))
      throw illegalState(machine.states, row[machine.field], rule.zh, rule.en);
  });
  if (rule.notOwn) refuseAll(rows, (row) => mustNotBeOwn(actor, row));
  const reason = input.reason?.trim() ?? "";
  if (rule.reason && (reason === "" || [...reason].length > 500)) throw new Refusal("REASON_REQUIRED");
  await runGuards(tx, actor, rows, move.guards ?? [], input, app, rule.collect ?? false);
  for (const guard of move.batchGuards ?? []) await guard(tx, actor, rows, input, app);

  const to = input.to ?? targetsOf(rule)[0];
  if (!to || !targetsOf(rule).includes(to))
    throw new Refusal("FIELD_INVALID", {
      field: machine.field,
      reason: { zh: "不是允许的目标状态", en: "not an allowed target state" },
    });
  const state = { ...move.batchSet?.(actor, input), [machine.field]: to };
  const moved = (await save()).map((row) => opened(entity, app.cipher, row));
  await writeAudit(
    tx,
    actor,
    rows.map((row) => ({
      bizType: entity.name,
      bizId: row["id"],
      action,
      fromStatus: row[machine.field],
      toStatus: to,
      opinion: reason || input.opinion?.trim() || null,
    })),
  );
  for (const effect of move.effects ?? [])
    for (const [index, row] of moved.entries())
      await effect(tx, actor, row, { ...input, reason }, app, rows[index] as Values);
  for (const effect of move.batchEffects ?? []) await effect(tx, actor, moved, { ...input, reason }, app);
  return moved;

  async function save(): Promise<Values[]> {
    if (!move.set)
      return updateRows(
        tx,
        actor,
        entity,
        rows.map((row) => row["id"]),
        state,
      );
    const saved: Values[] = [];
    for (const row of rows)
      saved.push(
        await updateRow(tx, actor, entity, row["id"], { ...(await move.set(tx, actor, row, input, app)), ...state }),
      );
    return saved;
  }
}

/** The route of a call that makes one move of the rows that `ids` names, for the reason given. */
export const moveRoute = <A extends string>(call: Call<any, any>, life: Lifecycle<A>, action: A): Route =>
  writes(
    call,
    async (tx, actor, { ids, reason }, app) =>
      void (await transition(tx, actor, life, action, splitIds(ids), { reason }, app)),
  );

/** Columns of a decision: who made it, and when (`reviewFields`). */
export const decidedBy = (actor: Actor) => ({ confirmUser: actor.userId, confirmTime: now() });

/** @throws SELF_REVIEW when the actor created or submitted the row */
export function mustNotBeOwn(actor: Actor, row: Values): void {
  if (row["createUser"] === actor.userId || row["commitUser"] === actor.userId) throw new Refusal("SELF_REVIEW");
}

/** Runs a check on every row; the refusal of the first is thrown, naming all rows that fail. */
function refuseAll(rows: readonly Values[], check: (row: Values) => void): void {
  const failures: Failure[] = [];
  let first: Refusal | undefined;
  for (const row of rows) {
    try {
      check(row);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
      failures.push(failureOf(error, row["id"]));
    }
  }
  if (first) throw Object.assign(first, { failures });
}

/** The first failed guard is the answer; commit calls collect all of them, so that the applicant sees everything at once. */
async function runGuards(
  tx: Tx,
  actor: Actor,
  rows: readonly Values[],
  guards: readonly Guard[],
  input: Values,
  app: Services,
  collect: boolean,
): Promise<void> {
  const failures: Failure[] = [];
  let first: Refusal | undefined;
  for (const row of rows)
    for (const guard of guards) {
      try {
        await guard(tx, actor, row, input, app);
      } catch (error) {
        if (!(error instanceof Refusal) || !collect) throw error;
        first ??= error;
        failures.push(...(error.failures.length > 0 ? error.failures : [failureOf(error, row["id"])]));
      }
    }
  if (first) throw Object.assign(first, { failures });
}
