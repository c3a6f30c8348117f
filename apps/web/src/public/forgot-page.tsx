import { isGoodPassword } from "@jipei/contract/core/fields/formats.ts";
import { studentAccountCalls as calls, verificationHeader } from "@jipei/contract/training/student-account.ts";
import { useState } from "react";
import { Link } from "../core/page/link.ts";
import { invoke } from "../core/api/call-client.ts";
import { loginPath } from "../core/session/constants.ts";
import { encryptForServer } from "../core/session/sign-in.ts";
import { InputField } from "../core/form/plain-input.tsx";
import { isCode, phoneIssue } from "./account-rules.ts";
import { useTexts } from "./account-texts.ts";
import { newPassword } from "./new-password.ts";
import { CodeField } from "./code-field.tsx";
import { useAccountForm } from "./use-account-form.ts";
import "./account.css";

/** The form of a new password, and what is sent. */
function useReset(onDone: () => void) {
  const t = useTexts();
  return useAccountForm(() => ({ phone: "", code: "", password: "" }), {
    check: ({ phone, code, password }) => ({
      phone: phoneIssue(phone),
      code: isCode(code) ? undefined : t("codeMissing"),
      password: isGoodPassword(password) ? undefined : t("passwordRule"),
    }),
    async send({ phone, code, password }) {
      await invoke(
        calls.changePasswordByTelephone,
        { telephone: phone, password: await encryptForServer(password) },
        { silent: true, headers: { [verificationHeader]: code } },
      );
      onDone();
    },
  });
}

/** A person who forgot the password sets a new one, by a code sent to the registered phone. */
export default function ForgotPage() {
  const t = useTexts();
  const [done, setDone] = useState(false);
  const { values, refusal, busy, put, findIssue, refuseCode, submit } = useReset(() => setDone(true));
  if (done)
    return (
      <div className="plain-card account-card" role="status">
        <h1>{t("resetDone")}</h1>
        <Link to={loginPath}>{t("signIn")}</Link>
      </div>
    );
  return (
    <div className="plain-card account-card">
      <h1>{t("forgot")}</h1>
      <p className="plain-subtitle">{t("forgotText")}</p>
      <form onSubmit={submit} noValidate className="account-form">
        <p className="plain-refusal" role="alert">
          {refusal}
        </p>
        <InputField
          name="phone"
          label={t("phone")}
          issue={findIssue("phone")}
          value={values.phone}
          onChange={put("phone")}
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={11}
        />
        <CodeField
          call={calls.sendMessage}
          phone={values.phone}
          value={values.code}
          onChange={put("code")}
          issue={findIssue("code")}
          sent={t("sentMaybe")}
          onRefused={refuseCode}
        />
        <InputField
          name="password"
          label={t("newPassword")}
          issue={findIssue("password")}
          value={values.password}
          onChange={put("password")}
          {...newPassword}
          placeholder={t("passwordRule")}
        />
        <button type="submit" className="plain-primary plain-submit" disabled={busy}>
          {busy ? t("busy") : t("submitReset")}
        </button>
      </form>
    </div>
  );
}
