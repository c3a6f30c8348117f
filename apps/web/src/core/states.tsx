import { Button, Skeleton as Bones } from "antd";
import type { ReactNode } from "react";
import type { CallError } from "./call-error.ts";
import { useLanguage } from "./i18n/language.ts";
import { useTexts } from "./texts.ts";
import "./states.css";

/** Nothing to show, and the action that changes it. */
export function Empty({ text, children }: { text?: string; children?: ReactNode }) {
  const t = useTexts();
  return (
    <div className="state">
      <p>{text ?? t("list.empty")}</p>
      {children}
    </div>
  );
}

/** What should be here could not be loaded: why, and a way to try again. */
export function Failed({ error, onRetry }: { error: CallError | Error | null; onRetry?: () => void }) {
  const t = useTexts();
  const language = useLanguage();
  const reason = error && "text" in error ? error.text(language) : null;
  return (
    <div className="state" role="alert">
      <p>{t("list.failed")}</p>
      {reason && <p className="state-reason">{reason}</p>}
      {onRetry && <Button onClick={onRetry}>{t("common.retry")}</Button>}
    </div>
  );
}

/** Grey lines where rows or fields will stand. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  const t = useTexts();
  return (
    <div role="status" aria-label={t("common.loading")}>
      <Bones active title={false} paragraph={{ rows, width: "100%" }} />
    </div>
  );
}
