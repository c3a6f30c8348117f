import { onSitePath } from "../../core/session/constants.ts";

/** Whether this browser can open the page without a network: it must have come by https. */
export const hasWorker = (): boolean => "serviceWorker" in navigator;

/** Has the browser keep the page for times without a network. It answers for this page alone, never for the rest of the product. */
export function startWorker(): void {
  if (!hasWorker() || !import.meta.env.PROD) return;
  // Without it the page works as long as it stays open, and what is written is stored all the same.
  navigator.serviceWorker.register("/on-site.worker.js", { scope: onSitePath }).catch(() => undefined);
}
