import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useLabel } from "./i18n/language.ts";
import { movesFor } from "./moves.ts";
import type { MoveChoice, Moves } from "./moves.ts";
import type { RowAction } from "./row-actions.tsx";
import { can, useSession } from "./session.ts";
import { useCodeText } from "./status-tag.tsx";
import { useTexts } from "./texts.ts";

const MoveQuestion = lazy(() => import("./move-question.tsx"));

type Row = Readonly<Record<string, unknown>>;
interface Asked {
  choice: MoveChoice;
  rows: readonly Row[];
}

/** The moves of a machine as actions, and the question that comes before one. Mount `dialogs` once. */
export function useMoves(
  machine: Machine | undefined,
  moves: Moves,
  entity: Entity,
  onDone?: () => void,
): { actionsOf: (rows: readonly Row[], fitting?: boolean) => RowAction[]; dialogs: ReactNode } {
  const t = useTexts();
  const label = useLabel();
  const codeText = useCodeText();
  const session = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);

  const whyBlocked = ({ blocked, action }: MoveChoice): string | null => {
    if (!blocked || !machine) return null;
    if (blocked.why === "own") return t("reason.own");
    if (blocked.why === "states") return t("reason.wrongStates", { action: label(action) });
    return t("reason.wrongState", { state: codeText(machine.states, blocked.state), action: label(action) });
  };
  /** @param fitting without those that another state would be needed for */
  const actionsOf = (rows: readonly Row[], fitting = false): RowAction[] =>
    machine
      ? movesFor(machine, moves, rows, (key) => can(key, session), session.info?.userId ?? "")
          .filter(({ blocked }) => !fitting || !blocked || blocked.why === "own")
          .map((choice) => ({
            key: choice.key,
            label: label(choice.action),
            danger: choice.action.danger,
            disabled: whyBlocked(choice),
            run: () => setAsked({ choice, rows }),
          }))
      : [];

  const dialogs = asked && (
    <Suspense fallback={null}>
      <MoveQuestion {...asked} entity={entity} onDone={onDone} onClose={() => setAsked(null)} />
    </Suspense>
  );
  return { actionsOf, dialogs };
}
