import type { Machine } from "@jipei/contract/core/machine.ts";
import type { ReviewedCalls, ReviewedRow } from "@jipei/contract/work-records/two-reviews.ts";
import type { RecordMove } from "@jipei/contract/work-records/work-record.machine.ts";
import { useState } from "react";
import type { RowAction } from "../core/crud/row-actions.tsx";
import { getId } from "../core/form/fields.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { type Moves, moveWith } from "../core/moves/moves.ts";
import { canMove, getViewer, useSession } from "../core/session/session.ts";

const isOpen = ({ status }: ReviewedRow): boolean => status === "unSubmit" || status === "back";

/**
 * What the list of anything reviewed offers, whatever it is: a unit reports, the bureau reviews twice; a row is printed.
 * @returns what goes to its `CrudPage`, and the row that is being printed
 */
export function useTwoReviews({
  calls,
  machine,
}: {
  calls: Pick<ReviewedCalls, "submit">;
  machine: Machine<string, RecordMove>;
}) {
  const label = useLabel();
  const session = useSession();
  const { audience } = getViewer(session);
  const isBureau = audience === "bureau";
  const [printed, setPrinted] = useState<string | null>(null);
  // What a unit reports, the bureau reads and reviews; an institution also reads what others report of it.
  const isOwn = ({ unitId }: ReviewedRow): boolean => {
    if (isBureau) return unitId === null;
    return audience !== "institution" || unitId === session.info?.extData.orgId;
  };
  const { submit } = calls;
  const moves: Moves<RecordMove, ReviewedRow> = {
    commit: { ...moveWith(submit, { status: "firstTrial" }), hidden: true, when: isOwn },
    firstCommit: { ...moveWith(submit, { status: "reTrial" }), hidden: true },
    return: { ...moveWith(submit, { status: "back" }), hidden: true },
    reCommit: { ...moveWith(submit, { status: "compile" }), hidden: true },
    reReturn: { ...moveWith(submit, { status: "back" }), hidden: true },
  };
  const frozen = (row: ReviewedRow): Named | null => {
    if (!isOwn(row)) return ["由填报单位修改", "Changed by the unit that reports it"];
    return isOpen(row) ? null : ["审核中或已完成，不能修改", "Under review or completed"];
  };
  /** For the reviewer whose turn it is. */
  const waits = ({ status }: ReviewedRow): boolean =>
    (status === "firstTrial" && canMove(machine, "firstCommit", session)) ||
    (status === "reTrial" && canMove(machine, "reCommit", session));
  const queue = isBureau ? ({ waits, since: "commitTime" } as const) : undefined;
  const rowActions = (row: ReviewedRow): RowAction[] => [
    { key: "print", label: label(["打印", "Print"]), run: () => setPrinted(getId(row)) },
  ];
  return { isBureau, list: { machine, moves, frozen, rowActions, queue }, printed, endPrint: () => setPrinted(null) };
}
