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
import { useMayCall } from "../../core/session/may-call.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { joinNames } from "../../core/i18n/join-names.ts";
import { useSomeRows } from "../../core/list/use-some-rows.ts";
import type { RowAction } from "../../core/crud/row-actions.tsx";

/** A session is made by signing in. */
const SignedIn = {
  ...Session,
  fields: { ...Session.fields, createTime: datetime("登录时间", "Signed in", "computed") },
};

/** Sessions that are about to be ended; `done` unticks them. */
interface Ending {
  rows: readonly SessionRow[];
  done: () => void;
}

/** 在线用户: sessions that last; an administrator may end them. */
export default function OnlinePage() {
  const label = useLabel();
  const someRows = useSomeRows();
  const [ending, setEnding] = useState<Ending | null>(null);
  const may = useMayCall(sessionCalls.end);
  const current = useCall(sessionCalls.own, undefined).data?.find(({ isCurrent }) => isCurrent === "1")?.id;
  const getSignOut = (row: SessionRow, done: () => void): RowAction => ({
    key: "end",
    label: label(signOut),
    danger: true,
    disabled:
      row.id === current ? label(["本人当前会话请退出登录", "This is your own session; please log out instead"]) : null,
    run: () => setEnding({ rows: [row], done }),
  });
  return (
    <>
      <CrudPage
        entity={SignedIn}
        calls={{ list: sessionCalls.list, export: sessionCalls.export }}
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
        rowActions={(row, { clear }) => (may ? [getSignOut(row, clear)] : [])}
        selects={may}
        actions={({ selected, clear }) =>
          may && (
            <Button danger onClick={() => someRows(selected, (rows) => setEnding({ rows, done: clear }))}>
              {label(signOut)}
            </Button>
          )
        }
      />
      {ending && <EndSessions {...ending} onClose={() => setEnding(null)} />}
    </>
  );
}

const signOut = ["强制下线", "Sign out"] as const;

/** Asks before the sessions are ended. */
function EndSessions({ rows, done, onClose }: Ending & { onClose: () => void }) {
  const label = useLabel();
  const { busy, error, attempt } = useAttempt();
  const end = () =>
    attempt(async () => {
      await invoke(sessionCalls.end, { ids: rows.map(({ id }) => id).join() }, { silent: true });
      notify("success", label(["已强制下线", "Signed out"]));
      done();
      onClose();
      await refreshAfter(sessionCalls.end);
    });
  const names = joinNames([...new Set(rows.map(({ realName }) => realName ?? ""))]);
  return (
    <Confirm
      open
      title={label([`${signOut[0]}：${names}`, `${signOut[1]} ${names}`])}
      okText={label(signOut)}
      danger
      busy={busy}
      onOk={() => void end()}
      onClose={onClose}
    >
      <p>
        {label(["所选会话立即结束，本人须重新登录。", "The sessions end at once; the users have to sign in again."])}
      </p>
      {error && <FailureList error={error} />}
    </Confirm>
  );
}
