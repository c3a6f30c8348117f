import { type RightsEffect as Effect, rightsChangeCalls } from "@jipei/contract/access/rights-change.ts";
import { type ComponentType, type ReactNode, useCallback, useState } from "react";
import { invoke } from "../api/call-client.ts";
import { Confirm } from "../dialog/dialog.tsx";
import { useLabel } from "../i18n/language.ts";
import { RightsEffect } from "./rights-effect.tsx";
import { type SaveGuard, SaveGuardContext } from "../form/save-guard.ts";
import { can, useSession } from "./session.ts";

/** A page whose changes affect permissions: before one is saved it shows who gains and who loses what, if anybody does. */
export function guardingRights(Page: ComponentType): ComponentType {
  return function GuardedPage() {
    return (
      <RightsGuard>
        <Page />
      </RightsGuard>
    );
  };
}

interface Asked {
  effect: Effect;
  answer: (yes: boolean) => void;
}

function RightsGuard({ children }: { children: ReactNode }) {
  const label = useLabel();
  const session = useSession();
  const previews = can("rights_change_view", session);
  const [asked, setAsked] = useState<Asked | null>(null);
  const guard = useCallback<SaveGuard>(
    async (call, input) => {
      if (!previews) return true;
      const effect = await invoke(
        rightsChangeCalls.preview,
        { callName: call.name, input: JSON.stringify(input) },
        { silent: true },
      );
      if (effect.groups.length === 0) return true;
      return new Promise((resolve) => {
        const answer = (yes: boolean) => {
          setAsked(null);
          resolve(yes);
        };
        setAsked({ effect, answer });
      });
    },
    [previews],
  );
  return (
    <SaveGuardContext value={guard}>
      {children}
      {asked && (
        <Confirm
          open
          title={label(["此变更影响以下用户的权限", "This change affects the rights of these users"])}
          okText={label(["确认保存", "Save anyway"])}
          onOk={() => asked.answer(true)}
          onClose={() => asked.answer(false)}
        >
          <RightsEffect effect={asked.effect} />
        </Confirm>
      )}
    </SaveGuardContext>
  );
}
