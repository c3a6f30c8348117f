import { useState } from "react";
import { Field } from "../core/form/plain-field.tsx";
import { useTexts } from "./texts.ts";

export function PasswordField({ issue, onFocus }: { issue: string | null; onFocus: () => void }) {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <Field name="password" label={t("password")} issue={issue}>
      {(control) => (
        <span className="plain-row">
          <input
            {...control}
            className="plain-field"
            type={shown ? "text" : "password"}
            placeholder={t("passwordHint")}
            autoComplete="current-password"
            maxLength={64}
            onFocus={onFocus}
          />
          <button
            type="button"
            className="login-eye"
            aria-pressed={shown}
            aria-label={shown ? t("hide") : t("show")}
            onClick={() => setShown(!shown)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M2 12s3.6-6 10-6 10 6 10 6-3.6 6-10 6S2 12 2 12z" />
              <circle cx="12" cy="12" r="2.8" />
              {!shown && <path d="M4 20 20 4" />}
            </svg>
          </button>
        </span>
      )}
    </Field>
  );
}
