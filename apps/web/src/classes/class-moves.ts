import { classCalls } from "@jipei/contract/classes/training-class.calls.ts";
import type { Moves } from "../core/moves.ts";

/** Until its grades are published a class can be ended. */
const endable: ReadonlySet<string> = new Set(["notStarted", "running", "ended", "testing"]);

/** The call of each move of a class; one call serves several, told apart by the wanted status. */
export const classMoves = {
  commit: classCalls.commit,
  confirm: { call: classCalls.switchStatus, with: { status: "Confirm" } },
  back: { call: classCalls.back, when: (row) => row["status"] === "unConfirm" },
  backConfirmed: {
    call: classCalls.back,
    when: (row) => row["status"] === "Confirm" && row["runState"] === "notStarted",
  },
  undoConfirm: {
    call: classCalls.switchStatus,
    with: { status: "unConfirm" },
    when: (row) => row["status"] === "Confirm" && row["runState"] === "notStarted",
  },
  discard: { call: classCalls.switchStatus, with: { status: "deleted" }, when: (row) => row["status"] === "unCommit" },
  terminate: {
    call: classCalls.switchStatus,
    with: { status: "deleted" },
    when: (row) => row["status"] === "Confirm" && endable.has(String(row["runState"])),
  },
} satisfies Moves;

/** What can be done with several classes at once. */
export const listMoves = { confirm: classMoves.confirm };
