import { Button, Skeleton as Bones } from "antd";
import type { ReactNode } from "react";
import type { CallError } from "../api/call-error.ts";
import { useLanguage } from "../i18n/language.ts";
import { useTexts } from "../i18n/core-texts.ts";
import "./states.css";

/** Status of an answer that a rule refused. */
const conflict = 409;

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

/** Shown where data could not be loaded: the reason, and a retry; where a rule refused it, the rule alone, since asking again changes nothing. */
export function Failed({ error, onRetry }: { error: CallError | Error | null; onRetry?: () => void }) {
  const t = useTexts();
  const language = useLanguage();
  const reason = error && "text" in error ? error.text(language) : null;
  if (reason && error && "status" in error && error.status === conflict)
    return (
      <div className="state" role="alert">
        <p>{reason}</p>
      </div>
    );
  return (
    <div className="state" role="alert">
      <p>{t("list.failed")}</p>
      {reason && <p className="state-reason">{reason}</p>}
      {onRetry && <Button onClick={onRetry}>{t("common.retry")}</Button>}
    </div>
  );
}

/** The state of a query, as `useCall` returns it. */
interface Query<T> {
  data: T | undefined;
  isError: boolean;
  error: CallError | null;
  refetch: () => Promise<unknown>;
}

/** Shown in place of missing answers: grey lines while they are fetched, or why one failed and a retry. */
export function Unanswered({ queries, rows }: { queries: readonly Query<unknown>[]; rows?: number }) {
  const failed = queries.filter(({ isError }) => isError);
  if (!failed[0]) return <Skeleton rows={rows} />;
  return <Failed error={failed[0].error} onRetry={() => void Promise.all(failed.map((query) => query.refetch()))} />;
}

/** Shows an answer once it is there; one that could not be refreshed is not shown any more. */
export function Loaded<T>({
  query,
  rows,
  children,
}: {
  query: Query<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}) {
  if (query.isError || query.data === undefined) return <Unanswered queries={[query]} rows={rows} />;
  return children(query.data);
}

/** Grey lines in place of rows or fields. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  const t = useTexts();
  return (
    <div role="status" aria-label={t("common.loading")}>
      <Bones active title={false} paragraph={{ rows, width: "100%" }} />
    </div>
  );
}
