/** What the server says of the user's rights with each answer: another mark means that menus and buttons on screen may be out of date. */
let mark: string | null = null;
const listeners = new Set<() => void>();

export function seeRightsMark(next: string | null): void {
  if (next === null) return;
  const changed = mark !== null && mark !== next;
  mark = next;
  if (changed) for (const listener of listeners) listener();
}

/** The next user has marks of his own. */
export const forgetRightsMark = (): void => void (mark = null);

export function onRightsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
