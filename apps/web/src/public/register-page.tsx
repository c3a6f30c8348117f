import { education } from "@jipei/contract/core/codes.ts";
import { orderedCodes } from "@jipei/contract/core/field.ts";
import { studentAccountCalls as calls, verificationHeader } from "@jipei/contract/enrolment/student-account.ts";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { invoke } from "../core/call-client.ts";
import { homePath, loginPath } from "../core/constants.ts";
import { useLabel } from "../core/i18n/language.ts";
import { encryptForServer, prepareSignIn, signIn } from "../core/sign-in.ts";
import { Field } from "../core/plain-field.tsx";
import { idFault, isCode, isGoodPassword, phoneFault } from "./account-rules.ts";
import { useTexts } from "./account-texts.ts";
import { CodeField } from "./code-field.tsx";
import { useAccountForm } from "./use-account-form.ts";
import "./account.css";

const empty = { name: "", idNumber: "", phone: "", education: "", code: "", password: "", again: "" };

/** A person makes his own account. Phone first, without antd, so that it is there at once. */
export default function RegisterPage() {
  const t = useTexts();
  const label = useLabel();
  const [done, setDone] = useState(false);
  const navigate = useNavigate();
  const { values, refusal, busy, put, faultOf, refuseCode, submit } = useAccountForm(() => empty, {
    check: ({ name, idNumber, phone, education, code, password, again }) => ({
      name: name.trim() ? undefined : t("required", { field: t("name") }),
      idNumber: idFault(idNumber),
      phone: phoneFault(phone),
      education: education ? undefined : t("required", { field: t("education") }),
      code: isCode(code) ? undefined : t("codeMissing"),
      password: isGoodPassword(password) ? undefined : t("passwordRule"),
      again: again === password ? undefined : t("different"),
    }),
    async send({ name, idNumber, phone, education, code, password }) {
      const input = {
        name: name.trim(),
        idType: "1",
        idNumber: idNumber.trim(),
        phone,
        education,
        password: await encryptForServer(password),
      };
      await invoke(calls.submit, input as never, { silent: true, headers: { [verificationHeader]: code } });
      setDone(true);
      await signIn("student", idNumber.trim().toUpperCase(), password);
      void navigate(homePath);
    },
  });
  if (done)
    return (
      <div className="plain-card account-card" role="status">
        <h1>{t("done")}</h1>
        <p>{t("doneText")}</p>
        <Link to={loginPath}>{t("signIn")}</Link>
      </div>
    );
  const text = (name: "name" | "idNumber" | "phone", more: object) => (
    <Field name={name} label={t(name)} fault={faultOf(name)}>
      {(control) => (
        <input
          {...control}
          {...more}
          className="plain-field"
          value={values[name]}
          onChange={(event) => put(name)(event.target.value)}
        />
      )}
    </Field>
  );
  const secret = (name: "password" | "again", hint: string) => (
    <Field name={name} label={t(name)} fault={faultOf(name)}>
      {(control) => (
        <input
          {...control}
          type="password"
          autoComplete="new-password"
          maxLength={64}
          placeholder={hint}
          className="plain-field"
          value={values[name]}
          onFocus={prepareSignIn}
          onChange={(event) => put(name)(event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <div className="plain-card account-card">
      <h1>{t("register")}</h1>
      <p className="plain-subtitle">{t("registerText")}</p>
      <form onSubmit={submit} noValidate className="account-form">
        <p className="plain-refusal" role="alert">
          {refusal}
        </p>
        {text("name", { autoComplete: "name", maxLength: 50 })}
        {text("idNumber", { autoCapitalize: "characters", spellCheck: false, maxLength: 18 })}
        <Field name="education" label={t("education")} fault={faultOf("education")}>
          {(control) => (
            <select
              {...control}
              className="plain-field"
              value={values.education}
              onChange={(event) => put("education")(event.target.value)}
            >
              <option value="">{t("choose")}</option>
              {orderedCodes(education).map(([code, entry]) => (
                <option key={code} value={code}>
                  {label(entry)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {text("phone", { inputMode: "numeric", autoComplete: "tel-national", maxLength: 11 })}
        <CodeField
          call={calls.sendMessageRegist}
          phone={values.phone}
          value={values.code}
          onChange={put("code")}
          fault={faultOf("code")}
          sent={t("sent")}
          onRefused={refuseCode}
        />
        {secret("password", t("passwordRule"))}
        {secret("again", "")}
        <button type="submit" className="plain-primary plain-submit" disabled={busy}>
          {busy ? t("busy") : t("submit")}
        </button>
        <p className="account-note">{t("privacy")}</p>
        <Link to={loginPath}>{t("have")}</Link>
      </form>
    </div>
  );
}
