import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import type { Moves } from "./moves.ts";
import { ActionButtons, shortcutsOf } from "../crud/row-actions.tsx";
import { useKeys } from "../queue/use-keys.ts";
import { useMoves } from "./use-moves.tsx";

interface Props<A extends string, R extends object> {
  machine: Machine<string, A>;
  moves: Moves<NoInfer<A>, R>;
  entity: Entity;
  row: R;
  onDone?: () => void;
  /** By action: what it has to wait for, where something else comes first. */
  waits?: Readonly<Partial<Record<A, string | null>>>;
}

/** Exactly the moves that this user may make with this row in its state, as buttons; a move that is forbidden by their own part in it shows so. */
export function StatusActions<A extends string, R extends object>({
  machine,
  moves,
  entity,
  row,
  onDone,
  waits,
}: Props<A, R>) {
  const { actionsOf, dialogs } = useMoves(machine, moves, entity, onDone, waits);
  const actions = actionsOf([row], true);
  useKeys(shortcutsOf(actions));
  return (
    <>
      <ActionButtons actions={actions} />
      {dialogs}
    </>
  );
}
