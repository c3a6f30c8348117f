import { Component } from "react";
import type { ErrorInfo, ReactNode } from "react";
import { logError } from "../../core/api/log-store.ts";
import { useTexts } from "../texts.ts";

/** The page's code could not be fetched; React remembers that, so only a new window helps. */
const isMissingCode = (error: unknown) =>
  error instanceof Error && /dynamically imported module|importing a module script/i.test(error.message);

/** Keeps the failure of one page from breaking the others and the shell. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    logError(error, componentStack);
  }

  private retry = () => (isMissingCode(this.state.error) ? window.location.reload() : this.setState({ error: null }));

  override render() {
    return this.state.error === null ? this.props.children : <PageFailure onRetry={this.retry} />;
  }
}

function PageFailure({ onRetry }: { onRetry: () => void }) {
  const t = useTexts();
  return (
    <div className="page-failure" role="alert">
      <h1>{t("failure.title")}</h1>
      <p>{t("failure.text")}</p>
      <button type="button" className="plain-button" onClick={onRetry}>
        {t("failure.retry")}
      </button>
    </div>
  );
}
