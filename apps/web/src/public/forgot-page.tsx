import { studentAccountCalls as calls, verificationHeader } from "@jipei/contract/enrolment/student-account.ts";
import { useState } from "react";
import { Link } from "react-router";
import { invoke } from "../core/call-client.ts";
import { loginPath } from "../core/constants.ts";
import { encryptForServer, prepareSignIn } from "../core/sign-in.ts";
import { Field } from "../core/plain-field.tsx";
import { isCode, isGoodPassword, phoneFault } from "./account-rules.ts";
import { useTexts } from "./account-texts.ts";
import { CodeField } from "./code-field.tsx";
import { useAccountForm } from "./use-account-form.ts";
import "./account.css";

/** A person who forgot the password sets a new one, by a code sent to the registered phone. */
export default function ForgotPage() {
  const t = useTexts();
  const [done, setDone] = useState(false);
  const { values, refusal, busy, put, faultOf, refuseCode, submit } = useAccountForm(
    () => ({ phone: "", code: "", password: "" }),
    {
      check: ({ phone, code, password }) => ({
        phone: phoneFault(phone),
        code: isCode(code) ? undefined : t("codeMissing"),
        password: isGoodPassword(password) ? undefined : t("passwordRule"),
      }),
      async send({ phone, code, password }) {
        await invoke(
          calls.changePasswordByTelephone,
          { telephone: phone, password: await encryptForServer(password) },
          { silent: true, headers: { [verificationHeader]: code } },
        );
        setDone(true);
      },
    },
  );
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
        <Field name="phone" label={t("phone")} fault={faultOf("phone")}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              autoComplete="tel-national"
              maxLength={11}
              className="plain-field"
              value={values.phone}
              onChange={(event) => put("phone")(event.target.value)}
            />
          )}
        </Field>
        <CodeField
          call={calls.sendMessage}
          phone={values.phone}
          value={values.code}
          onChange={put("code")}
          fault={faultOf("code")}
          sent={t("sentMaybe")}
          onRefused={refuseCode}
        />
        <Field name="password" label={t("newPassword")} fault={faultOf("password")}>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="new-password"
              maxLength={64}
              placeholder={t("passwordRule")}
              className="plain-field"
              value={values.password}
              onFocus={prepareSignIn}
              onChange={(event) => put("password")(event.target.value)}
            />
          )}
        </Field>
        <button type="submit" className="plain-primary plain-submit" disabled={busy}>
          {busy ? t("busy") : t("submitReset")}
        </button>
      </form>
    </div>
  );
}
