import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { type ClassMove, runAllows } from "@jipei/contract/training/training-class.machine.ts";
import type { TrainingClassRow } from "@jipei/contract/training/training-class.ts";
import { type Move, moveWith } from "../../core/moves/moves.ts";

/** The move exists for classes whose running state allows it; none but confirmed ones have such a state. */
const whenRunAllows = (action: Parameters<typeof runAllows>[0]) => ({
  when: ({ runState }: Pick<TrainingClassRow, "runState">) => runAllows(action, runState),
});

/** The institution takes its submission back, until the bureau has begun. */
const withdraw = { ...moveWith(classCalls.switchStatus, { status: "unCommit" }), hidden: true };

/** The call of each move of a class but corrections, which have a form; one call serves several, distinguished by the wanted status. */
export const classMoves = {
  commit: { call: classCalls.commit, undo: withdraw },
  withdraw,
  confirm: moveWith(classCalls.switchStatus, { status: "Confirm" }),
  back: { call: classCalls.back, hidden: true },
  backConfirmed: { call: classCalls.back, ...whenRunAllows("backConfirmed") },
  undoConfirm: { ...moveWith(classCalls.switchStatus, { status: "unConfirm" }), ...whenRunAllows("undoConfirm") },
  discard: { ...moveWith(classCalls.switchStatus, { status: "deleted" }), hidden: true },
  terminate: { ...moveWith(classCalls.switchStatus, { status: "deleted" }), ...whenRunAllows("terminate") },
} satisfies Record<Exclude<ClassMove, "correct">, Move<TrainingClassRow>>;

/** What can be done with several classes at once. */
export const listMoves = { confirm: classMoves.confirm };
