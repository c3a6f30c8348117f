import { useEffect, useState } from "react";
import { useLabel } from "../i18n/language.ts";
import { onNotify } from "./notify.ts";
import type { Notification } from "./notify.ts";
import "./toaster.css";

interface Toast extends Notification {
  id: number;
}

/** Milliseconds a message stays; errors stay longer, because they have to be read. */
const stay: Record<Notification["kind"], number> = { success: 3000, info: 4000, warning: 6000, error: 8000 };

/** What can be taken back stays long enough to think about it. */
const undoable = 10_000;

let last = 0;

/** The same word as the move that it makes. */
const undoName = { zh: "撤回", en: "Undo" };

/** Shows the messages of `notify`; each is announced to screen readers and can be closed. */
export function Toaster() {
  const label = useLabel();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  useEffect(
    () =>
      onNotify((notification) => {
        const toast = { ...notification, id: ++last };
        // The same words twice are one message, and what has worked by now was no error in the end.
        const isOver = ({ kind, text }: Toast) => text === toast.text || (kind === "error" && toast.kind === "success");
        setToasts((old) => [...old.filter((one) => !isOver(one)), toast].slice(-4));
        setTimeout(
          () => setToasts((old) => old.filter(({ id }) => id !== toast.id)),
          toast.undo ? undoable : stay[toast.kind],
        );
      }),
    [],
  );
  return (
    <div className="toaster" role="status" aria-live="polite">
      {toasts.map(({ id, kind, text, undo }) => {
        const close = () => setToasts((old) => old.filter((one) => one.id !== id));
        return (
          <div key={id} className={`toast toast-${kind}`}>
            <button type="button" onClick={close}>
              {text}
            </button>
            {undo && (
              <button
                type="button"
                className="toast-undo"
                onClick={() => {
                  close();
                  undo();
                }}
              >
                {label(undoName)}
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}
