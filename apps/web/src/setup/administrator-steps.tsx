import { isGoodPassword } from "@jipei/contract/core/fields/formats.ts";
import { checkAccount } from "@jipei/contract/core/fields/formats.ts";
import {
  type NewAdministrator,
  type OpenLink,
  type PendingFactor,
  setupCalls as calls,
} from "@jipei/contract/setup/setup.ts";
import { tenantOfLink } from "@jipei/contract/setup/setup-path.ts";
import { useState } from "react";
import { Link } from "../core/page/link.ts";
import { invoke } from "../core/api/call-client.ts";
import { loginPath } from "../core/session/constants.ts";
import { copy } from "../core/ui/copy.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { encryptForServer, prepareSignIn } from "../core/session/sign-in.ts";
import { isCode, phoneIssue } from "../public/account-rules.ts";
import { dropToken } from "./link-token.ts";
import { PlainForm } from "./plain-form.tsx";
import { cameFromSetup } from "./return-here.ts";

interface Person {
  account?: string;
  name?: string;
  phone?: string;
  password: string;
  again: string;
}

const titles: Readonly<Record<OpenLink["purpose"], Named>> = {
  install: ["设立第一位管理员", "The first administrator"],
  second: ["设立第二位管理员", "The second administrator"],
  recover: ["重设管理员的登录方式", "Reset an administrator's sign-in"],
};
const passwordRule = ["至少8位，同时包含字母和数字", "At least 8 characters, with letters and digits"] as const;
const secret = { type: "password", autoComplete: "new-password", maxLength: 64, onFocus: prepareSignIn };
const passwords = {
  password: { label: ["密码", "Password"], input: secret },
  again: { label: ["再次输入密码", "Repeat password"], input: secret },
} as const;
const people = {
  account: {
    label: ["账号名称", "Account"],
    input: { autoComplete: "username", autoCapitalize: "none", spellCheck: false, maxLength: 30 },
  },
  name: { label: ["姓名", "Name"], input: { autoComplete: "name", maxLength: 50 } },
  phone: {
    label: ["手机号码", "Mobile phone"],
    input: { inputMode: "numeric", autoComplete: "tel-national", maxLength: 11 },
  },
} as const;

const passwordIssues = ({ password, again }: { password: string; again: string }) => ({
  password: isGoodPassword(password) ? undefined : passwordRule,
  again: password === again ? undefined : (["两次密码输入不一致", "The passwords differ"] as const),
});

/** Behind a one-time address: who the administrator is, their second factor, their recovery codes. */
export function AdministratorSteps({ token, link }: { token: string; link: OpenLink }) {
  const label = useLabel();
  const [factor, setFactor] = useState<PendingFactor | null>(null);
  const [made, setMade] = useState<NewAdministrator | null>(null);
  const begin = async ({ password, again: _again, ...person }: Person) =>
    setFactor(
      await invoke(calls.begin, { token, ...person, password: await encryptForServer(password) }, { silent: true }),
    );
  const confirm = async ({ code }: { code: string }) => {
    const answer = await invoke(calls.confirm, { token, code: code.replace(/\s/g, "") }, { silent: true });
    dropToken();
    setMade(answer);
  };
  if (made) return <Made made={made} isOfTenant={tenantOfLink(token) !== null} />;
  return (
    <div className="plain-card account-card">
      <h1>{label(titles[link.purpose])}</h1>
      <p className="plain-subtitle">
        {label(
          factor
            ? [
                "第2步：用身份验证器扫描二维码，并输入它显示的验证码。",
                "Step 2: scan the code with an authenticator and enter the digits it shows.",
              ]
            : [
                `第1步：${link.account ? `账号“${link.account}”的新密码` : "账号和密码"}。下一步设置两步验证。`,
                `Step 1: ${link.account ? `a new password for “${link.account}”` : "account and password"}. The second factor comes next.`,
              ],
        )}
      </p>
      {factor ? (
        <Factor factor={factor} onBack={() => setFactor(null)} onCode={confirm} />
      ) : (
        <AccountForm known={link.account !== null} send={begin} />
      )}
    </div>
  );
}

/** Account and password, or the password alone where the account is known. */
function AccountForm({ known, send }: { known: boolean; send: (person: Person) => Promise<void> }) {
  const next = ["下一步", "Next"] as const;
  if (known)
    return (
      <PlainForm
        entries={passwords}
        initial={{ password: "", again: "" }}
        check={passwordIssues}
        send={send}
        submit={next}
      />
    );
  return (
    <PlainForm<keyof Person>
      entries={{ ...people, ...passwords }}
      initial={{ account: "", name: "", phone: "", password: "", again: "" }}
      check={(values) => ({
        ...passwordIssues(values),
        account: checkAccount(values.account.trim()) ?? undefined,
        phone: phoneIssue(values.phone),
      })}
      send={send}
      submit={next}
    />
  );
}

function Factor({
  factor: { secret, picture },
  onBack,
  onCode,
}: {
  factor: PendingFactor;
  onBack: () => void;
  onCode: (values: { code: string }) => Promise<void>;
}) {
  const label = useLabel();
  return (
    <>
      <svg
        className="setup-picture"
        role="img"
        aria-label={label(["两步验证二维码", "QR code of the second factor"])}
        viewBox={`-4 -4 ${picture.size + 8} ${picture.size + 8}`}
        shapeRendering="crispEdges"
      >
        <path d={picture.path} />
      </svg>
      <p className="account-note">
        {label(["无法扫描时手工输入密钥：", "Or type in the key: "])}
        <code className="setup-secret">{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <PlainForm
        entries={{
          code: {
            label: ["验证码", "Code"],
            input: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 7 },
          },
        }}
        initial={{ code: "" }}
        check={({ code }) => ({
          code: isCode(code.replace(/\s/g, "")) ? undefined : { zh: "请输入6位数字", en: "Enter the six digits" },
        })}
        send={onCode}
        submit={["确认", "Confirm"]}
      >
        <button type="button" className="plain-button setup-back" onClick={onBack}>
          {label(["返回", "Back"])}
        </button>
      </PlainForm>
    </>
  );
}

/** @param isOfTenant whether the set-up ends here: what follows is of the installation */
function Made({ made: { account, recoveryCodes }, isOfTenant }: { made: NewAdministrator; isOfTenant: boolean }) {
  const label = useLabel();
  return (
    <div className="plain-card account-card" role="status">
      <h1>{label([`管理员“${account}”已可登录`, `“${account}” may sign in`])}</h1>
      <p>
        {label([
          "请保存恢复码：手机丢失时，每个可代替验证码使用一次。此处显示后不再显示。",
          "Save the recovery codes: each can be used once in place of a code if the phone is lost. They will not be shown again.",
        ])}
      </p>
      <ul className="setup-codes" aria-label={label(["恢复码", "Recovery codes"])}>
        {recoveryCodes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="setup-buttons">
        <button type="button" className="plain-button" onClick={() => void copy(recoveryCodes.join("\n"))}>
          {label(["复制", "Copy"])}
        </button>
        <Link className="plain-primary" to={loginPath} state={isOfTenant ? null : cameFromSetup}>
          {label(["已保存，去登录", "I have saved them, sign in"])}
        </Link>
      </p>
    </div>
  );
}
