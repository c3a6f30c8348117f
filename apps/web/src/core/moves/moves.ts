import type { Call } from "@jipei/contract/core/call.ts";
import type { Action, Machine } from "@jipei/contract/core/machine.ts";
import { getId, getValue } from "../form/fields.ts";

/** The call of an action; where the machine does not say enough, with more input or a condition on the row. */
export type Move<R extends object = object> = Call | FullMove<R>;
interface FullMove<R extends object> {
  call: Call;
  /** Input besides ids and reason: `state`, where one call serves several actions. */
  with?: object;
  /** The move exists for such rows only: a pending change can be approved where there is one. */
  when?: (row: R) => boolean;
  /** Whether the move is hidden in a state that it does not start from; otherwise it is shown as blocked. */
  hidden?: boolean;
  /** Amounts in yuan whose sum is said before the move. */
  sums?: readonly string[];
  /** Takes the move back, as long as nobody has acted on it: offered for a moment after it was made, and refused by the server later on. */
  undo?: Move<R>;
}
/** The moves a page offers, by the actions of its machine. */
export type Moves<A extends string = string, R extends object = object> = Readonly<Partial<Record<A, Move<R>>>>;

/** A call with input of its own besides the rows it moves; a name that the call does not take does not compile. */
export const moveWith = <I>(call: Call<I, unknown>, input: Partial<I>) => ({ call, with: input });

export const getCall = <R extends object>(move: Move<R>): Call => ("call" in move ? move.call : move);

export interface MoveChoice<R extends object> {
  key: string;
  action: Action;
  move: Move<R>;
  /** Why it cannot be done now; null when it can. */
  blocked: null | { why: "state"; state: string } | { why: "states" } | { why: "own" };
}

/**
 * The moves that a user has a permission for on these rows, in the machine's order. Without the permission a move is not shown; with it but
 * in the wrong state, or on the user's own submission, it is shown as blocked.
 * @param may whether the user has the permission for an action
 * @param userId of the user, for actions nobody may take on their own submission
 */
export function movesFor<R extends object>(
  machine: Machine,
  moves: Moves<string, R>,
  rows: readonly R[],
  may: (action: string) => boolean,
  userId: string,
): MoveChoice<R>[] {
  return Object.entries(machine.actions).flatMap(([key, action]) => {
    const move = moves[key];
    if (!move || !may(key) || rows.length === 0) return [];
    if ("call" in move && move.when && !rows.every(move.when)) return [];
    if (rows.length > 1 && !takesMany(move)) return [];
    const blocked = findBlock(machine, action, rows, userId);
    if (blocked && blocked.why !== "own" && "call" in move && move.hidden) return [];
    return [{ key, action, move, blocked }];
  });
}

function findBlock(
  machine: Machine,
  action: Action,
  rows: readonly object[],
  userId: string,
): MoveChoice<object>["blocked"] {
  const getState = (row: object) => String(getValue(row, machine.field));
  const wrong = rows.find((row) => !action.from.includes(getState(row)));
  if (wrong) return rows.length === 1 ? { why: "state", state: getState(wrong) } : { why: "states" };
  if (action.notOwn && rows.some((row) => isOwn(row, action.notOwn, userId))) return { why: "own" };
  return null;
}

function isOwn(row: object, notOwn: Action["notOwn"], userId: string): boolean {
  if (notOwn === true) return getValue(row, "createUser") === userId;
  const filers = notOwn && getValue(row, notOwn);
  return Array.isArray(filers) && filers.includes(userId);
}

/** Whether a call moves several rows at once, or the one of its `id` only. */
const takesMany = <R extends object>(move: Move<R>): boolean => {
  const { input } = getCall(move);
  return input.shape === "record" && "ids" in input.fields;
};

const reasonNames = ["reason", "opinion", "backReason", "stateReason", "deleteReason"] as const;

/**
 * The input of a move: the ids under the name the call uses (`ids`, `id` or the entity's own), the reason under its name, the version of a
 * single row where the call takes it.
 */
export function moveInput<R extends object>(
  move: Move<R>,
  rows: readonly R[],
  reason: string | null,
  idName: string | null = null,
): Record<string, unknown> {
  const parts = getParts(getCall(move));
  const ids = rows.map(getId);
  const name = ["ids", "id", idName, "processId"].find((one) => one !== null && parts.includes(one)) ?? "id";
  const reasonName = reasonNames.find((one) => parts.includes(one)) ?? "reason";
  return {
    [name]: name === "ids" ? ids.join(",") : ids[0],
    ...(reason !== null && { [reasonName]: reason }),
    ...(rows.length === 1 && parts.includes("version") && rows[0] && { version: getValue(rows[0], "version") }),
    ...("call" in move ? move.with : {}),
  };
}

/** Names of what a call takes. */
function getParts({ input }: Call): string[] {
  if (input.shape === "record") return Object.keys(input.fields);
  return input.shape === "save" ? [...Object.keys(input.extra ?? {}), ...Object.keys(input.entity.fields)] : [];
}
