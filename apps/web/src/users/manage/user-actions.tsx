import { type UserRow, userCalls } from "@jipei/contract/users/user.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import type { AskTwoProps, TwoKind } from "./ask-two.tsx";
import { joinNames } from "../../core/i18n/join-names.ts";
import { AskTwoButton } from "./ask-two-button.tsx";
import { type UserAction, userActionWords } from "./user-action-words.ts";

const getIds = (rows: readonly UserRow[]) => rows.map(({ id }) => id).join();

function send(action: UserAction, rows: readonly UserRow[]): Promise<unknown> {
  if (action === "reset") return invoke(userCalls.resetPassword, { userIds: getIds(rows) }, { silent: true });
  if (action === "factor") return invoke(userCalls.resetFactor, { userIds: getIds(rows) }, { silent: true });
  if (action === "unlock") return invoke(userCalls.unlock, { userIds: getIds(rows) }, { silent: true });
  const [row] = rows as [UserRow];
  return invoke(
    userCalls.update,
    { id: row.id, version: row.version, status: action === "enable" ? "1" : "2" },
    { silent: true },
  );
}

/** What a second administrator is asked for, where one alone may not. */
const twoKinds: Readonly<Partial<Record<UserAction, TwoKind>>> = { reset: "phone", factor: "factor" };

type Ask = (asked: Omit<AskTwoProps, "onClose">) => void;

interface Asked {
  action: UserAction;
  rows: readonly UserRow[];
}

/** What is done with users after a question. Mount `dialogs` once. @param onTwo asks a second administrator instead */
export function useUserActions(onTwo?: Ask): {
  ask: (action: UserAction, rows: readonly UserRow[]) => void;
  dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    ask: (action, rows) => setAsked({ action, rows }),
    dialogs: asked && <ActionQuestion {...asked} onTwo={onTwo} onClose={() => setAsked(null)} />,
  };
}

function ActionQuestion({ action, rows, onTwo, onClose }: Asked & { onTwo?: Ask; onClose: () => void }) {
  const label = useLabel();
  const { busy, error, attempt } = useAttempt();
  const { name, note, done, danger } = userActionWords[action];
  const run = () =>
    attempt(async () => {
      await send(action, rows);
      notify("success", label(done));
      onClose();
      await refreshAfter(userCalls.update);
    });
  const only = rows.length === 1 ? rows[0] : undefined;
  const kind = twoKinds[action];
  const askTwo =
    only &&
    kind &&
    onTwo &&
    (() => {
      onClose();
      onTwo({ user: { id: only.id, name: only.realName }, kind });
    });
  const names = joinNames(rows.map(({ realName }) => realName));
  return (
    <Confirm
      open
      title={label([`${name[0]}：${names}`, `${name[1]}: ${names}`])}
      okText={label(name)}
      danger={danger}
      busy={busy}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p>{label(note)}</p>
      {error && <FailureList error={error} />}
      <AskTwoButton error={error} onAsk={askTwo} />
    </Confirm>
  );
}
