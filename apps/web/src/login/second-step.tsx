import { useEffect, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { CallError } from "../core/api/call-error.ts";
import { useLabel } from "../core/i18n/language.ts";
import { Field } from "../core/form/plain-field.tsx";
import { finishSignIn, getWait } from "../core/session/sign-in.ts";
import { SignInButton } from "./sign-in-button.tsx";
import { useWait } from "./use-wait.ts";

interface Props {
  /** What the first step was answered with. */
  challenge: string;
  /** Back to the first step; with a refusal when it has to be done again. */
  onBack: (why: CallError | null) => void;
}

/** What is typed, and what the field for it says. */
const kinds = {
  code: {
    name: ["验证码", "Code"],
    hint: ["身份验证器显示的6位数字", "The 6 digits shown by your authenticator"],
    other: ["使用恢复码", "Use a recovery code"],
    issue: ["请填写6位验证码", "Please enter the 6 digits"],
    whole: /^\d{6}$/,
  },
  recovery: {
    name: ["恢复码", "Recovery code"],
    hint: ["如 ABCD-EFGH-JKMN-PQRS-TUVW-XYZ2", "like ABCD-EFGH-JKMN-PQRS-TUVW-XYZ2"],
    other: ["使用验证码", "Use an authenticator code"],
    issue: ["请填写完整的恢复码", "Please enter the whole recovery code"],
    whole: /^(?:[A-Za-z2-9][\s-]?){10,24}$/,
  },
} as const;

/**
 * The second step of a sign-in: a code of the authenticator, or a recovery code. After too many wrong ones neither is taken for a while.
 * It is fetched when it is asked for, because the login page must stay small.
 */
export default function SecondStep({ challenge, onBack }: Props) {
  const label = useLabel();
  const step = useSecondStep(challenge, onBack);
  const { name, hint, other, issue } = kinds[step.kind];
  return (
    <form
      className="login-form login-panel"
      onSubmit={(event) => void step.submit(event)}
      noValidate
      aria-labelledby="second-step"
    >
      <h2 id="second-step" className="login-step">
        {label(["两步验证", "Second step"])}
      </h2>
      <p className="plain-refusal" role="alert">
        {step.refusal?.text()}
      </p>
      <Field name="code" label={label(name)} issue={step.missing ? label(issue) : null}>
        {(control) => (
          <input
            {...control}
            ref={step.field}
            className="plain-field"
            value={step.text}
            onChange={(event) => step.setText(event.target.value)}
            placeholder={label(hint)}
            inputMode={step.kind === "code" ? "numeric" : "text"}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            autoFocus
          />
        )}
      </Field>
      <SignInButton busy={step.busy} seconds={step.seconds} />
      <p className="login-other">
        <button type="button" className="plain-button" onClick={step.turn}>
          {label(other)}
        </button>
        <button type="button" className="plain-button" onClick={() => onBack(null)}>
          {label(["返回", "Back"])}
        </button>
      </p>
    </form>
  );
}

/** What is typed, whether it was sent, and how it was refused. */
function useSecondStep(challenge: string, onBack: Props["onBack"]) {
  const [kind, setKind] = useState<keyof typeof kinds>("code");
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const wait = useWait();
  const field = useRef<HTMLInputElement>(null);
  const { whole } = kinds[kind];

  // The button that was pressed was disabled meanwhile and lost the focus; what has to be typed again gets it.
  useEffect(() => {
    if (refusal) field.current?.select();
  }, [refusal]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setRefusal(null);
    setMissing(!whole.test(text.trim()));
    if (!whole.test(text.trim())) return field.current?.focus();
    setBusy(true);
    try {
      await finishSignIn(challenge, text.trim());
    } catch (error) {
      setBusy(false);
      if (!(error instanceof CallError)) throw error;
      if (error.errorCode === "expired_token") onBack(error);
      else setRefusal(error);
      wait.begin(getWait(error));
    }
  }
  function turn() {
    setKind(kind === "code" ? "recovery" : "code");
    setText("");
    setMissing(false);
    setRefusal(null);
    field.current?.focus();
  }
  return { kind, text, setText, missing, busy, refusal, seconds: wait.seconds, field, submit, turn };
}
