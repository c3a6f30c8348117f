import { loginCode } from "@jipei/contract/auth/auth.ts";
import { useState } from "react";
import type { CallError } from "../core/api/call-error.ts";
import { useLabel } from "../core/i18n/language.ts";
import { Field } from "../core/form/plain-field.tsx";
import { phoneIssue } from "../public/account-rules.ts";
import { useTexts as useAccountTexts } from "../public/account-texts.ts";
import { CodeField } from "../public/code-field.tsx";
import "../public/account.css";
import { useTexts } from "./texts.ts";

interface Props {
  autoFocus: boolean;
  findIssue: (name: string, field: string) => string | null;
  onRefused: (error: CallError | null) => void;
  onFocus: () => void;
  /** What was missing is being filled. */
  onTyped: () => void;
}

/** Phone and code, instead of account and password. */
export default function PhoneFields({ autoFocus, findIssue, onRefused, onFocus, onTyped }: Props) {
  const t = useTexts();
  const account = useAccountTexts();
  const label = useLabel();
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [asked, setAsked] = useState(false);
  const wrong = asked ? phoneIssue(phone) : undefined;
  const typed = (put: (text: string) => void) => (text: string) => {
    put(text);
    onTyped();
  };
  return (
    <>
      <Field
        name="account"
        label={t("phone.account")}
        issue={wrong ? label(wrong) : findIssue("account", t("phone.account"))}
      >
        {(control) => (
          <input
            {...control}
            className="plain-field"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={11}
            placeholder={t("phone.hint")}
            value={phone}
            autoFocus={autoFocus}
            onFocus={onFocus}
            onBlur={() => setAsked(phone !== "")}
            onChange={(event) => typed(setPhone)(event.target.value.replace(/\D/g, ""))}
          />
        )}
      </Field>
      <CodeField
        call={loginCode}
        phone={phone}
        value={code}
        onChange={typed(setCode)}
        issue={findIssue("code", account("code"))}
        sent={account("sentMaybe")}
        onRefused={(error) => {
          if (error === null) setAsked(true);
          onRefused(error);
        }}
      />
    </>
  );
}
