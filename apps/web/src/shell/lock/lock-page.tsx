import { useState } from "react";
import type { SubmitEvent } from "react";
import { useDocumentTitle } from "../../core/page/document-title.ts";
import { CallError } from "../../core/api/call-error.ts";
import { PlainPage } from "../../core/page/plain-page.tsx";
import { useSession } from "../../core/session/session.ts";
import { signOut } from "../../core/session/sign-in.ts";
import { useTexts } from "../frame/frame-texts.ts";
import { lockAttempts, unlock } from "./lock.ts";
import "./lock-page.css";

/** The lock screen. Only the lock password or logging out leads away from it. */
export default function LockPage() {
  const t = useTexts();
  const { info } = useSession();
  const [issue, setIssue] = useState<string | null>(null);
  useDocumentTitle(t("lock.title"));

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const password = new FormData(form).get("lockPassword") as string;
    if (!password) return setIssue(t("lock.required"));
    try {
      const left = await unlock(password);
      if (left === null) return;
      setIssue(left > 0 ? t("lock.wrong", { n: left }) : t("lock.exhausted", { n: lockAttempts }));
      form.reset();
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      setIssue(problem.text());
    }
  }

  return (
    <PlainPage>
      <main className="plain-main">
        <LockMark />
        <h1>{t("lock.title")}</h1>
        <p>{info?.nick_name}</p>
        <form className="lock-form" onSubmit={(event) => void submit(event)} noValidate>
          <label htmlFor="lockPassword">{t("lock.hint")}</label>
          <input
            id="lockPassword"
            name="lockPassword"
            type="password"
            className="plain-field"
            autoComplete="off"
            autoFocus
            aria-label={t("lock.password")}
            aria-invalid={issue !== null}
            aria-describedby="lockIssue"
          />
          <span id="lockIssue" className="plain-issue" role="alert">
            {issue}
          </span>
          <button type="submit" className="plain-primary">
            {t("lock.unlock")}
          </button>
          <button type="button" className="plain-button" onClick={() => void signOut()}>
            {t("lock.exit")}
          </button>
        </form>
      </main>
    </PlainPage>
  );
}

const LockMark = () => (
  <svg className="lock-mark" viewBox="0 0 24 24" aria-hidden="true">
    <path
      d="M7 10V7a5 5 0 0 1 10 0v3m-11 0h12v10H6z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
  </svg>
);
