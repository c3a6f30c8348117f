import type { OutputOf } from "@jipei/contract/core/call.ts";
import { finishLink, linkIdentity, ownIdentities, unlinkIdentity } from "@jipei/contract/auth/third-party.ts";
import { Button, Tag } from "antd";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CallError } from "../../core/api/call-error.ts";
import { formatDateTime } from "../../core/format/dates.ts";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { parseThirdPartyError } from "../../core/session/third-party-errors.ts";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { useTexts } from "../texts.ts";

type Identity = OutputOf<typeof ownIdentities>[number];
interface Linked {
  id: string;
  name: string;
}

/**
 * Accounts at third parties that one may sign in with: which there are, and what is linked.
 * @param brought what a third party brought back; it is used once
 */
export function LinkedAccounts({ brought }: { brought: URLSearchParams | null }) {
  const t = useTexts();
  const [unlinking, setUnlinking] = useState<Linked | null>(null);
  const { data = [] } = useCall(ownIdentities, undefined);
  const begin = useSend(linkIdentity);
  const issue = useFinish(brought);
  return (
    <div className="linked-accounts">
      <p>{t("linked.hint")}</p>
      {issue && (
        <p className="plain-refusal" role="alert">
          {issue}
        </p>
      )}
      <ul>
        {data.map((identity) => (
          <Line
            key={identity.source}
            identity={identity}
            busy={begin.isPending}
            onLink={({ source }) => begin.mutate({ source }, { onSuccess: ({ url }) => window.location.assign(url) })}
            onUnlink={setUnlinking}
          />
        ))}
      </ul>
      {unlinking && <Unlink {...unlinking} onClose={() => setUnlinking(null)} />}
    </div>
  );
}

interface LineProps {
  identity: Identity;
  busy: boolean;
  onLink: (identity: Identity) => void;
  onUnlink: (linked: Linked) => void;
}

/** One third party, with the account there that is linked. */
function Line({ identity, busy, onLink, onUnlink }: LineProps) {
  const t = useTexts();
  const label = useLabel();
  const { id, identityName, linkTime, lastTime } = identity;
  const name = label([identity.name, identity.nameEn]);
  const facts = [
    identityName,
    linkTime && t("linked.since", { time: formatDateTime(linkTime) }),
    lastTime && t("linked.last", { time: formatDateTime(lastTime) }),
  ];
  return (
    <li>
      <div>
        <strong>{name}</strong> <Tag color={id ? "blue" : undefined}>{id ? t("linked.yes") : t("linked.no")}</Tag>
        {id && <p>{facts.filter(Boolean).join(" · ")}</p>}
      </div>
      {id ? (
        <Button onClick={() => onUnlink({ id, name })} aria-label={t("linked.unlinkOf", { name })}>
          {t("linked.unlink")}
        </Button>
      ) : (
        <Button loading={busy} aria-label={t("linked.linkOf", { name })} onClick={() => onLink(identity)}>
          {t("linked.link")}
        </Button>
      )}
    </li>
  );
}

/** Asks before a linked account is taken away. */
function Unlink({ id, name, onClose }: Linked & { onClose: () => void }) {
  const t = useTexts();
  const unlink = useSend(unlinkIdentity);
  const send = () =>
    unlink.mutate({ id }, { onSuccess: () => notify("success", t("linked.unlinked")), onSettled: onClose });
  return (
    <Confirm
      open
      title={t("linked.unlinkOf", { name })}
      danger
      okText={t("linked.unlink")}
      busy={unlink.isPending}
      onClose={onClose}
      onOk={send}
    >
      <p>{t("linked.unlinkText", { name })}</p>
    </Confirm>
  );
}

/** Links what was brought back. @returns what went wrong */
function useFinish(brought: URLSearchParams | null): string | null {
  const t = useTexts();
  const label = useLabel();
  const [error, setError] = useState<CallError | null>(null);
  const finish = useSend(finishLink, { silent: true });
  const navigate = useNavigate();
  const begun = useRef(false);
  const code = brought?.get("code");
  useEffect(() => {
    if (begun.current || !brought) return;
    begun.current = true;
    // What it brought is used up in a moment, and need not stand in the address any longer.
    void navigate(window.location.pathname, { replace: true });
    if (!code) return;
    finish.mutate({ code }, { onSuccess: () => notify("success", t("linked.done")), onError: setError });
  }, [brought, code, finish, navigate, t]);
  if (error) return error.text();
  const issue = parseThirdPartyError(brought);
  return issue && label(issue);
}
