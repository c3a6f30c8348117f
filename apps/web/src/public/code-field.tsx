import type { Call } from "@jipei/contract/core/call.ts";
import type { CallError } from "../core/api/call-error.ts";
import { Field } from "../core/form/plain-field.tsx";
import { useCode } from "../core/session/use-code.ts";
import { phoneIssue } from "./account-rules.ts";
import { useTexts } from "./account-texts.ts";

interface Props {
  /** Sends the code to a telephone. */
  call: Call<{ telephone: string }, void>;
  phone: string;
  value: string;
  onChange: (value: string) => void;
  issue: string | null;
  /** What is said after sending. */
  sent: string;
  /** The phone is not one yet, or the server refused. */
  onRefused: (error: CallError | null) => void;
}

/** The six digits and the button that sends them, once a minute. */
export function CodeField({ call, phone, value, onChange, issue, sent, onRefused }: Props) {
  const t = useTexts();
  const { left, sent: isSent, send } = useCode(call, onRefused);
  return (
    <Field name="code" label={t("code")} issue={issue} note={isSent ? sent : null}>
      {(control) => (
        <span className="plain-row">
          <input
            {...control}
            className="plain-field"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            placeholder={t("codeHint")}
            value={value}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, ""))}
          />
          <button
            type="button"
            className="plain-button account-send"
            disabled={left > 0}
            onClick={() => (phoneIssue(phone) ? onRefused(null) : void send(phone))}
          >
            {left > 0 ? t("resend", { n: left }) : t("send")}
          </button>
        </span>
      )}
    </Field>
  );
}
