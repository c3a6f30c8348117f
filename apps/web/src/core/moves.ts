import type { Call } from "@jipei/contract/core/call.ts";
import type { Action, Machine } from "@jipei/contract/core/machine.ts";
import { permissionOf } from "@jipei/contract/core/machine.ts";

/** The call of an action; where the machine does not say everything, with more input or a condition on the row. */
export type Move = Call<never, unknown> | Call | FullMove;
export interface FullMove {
  call: Call<never, unknown> | Call;
  /** Input besides ids and reason: `state`, where one call serves several actions. */
  with?: Readonly<Record<string, unknown>>;
  /** The move exists for such rows only: a pending change can be approved where there is one. */
  when?: (row: Readonly<Record<string, unknown>>) => boolean;
}
export type Moves = Readonly<Record<string, Move>>;

export const callOf = (move: Move): Call => ("call" in move ? move.call : move) as Call;

export interface MoveChoice {
  key: string;
  action: Action;
  move: Move;
  /** Why it cannot be done now; null when it can. */
  blocked: null | { why: "state"; state: string } | { why: "states" } | { why: "own" };
}

/**
 * The moves a user has a right to for these rows, in the machine's order. Without the right a move is not there at all; with the right but
 * in the wrong state, or on an own submission, it is there and blocked.
 * @param may whether the user has a button key
 * @param userId of the user, for actions nobody may take on his own submission
 */
export function movesFor(
  machine: Machine,
  moves: Moves,
  rows: readonly Readonly<Record<string, unknown>>[],
  may: (key: string) => boolean,
  userId: string,
): MoveChoice[] {
  return Object.entries(machine.actions).flatMap(([key, action]) => {
    const move = moves[key];
    if (!move || !may(permissionOf(machine, key)) || rows.length === 0) return [];
    if ("call" in move && move.when && !rows.every(move.when)) return [];
    if (rows.length > 1 && !takesMany(move)) return [];
    return [{ key, action, move, blocked: blockOf(machine, action, rows, userId) }];
  });
}

function blockOf(
  machine: Machine,
  action: Action,
  rows: readonly Readonly<Record<string, unknown>>[],
  userId: string,
): MoveChoice["blocked"] {
  const wrong = rows.find((row) => !action.from.includes(String(row[machine.field])));
  if (wrong) return rows.length === 1 ? { why: "state", state: String(wrong[machine.field]) } : { why: "states" };
  if (action.notOwn && rows.some((row) => row["createUser"] === userId)) return { why: "own" };
  return null;
}

/** Whether a call moves several rows at once, or the one of its `id` only. */
const takesMany = (move: Move): boolean => {
  const { input } = callOf(move);
  return input.shape === "record" && "ids" in input.fields;
};

const reasonNames = ["reason", "opinion", "backReason", "stateReason"] as const;

/**
 * The input of a move: the ids under the name the call uses (`ids`, `id` or the entity's own), the reason under its name, the version of a
 * single row where the call takes it.
 */
export function moveInput(
  move: Move,
  rows: readonly Readonly<Record<string, unknown>>[],
  reason: string | null,
  idName: string | null = null,
): Record<string, unknown> {
  const { input } = callOf(move);
  const parts =
    input.shape === "record"
      ? Object.keys(input.fields)
      : input.shape === "save"
        ? Object.keys(input.entity.fields)
        : [];
  const ids = rows.map((row) => String(row["id"]));
  const name = parts.includes("ids")
    ? "ids"
    : parts.includes("id") || !idName || !parts.includes(idName)
      ? "id"
      : idName;
  const reasonName = reasonNames.find((one) => parts.includes(one)) ?? "reason";
  return {
    [name]: name === "ids" ? ids.join(",") : ids[0],
    ...(reason !== null && { [reasonName]: reason }),
    ...(rows.length === 1 && parts.includes("version") && { version: rows[0]?.["version"] }),
    ...("call" in move ? move.with : {}),
  };
}
