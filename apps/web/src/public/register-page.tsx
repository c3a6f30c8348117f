import { isGoodPassword } from "@jipei/contract/core/fields/formats.ts";
import { education } from "@jipei/contract/core/fields/codes.ts";
import { isCodeInList, orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { studentAccountCalls as calls, verificationHeader } from "@jipei/contract/training/student-account.ts";
import { useState } from "react";
import { Link, useGo } from "../core/page/link.ts";
import { invoke } from "../core/api/call-client.ts";
import { homePath, loginPath } from "../core/session/constants.ts";
import { useLabel } from "../core/i18n/language.ts";
import { encryptForServer, signIn } from "../core/session/sign-in.ts";
import { InputField, SelectField } from "../core/form/plain-input.tsx";
import { idIssue, isCode, phoneIssue } from "./account-rules.ts";
import { useTexts } from "./account-texts.ts";
import { newPassword } from "./new-password.ts";
import { CodeField } from "./code-field.tsx";
import { useAccountForm } from "./use-account-form.ts";
import "./account.css";

const empty = { name: "", idNumber: "", phone: "", education: "", code: "", password: "", again: "" };

/** The form of an account, and what is sent: the account is made, and its owner signed in. */
function useRegistration(onDone: () => void) {
  const t = useTexts();
  const navigate = useGo();
  return useAccountForm(() => empty, {
    check: ({ name, idNumber, phone, education, code, password, again }) => ({
      name: name.trim() ? undefined : t("required", { field: t("name") }),
      idNumber: idIssue(idNumber),
      phone: phoneIssue(phone),
      education: education ? undefined : t("required", { field: t("education") }),
      code: isCode(code) ? undefined : t("codeMissing"),
      password: isGoodPassword(password) ? undefined : t("passwordRule"),
      again: again === password ? undefined : t("different"),
    }),
    async send({ name, idNumber, phone, education: chosen, code, password }) {
      if (!isCodeInList(education, chosen)) return;
      const input = {
        name: name.trim(),
        idType: "1",
        idNumber: idNumber.trim(),
        phone,
        education: chosen,
        password: await encryptForServer(password),
      } as const;
      await invoke(calls.submit, input, { silent: true, headers: { [verificationHeader]: code } });
      onDone();
      await signIn("student", idNumber.trim().toUpperCase(), password);
      void navigate(homePath);
    },
  });
}

/** People make an account of their own. Phone first, without antd, so that it is there at once. */
export default function RegisterPage() {
  const t = useTexts();
  const label = useLabel();
  const [done, setDone] = useState(false);
  const { values, refusal, busy, put, findIssue, refuseCode, submit } = useRegistration(() => setDone(true));
  if (done)
    return (
      <div className="plain-card account-card" role="status">
        <h1>{t("done")}</h1>
        <p>{t("doneText")}</p>
        <Link to={loginPath}>{t("signIn")}</Link>
      </div>
    );
  const entry = (name: Exclude<keyof typeof empty, "education" | "code">) => ({
    name,
    label: t(name),
    issue: findIssue(name),
    value: values[name],
    onChange: put(name),
  });
  return (
    <div className="plain-card account-card">
      <h1>{t("register")}</h1>
      <p className="plain-subtitle">{t("registerText")}</p>
      <form onSubmit={submit} noValidate className="account-form">
        <p className="plain-refusal" role="alert">
          {refusal}
        </p>
        <InputField {...entry("name")} autoComplete="name" maxLength={50} />
        <InputField {...entry("idNumber")} autoCapitalize="characters" spellCheck={false} maxLength={18} />
        <SelectField
          name="education"
          label={t("education")}
          issue={findIssue("education")}
          value={values.education}
          onChange={put("education")}
          choices={[
            ["", t("choose")],
            ...orderedCodes(education).map(([code, words]) => [code, label(words)] as const),
          ]}
        />
        <InputField {...entry("phone")} inputMode="numeric" autoComplete="tel-national" maxLength={11} />
        <CodeField
          call={calls.sendMessageRegist}
          phone={values.phone}
          value={values.code}
          onChange={put("code")}
          issue={findIssue("code")}
          sent={t("sent")}
          onRefused={refuseCode}
        />
        <InputField {...entry("password")} {...newPassword} placeholder={t("passwordRule")} />
        <InputField {...entry("again")} {...newPassword} />
        <button type="submit" className="plain-primary plain-submit" disabled={busy}>
          {busy ? t("busy") : t("submit")}
        </button>
        <p className="account-note">{t("privacy")}</p>
        <Link to={loginPath}>{t("have")}</Link>
      </form>
    </div>
  );
}
