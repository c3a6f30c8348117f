import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import type { Moves } from "./moves.ts";
import { ActionButtons } from "./row-actions.tsx";
import { useMoves } from "./use-moves.tsx";

interface Props {
  machine: Machine<string, string>;
  moves: Moves;
  entity: Entity;
  row: object;
  onDone?: () => void;
}

/** Exactly the moves this user may make with this row in its state, as buttons; what his own part in it forbids says so. */
export function StatusActions({ machine, moves, entity, row, onDone }: Props) {
  const { actionsOf, dialogs } = useMoves(machine, moves, entity, onDone);
  return (
    <>
      <ActionButtons actions={actionsOf([row as Record<string, unknown>], true)} />
      {dialogs}
    </>
  );
}
