import {
  IdentityProvider,
  type IdentityProviderRow,
  identityProviderCalls as calls,
} from "@jipei/contract/auth/identity-provider.ts";
import { useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { Confirm } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { useCan } from "../core/session/session.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { refreshAfter } from "../core/api/refresh-after.ts";
import { ProviderTest } from "./provider-test.tsx";
import { useTexts } from "./texts.ts";
import "./auth.css";

/** Third parties that users sign in with. */
export default function IdentityProviderPage() {
  const t = useTexts();
  const mayTest = useCan(["identity_provider_add", "identity_provider_edit"]);
  const mayEdit = useCan(["identity_provider_edit"]);
  const [tested, setTested] = useState<IdentityProviderRow | null>(null);
  const [asked, setAsked] = useState<IdentityProviderRow | null>(null);
  return (
    <>
      <CrudPage
        entity={IdentityProvider}
        calls={calls}
        resource="identity_provider"
        columns={[
          "source",
          "name",
          "nameEn",
          "status",
          { field: "issuer", width: 280 },
          "clientId",
          "scopes",
          "sort",
          "updateTime",
        ]}
        search={["name", "source", "status"]}
        card={["name", "status", "source", "issuer"]}
        form={["name", "nameEn", "source", "sort", "issuer", "clientId", "scopes", "clientSecret", "status", "remark"]}
        view={[
          "source",
          "name",
          "nameEn",
          "status",
          "issuer",
          "clientId",
          "scopes",
          "sort",
          "remark",
          "createTime",
          "updateTime",
        ]}
        initial={{ scopes: "openid profile", sort: 10, status: "1" }}
        formHead={<Hints />}
        rowActions={(row: IdentityProviderRow) => [
          ...(mayTest ? [{ key: "test", label: t("provider.test"), run: () => setTested(row) }] : []),
          ...(mayEdit ? [{ key: "secret", label: t("provider.removeSecret"), run: () => setAsked(row) }] : []),
        ]}
      />
      {tested && <ProviderTest provider={tested} onClose={() => setTested(null)} />}
      {asked && <RemoveSecret provider={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function RemoveSecret({ provider, onClose }: { provider: IdentityProviderRow; onClose: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const { busy, error, attempt } = useAttempt();
  const remove = () =>
    attempt(async () => {
      await invoke(
        calls.submit,
        { id: provider.id, version: provider.version, removeSecret: "1" },
        {
          silent: true,
        },
      );
      notify("success", t("provider.removed"));
      onClose();
      await refreshAfter(calls.submit);
    });
  return (
    <Confirm
      open
      title={t("provider.removeSecretOf", { name: label([provider.name, provider.nameEn]) })}
      okText={t("provider.removeSecret")}
      danger
      busy={busy}
      onOk={() => void remove()}
      onClose={onClose}
    >
      <p>{t("provider.asPublic")}</p>
      {error && <FailureList error={error} />}
    </Confirm>
  );
}

function Hints() {
  const t = useTexts();
  return (
    <div className="provider-hints" role="note">
      <p>{t("provider.hint")}</p>
      <p>{t("provider.hintSource")}</p>
      <p>{t("provider.keep")}</p>
    </div>
  );
}
