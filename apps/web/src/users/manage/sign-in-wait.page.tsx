import { SignInWait, type SignInWaitRow, sessionCalls } from "@jipei/contract/users/session.ts";
import { Button } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { useMayCall } from "../../core/session/may-call.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useSomeRows } from "../../core/list/use-some-rows.ts";

/** Waits that are about to be ended; `done` unticks them. */
interface Releasing {
  rows: readonly SignInWaitRow[];
  done: () => void;
}

/** 登录限制: accounts and addresses that failed several times and wait; an administrator releases them. */
export default function SignInWaitPage() {
  const label = useLabel();
  const may = useMayCall(sessionCalls.release);
  const someRows = useSomeRows();
  const [releasing, setReleasing] = useState<Releasing | null>(null);
  return (
    <>
      <CrudPage
        entity={SignInWait}
        calls={{ list: sessionCalls.waits, export: sessionCalls.exportWaits }}
        resource="user"
        columns={[
          { field: "kind", width: 220 },
          "account",
          "realName",
          { field: "address", width: 160 },
          { field: "failures", width: 100 },
          "lastTime",
          "waitUntil",
        ]}
        card={["kind", "account", "address", "waitUntil"]}
        search={["kind", "account", "address"]}
        view={["kind", "account", "realName", "address", "failures", "lastTime", "waitUntil"]}
        rowActions={(row, { clear }) =>
          may ? [{ key: "release", label: label(release), run: () => setReleasing({ rows: [row], done: clear }) }] : []
        }
        selects={may}
        actions={({ selected, clear }) =>
          may && (
            <Button onClick={() => someRows(selected, (rows) => setReleasing({ rows, done: clear }))}>
              {label(release)}
            </Button>
          )
        }
      />
      {releasing && <ReleaseWaits {...releasing} onClose={() => setReleasing(null)} />}
    </>
  );
}

const release = ["解除限制", "Release"] as const;

/** Asks why the waits are ended early. */
function ReleaseWaits({ rows, done, onClose }: Releasing & { onClose: () => void }) {
  const label = useLabel();
  const { busy, error, attempt } = useAttempt();
  const send = (reason: string) =>
    attempt(async () => {
      await invoke(sessionCalls.release, { ids: rows.map(({ id }) => id).join(), reason }, { silent: true });
      notify("success", label(["已解除限制", "Released"]));
      done();
      onClose();
      await refreshAfter(sessionCalls.release);
    });
  return (
    <ReasonDialog open action={label(release)} busy={busy} onSubmit={(reason) => void send(reason)} onClose={onClose}>
      <p>
        {label([
          "已计的失败次数清零，可立即再试。密码与两步验证照常核对。",
          "The failed attempts are cleared and signing in can be tried again at once. Password and second factor are still checked.",
        ])}
      </p>
      {error && <FailureList error={error} />}
    </ReasonDialog>
  );
}
