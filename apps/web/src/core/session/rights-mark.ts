/** The version of the user's permissions that the server sends with each answer: another value means that menus and buttons on screen may be out of date. */
let mark: string | null = null;
const listeners = new Set<() => void>();

export function seeRightsMark(next: string | null): void {
  if (next === null) return;
  const changed = mark !== null && mark !== next;
  mark = next;
  if (changed) for (const listener of listeners) listener();
}

/** The next user has marks of their own. */
export const forgetRightsMark = (): void => void (mark = null);

export function onRightsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
