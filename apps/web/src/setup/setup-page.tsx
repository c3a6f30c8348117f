import { type OpenLink, type SetupState, setupCalls as calls } from "@jipei/contract/setup/setup.ts";
import { useEffect, useState } from "react";
import { Link } from "../core/page/link.ts";
import { CallError } from "../core/api/call-error.ts";
import { invoke } from "../core/api/call-client.ts";
import { homePath, loginPath } from "../core/session/constants.ts";
import { useDocumentTitle } from "../core/page/document-title.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PlainPage } from "../core/page/plain-page.tsx";
import { useSession } from "../core/session/session.ts";
import { AdministratorSteps } from "./administrator-steps.tsx";
import { dropToken, takeToken } from "./link-token.ts";
import { OfficeSteps } from "./office-steps.tsx";
import { cameFromSetup } from "./return-here.ts";
import "./setup.css";

/** The setup of an installation: a one-time address makes an administrator, who then continues with their office. */
export default function SetupPage() {
  const label = useLabel();
  useDocumentTitle(label(["安装", "Set-up"]));
  const [token] = useState(takeToken);
  return (
    <PlainPage>
      <main className="setup-main">{token ? <BehindLink token={token} /> : <Office />}</main>
    </PlainPage>
  );
}

function BehindLink({ token }: { token: string }) {
  const [link, setLink] = useState<OpenLink | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  useEffect(() => {
    invoke(calls.open, { token }, { silent: true }).then(setLink, (refused: unknown) => {
      if (!(refused instanceof CallError)) throw refused;
      if (refused.status === 403) dropToken();
      setError(refused);
    });
  }, [token]);
  if (error) return <Refused error={error} />;
  return link && <AdministratorSteps token={token} link={link} />;
}

const ask = () => invoke(calls.state, undefined, { silent: true });

function Office() {
  const { info } = useSession();
  const [state, setState] = useState<SetupState | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const signedIn = info !== null;
  useEffect(() => {
    if (!signedIn) return;
    ask().then(setState, (refused: unknown) => {
      if (!(refused instanceof CallError)) throw refused;
      setError(refused);
    });
  }, [signedIn]);
  if (!signedIn || error) return <Refused error={error} />;
  return state && <OfficeSteps state={state} reload={async () => setState(await ask())} />;
}

/** Shown to users who have neither an address nor the permission. */
function Refused({ error }: { error: CallError | null }) {
  const label = useLabel();
  return (
    <div className="plain-card account-card">
      <h1>{label(["安装", "Set-up"])}</h1>
      {error && (
        <p className="plain-refusal" role="alert">
          {error.text()}
        </p>
      )}
      <p>
        {label([
          "第一位管理员通过服务器启动时打印的一次性地址设立（或运行 npm run setup -- link）。已有管理员请登录后继续。",
          "The first administrator is appointed through the one-time address that the server prints at start (or: npm run setup -- link). Administrators sign in to continue.",
        ])}
      </p>
      <p className="setup-buttons">
        <Link className="plain-primary" to={loginPath} state={cameFromSetup}>
          {label(["去登录", "Sign in"])}
        </Link>
        <Link className="plain-button" to={homePath}>
          {label(["首页", "Home"])}
        </Link>
      </p>
    </div>
  );
}
