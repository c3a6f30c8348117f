import { fourEyesCalls } from "@jipei/contract/users/four-eyes.ts";
import { type UserRow, userCalls } from "@jipei/contract/users/user.ts";
import { Suspense, useState } from "react";
import { useMayCall } from "../../core/session/may-call.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import type { AskTwoProps } from "./ask-two.tsx";
import { useUserActions } from "./user-actions.tsx";

const PlatformData = lazyPart(() => import("./platform-data.tsx").then(({ PlatformData }) => PlatformData));
const AskTwo = lazyPart(() => import("./ask-two.tsx").then(({ AskTwo }) => AskTwo));
const GrantRoles = lazyPart(() => import("./grant-roles.tsx").then(({ GrantRoles }) => GrantRoles));

const getSubject = ({ id, realName }: UserRow) => ({ id, name: realName });

/** The dialogs over the list of users, and what opens them. Mount `mounted` once. */
export function useUserDialogs() {
  const mayEdit = useMayCall(userCalls.updatePlatform);
  const [granting, setGranting] = useState<readonly UserRow[] | null>(null);
  const [platformOf, setPlatformOf] = useState<UserRow | null>(null);
  const [asking, setAsking] = useState<Omit<AskTwoProps, "onClose"> | null>(null);
  const onTwo = useMayCall(fourEyesCalls.askRoles) ? setAsking : undefined;
  const actions = useUserActions(onTwo);
  return {
    ask: actions.ask,
    grant: setGranting,
    askTwo: (row: UserRow) => setAsking({ user: getSubject(row) }),
    showPlatform: setPlatformOf,
    mounted: (
      <>
        <Suspense fallback={null}>
          {platformOf && <PlatformData user={platformOf} mayEdit={mayEdit} onClose={() => setPlatformOf(null)} />}
          {granting && <GrantRoles users={granting.map(getSubject)} onTwo={onTwo} onClose={() => setGranting(null)} />}
          {asking && <AskTwo {...asking} onClose={() => setAsking(null)} />}
        </Suspense>
        {actions.dialogs}
      </>
    ),
  };
}
