import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useLabel } from "../i18n/language.ts";
import { movesFor } from "./moves.ts";
import type { MoveChoice, Moves } from "./moves.ts";
import type { RowAction } from "../crud/row-actions.tsx";
import { canMove, useSession } from "../session/session.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { useCodeText } from "../format/status-tag.tsx";
import { useTexts } from "../i18n/core-texts.ts";

const MoveQuestion = lazyPart(() => import("./move-question.tsx").then(({ MoveQuestion }) => MoveQuestion));

interface Asked<R extends object> {
  choice: MoveChoice<R>;
  rows: readonly R[];
}

/** P passes and R returns: the first move that goes on, and the first that asks for a reason. */
function shortcutsFor<R extends object>(choices: readonly MoveChoice<R>[]): Readonly<Record<string, string>> {
  const possible = choices.filter(({ blocked }) => !blocked);
  const pass = possible.find(({ action }) => !action.danger && !action.reason);
  const back = possible.find(({ action }) => action.reason);
  return { ...(pass && { [pass.key]: "P" }), ...(back && { [back.key]: "R" }) };
}

/**
 * The moves of a machine as actions, and the question that comes before one. Mount `dialogs` once.
 * @param waits by action: what it has to wait for, where something else comes first
 */
export function useMoves<R extends object>(
  machine: Machine | undefined,
  moves: Moves<string, R>,
  entity: Entity,
  onDone?: () => void,
  waits: Readonly<Record<string, string | null | undefined>> = {},
): { actionsOf: (rows: readonly R[], fitting?: boolean) => RowAction[]; dialogs: ReactNode } {
  const t = useTexts();
  const label = useLabel();
  const codeText = useCodeText();
  const session = useSession();
  const [asked, setAsked] = useState<Asked<R> | null>(null);

  const whyBlocked = ({ blocked, action }: MoveChoice<R>): string | null => {
    if (!blocked || !machine) return null;
    if (blocked.why === "own") return t("reason.own");
    if (blocked.why === "states") return t("reason.wrongStates", { action: label(action) });
    return t("reason.wrongState", { state: codeText(machine.states, blocked.state), action: label(action) });
  };
  /** @param fitting leaves out moves that need another state */
  const getActions = (rows: readonly R[], fitting = false): RowAction[] => {
    if (!machine) return [];
    const may = (action: string) => canMove(machine, action, session);
    const choices = movesFor(machine, moves, rows, may, session.info?.userId ?? "").filter(
      ({ blocked }) => !fitting || !blocked || blocked.why === "own",
    );
    const shortcuts = shortcutsFor(choices);
    return choices.map((choice) => ({
      key: choice.key,
      label: label(choice.action),
      danger: choice.action.danger,
      shortcut: shortcuts[choice.key],
      disabled: whyBlocked(choice) ?? waits[choice.key],
      run: () => setAsked({ choice, rows }),
    }));
  };

  const dialogs = asked && machine && (
    <Suspense fallback={null}>
      <MoveQuestion {...asked} machine={machine} entity={entity} onDone={onDone} onClose={() => setAsked(null)} />
    </Suspense>
  );
  return { actionsOf: getActions, dialogs };
}
