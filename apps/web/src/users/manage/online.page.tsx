import { datetime } from "@jipei/contract/core/fields/field.ts";
import { Session, type SessionRow, sessionCalls } from "@jipei/contract/users/session.ts";
import { Button } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { can, useSession } from "../../core/session/session.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter, useCall } from "../../core/api/use-call.ts";
import { joinNames } from "../../core/i18n/join-names.ts";

/** A session is made by signing in. */
const SignedIn = {
  ...Session,
  fields: { ...Session.fields, createTime: datetime("登录时间", "Signed in", "computed") },
};

/** 在线用户: sessions that last; an administrator may end them. */
export default function OnlinePage() {
  const label = useLabel();
  const session = useSession();
  const [ending, setEnding] = useState<{ rows: readonly SessionRow[]; done: () => void } | null>(null);
  const { busy, error, attempt, forget } = useAttempt();
  const may = can("user_sign_out", session);
  const current = useCall(sessionCalls.own, undefined).data?.find(({ isCurrent }) => isCurrent === "1")?.id;
  const signOut = label(["强制下线", "Sign out"]);
  const close = () => {
    forget();
    setEnding(null);
  };
  const end = () =>
    attempt(async () => {
      await invoke(sessionCalls.end, { ids: (ending?.rows ?? []).map(({ id }) => id).join() }, { silent: true });
      notify("success", label(["已强制下线", "Signed out"]));
      ending?.done();
      close();
      await refreshAfter(sessionCalls.end);
    });
  const names = joinNames([...new Set((ending?.rows ?? []).map(({ realName }) => realName ?? ""))]);
  return (
    <>
      <CrudPage
        entity={SignedIn}
        calls={{ list: sessionCalls.list }}
        resource="user"
        columns={[
          { field: "account", width: 120 },
          { field: "realName", width: 120 },
          { field: "loginType", width: 150 },
          { field: "ip", width: 120 },
          "createTime",
          "seenTime",
          "expireTime",
          { field: "clientId", width: 100 },
        ]}
        card={["realName", "account", "ip", "seenTime"]}
        search={["account", "realName", "ip", "loginType"]}
        view={["account", "realName", "loginType", "ip", "clientId", "createTime", "seenTime", "expireTime"]}
        rowActions={(row, { clear }) =>
          may
            ? [
                {
                  key: "end",
                  label: signOut,
                  danger: true,
                  disabled:
                    row.id === current
                      ? label(["本人当前会话请退出登录", "This is your own session: log out instead"])
                      : null,
                  run: () => setEnding({ rows: [row], done: clear }),
                },
              ]
            : []
        }
        selects={may}
        {...(may && {
          actions: ({ selected, clear }: { selected: readonly unknown[]; clear: () => void }) => (
            <Button
              danger
              onClick={() =>
                selected.length === 0
                  ? notify("warning", label(["请选择至少一条数据", "Select at least one row"]))
                  : setEnding({ rows: selected as SessionRow[], done: clear })
              }
            >
              {signOut}
            </Button>
          ),
        })}
      />
      <Confirm
        open={ending !== null}
        title={label([`强制下线：${names}`, `Sign out ${names}`])}
        okText={signOut}
        danger
        busy={busy}
        onOk={() => void end()}
        onClose={close}
      >
        <p>
          {label(["所选会话立即结束，本人须重新登录。", "The sessions end at once; the users must sign in again."])}
        </p>
        {error && <FailureList error={error} />}
      </Confirm>
    </>
  );
}
