import { useEffect, useState } from "react";
import { onSitePath } from "../../core/session/constants.ts";

/** Whether the page can be opened without a network: not at all (the browser came without https), not yet, or from now on. */
export type Stored = "never" | "soon" | "stored";

/** Has the browser store the page for times without a network. The worker answers for this page alone, never for the rest of the product. */
export function useWorker(): Stored {
  const [stored, setStored] = useState<Stored>("serviceWorker" in navigator && import.meta.env.PROD ? "soon" : "never");
  useEffect(() => {
    if (stored !== "soon") return;
    register().then(
      () => setStored("stored"),
      // Without it the page works as long as it stays open, and what is written is stored all the same.
      () => undefined,
    );
  }, [stored]);
  return stored;
}

/** Resolves once a worker has stored all files. */
async function register(): Promise<void> {
  const { active, waiting, installing } = await navigator.serviceWorker.register("/on-site.worker.js", {
    scope: onSitePath,
  });
  const worker = waiting ?? installing;
  if (active || !worker) return;
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("the page could not be stored"));
    });
  });
}
