import { SignInWait, type SignInWaitRow, sessionCalls } from "@jipei/contract/users/session.ts";
import { Button } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { can, useSession } from "../../core/session/session.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/use-call.ts";

/** 登录限制: accounts and addresses that failed several times and wait; an administrator releases them. */
export default function SignInWaitPage() {
  const label = useLabel();
  const may = can("user_unlock", useSession());
  const [chosen, setChosen] = useState<{ rows: readonly SignInWaitRow[]; done: () => void } | null>(null);
  const { busy, error, attempt, forget } = useAttempt();
  const releasing = label(["解除限制", "Release"]);
  const close = () => {
    forget();
    setChosen(null);
  };
  const release = (reason: string) =>
    attempt(async () => {
      await invoke(
        sessionCalls.release,
        { ids: (chosen?.rows ?? []).map(({ id }) => id).join(), reason },
        { silent: true },
      );
      notify("success", label(["已解除限制", "Released"]));
      chosen?.done();
      close();
      await refreshAfter(sessionCalls.release);
    });
  return (
    <>
      <CrudPage
        entity={SignInWait}
        calls={{ list: sessionCalls.waits }}
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
          may
            ? [
                {
                  key: "release",
                  label: releasing,
                  run: () => setChosen({ rows: [row], done: clear }),
                },
              ]
            : []
        }
        selects={may}
        {...(may && {
          actions: ({ selected, clear }: { selected: readonly unknown[]; clear: () => void }) => (
            <Button
              onClick={() =>
                selected.length === 0
                  ? notify("warning", label(["请选择至少一条数据", "Select at least one row"]))
                  : setChosen({ rows: selected as SignInWaitRow[], done: clear })
              }
            >
              {releasing}
            </Button>
          ),
        })}
      />
      <ReasonDialog
        open={chosen !== null}
        action={releasing}
        busy={busy}
        onSubmit={(reason) => void release(reason)}
        onClose={close}
      >
        <p>
          {label([
            "已计的失败次数清零，可立即再试。密码与两步验证照常核对。",
            "The failures counted are forgotten, and the next try counts at once. Password and second factor are asked for as ever.",
          ])}
        </p>
        {error && <FailureList error={error} />}
      </ReasonDialog>
    </>
  );
}
