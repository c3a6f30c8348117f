import { useEffect, useState } from "react";
import { onNotify } from "./notify.ts";
import type { Notification } from "./notify.ts";
import "./toaster.css";

interface Toast extends Notification {
  id: number;
}

/** Milliseconds a message stays; errors stay longer, because they have to be read. */
const stay: Record<Notification["kind"], number> = { success: 3000, info: 4000, warning: 6000, error: 8000 };

let last = 0;

/** Shows the messages of `notify`; each is announced to screen readers and can be closed. */
export function Toaster() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  useEffect(
    () =>
      onNotify((notification) => {
        const toast = { ...notification, id: ++last };
        // The same words twice are one message, and what has worked by now was no error in the end.
        const isOver = ({ kind, text }: Toast) => text === toast.text || (kind === "error" && toast.kind === "success");
        setToasts((old) => [...old.filter((one) => !isOver(one)), toast].slice(-4));
        setTimeout(() => setToasts((old) => old.filter(({ id }) => id !== toast.id)), stay[toast.kind]);
      }),
    [],
  );
  return (
    <div className="toaster" role="status" aria-live="polite">
      {toasts.map(({ id, kind, text }) => (
        <button
          key={id}
          type="button"
          className={`toast toast-${kind}`}
          onClick={() => setToasts((old) => old.filter((one) => one.id !== id))}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
