import { Component } from "react";
import type { ErrorInfo, ReactNode } from "react";
import { label } from "../../core/i18n/language.ts";
import { logError } from "../../core/api/log-store.ts";

/** The last error boundary: an error outside a page ends in a plain message instead of an empty window. */
export class RootBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    logError(error, componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="root-failure">
        <h1>{label(["页面出错了", "Something went wrong"])}</h1>
        <p>
          {label([
            "请重新加载页面；仍然出错时请联系管理员。",
            "Reload the page. If it fails again, contact the administrator.",
          ])}
        </p>
        <button type="button" onClick={() => window.location.reload()}>
          {label(["重新加载", "Reload"])}
        </button>
      </main>
    );
  }
}
