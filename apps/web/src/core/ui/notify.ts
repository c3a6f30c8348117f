/** Messages to the user, raised outside components. The page's frame (shell, login) shows them. */

export interface Notification {
  kind: "success" | "error" | "info" | "warning";
  text: string;
  /** Takes back what the message tells of, for as long as it stays. */
  undo?: () => void;
}

const listeners = new Set<(notification: Notification) => void>();

export function onNotify(listener: (notification: Notification) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notify(kind: Notification["kind"], text: string, undo?: () => void): void {
  for (const listener of listeners) listener({ kind, text, undo });
}
