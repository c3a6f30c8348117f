import { type UserRow, userCalls } from "@jipei/contract/users/user.ts";
import { Button } from "antd";
import { useState } from "react";
import type { ReactNode } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/use-call.ts";
import type { AskTwoProps, TwoKind } from "./ask-two.tsx";
import { useTexts } from "../texts.ts";
import { joinNames } from "../../core/i18n/join-names.ts";

export type UserAction = "reset" | "factor" | "unlock" | "disable" | "enable";

type Pair = readonly [zh: string, en: string];
interface Words {
  name: Pair;
  note: Pair;
  done: Pair;
  danger?: true;
}

const words: Readonly<Record<UserAction, Words>> = {
  reset: {
    name: ["重置密码", "Reset password"],
    note: [
      "新密码以短信发送到本人手机，登录后须修改；本人的所有会话随即结束。",
      "A new password goes to the user’s phone and must be changed at the next sign-in. All sessions of the user end now.",
    ],
    done: ["新密码已发送", "The new password is on its way"],
    danger: true,
  },
  factor: {
    name: ["重置两步验证", "Reset second factor"],
    note: [
      "用户丢失验证器时使用：之后仅凭密码登录，须重新设置；本人的所有会话随即结束。",
      "For a user who lost the authenticator: the password alone is enough until it is set up again. All sessions of the user end now.",
    ],
    done: ["两步验证已重置", "The second factor was reset"],
    danger: true,
  },
  unlock: {
    name: ["解锁", "Unlock"],
    note: ["清除登录失败次数，可立即重新登录。", "Failed attempts are forgotten; the user may sign in again at once."],
    done: ["已解锁", "Unlocked"],
  },
  disable: {
    name: ["停用", "Disable"],
    note: ["停用后不能登录，所有会话随即结束。", "The user cannot sign in any more; all sessions end now."],
    done: ["已停用", "Disabled"],
    danger: true,
  },
  enable: {
    name: ["启用", "Enable"],
    note: ["启用后可以登录，本人会收到短信。", "The user may sign in again, and is told by SMS."],
    done: ["已启用", "Enabled"],
  },
};

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

/** What is done with users after a question. Mount `dialogs` once. @param onTwo asks a second administrator instead */
export function useUserActions(onTwo?: (asked: Omit<AskTwoProps, "onClose">) => void): {
  ask: (action: UserAction, rows: readonly UserRow[]) => void;
  dialogs: ReactNode;
} {
  const label = useLabel();
  const t = useTexts();
  const [asked, setAsked] = useState<{ action: UserAction; rows: readonly UserRow[] } | null>(null);
  const { busy, error, attempt, forget } = useAttempt();
  const close = () => {
    forget();
    setAsked(null);
  };
  if (!asked) return { ask: (action, rows) => setAsked({ action: action, rows }), dialogs: null };
  const { name, note, done, danger } = words[asked.action];
  const run = () =>
    attempt(async () => {
      await send(asked.action, asked.rows);
      notify("success", label(done));
      close();
      await refreshAfter(userCalls.update);
    });
  const only = asked.rows.length === 1 ? asked.rows[0] : undefined;
  const names = joinNames(asked.rows.map(({ realName }) => realName));
  return {
    ask: (action, rows) => setAsked({ action: action, rows }),
    dialogs: (
      <Confirm
        open
        title={label([`${name[0]}：${names}`, `${name[1]}: ${names}`])}
        okText={label(name)}
        danger={danger}
        busy={busy}
        onOk={() => void run()}
        onClose={close}
      >
        <p>{label(note)}</p>
        {error && <FailureList error={error} />}
        {error?.errorCode === "SECOND_PERSON" && only && onTwo && twoKinds[asked.action] && (
          <Button
            onClick={() => {
              close();
              onTwo({ user: { id: only.id, name: only.realName }, kind: twoKinds[asked.action] });
            }}
          >
            {t("fourEyes.ask")}
          </Button>
        )}
      </Confirm>
    ),
  };
}
