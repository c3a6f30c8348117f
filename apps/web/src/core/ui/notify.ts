/** Messages to the user, raised outside components. The page's frame (shell, login) shows them. */

export interface Notification {
  kind: "success" | "error" | "info" | "warning";
  text: string;
}

const listeners = new Set<(notification: Notification) => void>();

export function onNotify(listener: (notification: Notification) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notify(kind: Notification["kind"], text: string): void {
  for (const listener of listeners) listener({ kind, text });
}
