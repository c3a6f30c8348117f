import { type IdentityProviderRow, identityProviderCalls as calls } from "@jipei/contract/auth/identity-provider.ts";
import { Button } from "antd";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { copy } from "../core/ui/copy.ts";
import { useCall } from "../core/api/use-call.ts";
import { useTexts as useCoreTexts } from "../core/i18n/core-texts.ts";
import { useTexts } from "./texts.ts";

/** Shows whether users can sign in with a provider, and what has to be registered there. */
export function ProviderTest({ provider, onClose }: { provider: IdentityProviderRow; onClose: () => void }) {
  const t = useTexts();
  const core = useCoreTexts();
  const label = useLabel();
  const { data, error, isFetching, refetch } = useCall(calls.test, { id: provider.id }, { staleTime: 0 });
  const good = data?.findings.every(({ level }) => level !== "bad");
  return (
    <Dialog
      open
      title={t("provider.testTitle", { name: label([provider.name, provider.nameEn]) })}
      onClose={onClose}
      extra={
        <Button loading={isFetching} onClick={() => void refetch()}>
          {t("provider.again")}
        </Button>
      }
    >
      <div className="provider-test" aria-live="polite" aria-busy={isFetching}>
        {isFetching && <p>{t("provider.testing")}</p>}
        {error && <FailureList error={error} />}
        {data && !isFetching && (
          <>
            <p className={good ? "provider-good" : "provider-bad"}>{good ? t("provider.good") : t("provider.bad")}</p>
            <ul>
              {data.findings.map(({ level, zh, en }) => (
                <li key={en} className={`provider-${level}`}>
                  <strong>{t(`provider.level.${level}`)}</strong> {label([zh, en])}
                </li>
              ))}
            </ul>
            <p>{t("provider.redirect")}</p>
            <p className="provider-redirect">
              <code>{data.redirectUri}</code>
              {"clipboard" in navigator && (
                <Button size="small" onClick={() => copy(data.redirectUri)}>
                  {core("common.copy")}
                </Button>
              )}
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}
