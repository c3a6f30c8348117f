import { webClient } from "@jipei/contract/auth/auth.ts";
import { Client, type ClientRow, clientCalls as calls } from "@jipei/contract/auth/client.ts";
import { useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { Confirm } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { useMayCall } from "../core/session/may-call.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { refreshAfter } from "../core/api/use-call.ts";
import { ClientSecret } from "./client-secret.tsx";

const isBuiltIn = (row: ClientRow) => row.clientId === webClient.id;

/** How long tokens and sessions last. */
const validities = ["accessTokenValidity", "refreshTokenValidity", "sessionValidity"] as const;

/** 客户端: programs that may ask for tokens, how, and for how long. */
export default function ClientPage() {
  const label = useLabel();
  const mayEdit = useMayCall(calls.renewSecret);
  const [secret, setSecret] = useState<string | null>(null);
  const [renewing, setRenewing] = useState<ClientRow | null>(null);
  return (
    <>
      <CrudPage
        entity={Client}
        calls={calls}
        resource="client"
        columns={[
          "clientId",
          "status",
          { field: "authorizedGrantTypes", width: 280 },
          ...validities,
          "remark",
          "updateTime",
        ]}
        search={["clientId", "status"]}
        card={["clientId", "status", "authorizedGrantTypes"]}
        form={["clientId", "status", "authorizedGrantTypes", ...validities, "remark"]}
        view={[
          "clientId",
          "status",
          "authorizedGrantTypes",
          "scope",
          ...validities,
          "webServerRedirectUri",
          "additionalInformation",
          "remark",
          "createTime",
          "updateTime",
        ]}
        initial={{
          status: "1",
          authorizedGrantTypes: ["password", "refresh_token"],
          accessTokenValidity: 3600,
          refreshTokenValidity: 604_800,
          sessionValidity: 604_800,
        }}
        locked={(row) => (row ? ["clientId", ...(isBuiltIn(row) ? (["status"] as const) : [])] : [])}
        formHead={
          <p className="form-hint">
            {label([
              "密钥由系统生成，保存后仅显示一次。停用或删除客户端后，其会话立即结束。",
              "The secret is made by the system and shown once, after saving. A client that is switched off or removed loses its sessions at once.",
            ])}
          </p>
        }
        frozen={(row, what) =>
          what === "remove" && isBuiltIn(row)
            ? ["系统自带的客户端不能删除", "The built-in client cannot be removed"]
            : null
        }
        onSaved={(answer) => setSecret((answer as { clientSecret?: string | null }).clientSecret ?? null)}
        rowActions={(row) =>
          mayEdit
            ? [
                {
                  key: "secret",
                  label: label(renewName),
                  disabled: isBuiltIn(row) ? label(["系统自带，密钥公开", "Built in, its secret is public"]) : null,
                  run: () => setRenewing(row),
                },
              ]
            : []
        }
      />
      {renewing && <RenewSecret client={renewing} onRenewed={setSecret} onClose={() => setRenewing(null)} />}
      {secret && <ClientSecret secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

const renewName = ["重置密钥", "Renew secret"] as const;

interface RenewProps {
  client: ClientRow;
  onRenewed: (secret: string | null) => void;
  onClose: () => void;
}

/** Asks before a client gets another secret. */
function RenewSecret({ client: { id, clientId }, onRenewed, onClose }: RenewProps) {
  const label = useLabel();
  const { busy, error, attempt } = useAttempt();
  const renew = () =>
    attempt(async () => {
      const { clientSecret } = await invoke(calls.renewSecret, { id }, { silent: true });
      onClose();
      onRenewed(clientSecret ?? null);
      await refreshAfter(calls.renewSecret);
    });
  return (
    <Confirm
      open
      title={label([`重置密钥：${clientId}`, `Renew the secret of ${clientId}`])}
      okText={label(renewName)}
      danger
      busy={busy}
      onOk={() => void renew()}
      onClose={onClose}
    >
      <p>
        {label([
          "原密钥立即失效；使用该客户端的程序须换成新密钥，否则不能登录或续期。",
          "The secret before it is worthless at once; programs that use the client need the new one to sign in or stay in.",
        ])}
      </p>
      {error && <FailureList error={error} />}
    </Confirm>
  );
}
