import { useSyncExternalStore } from "react";

/** Entries by the id of what they are about. */
type ById<T> = Readonly<Record<string, T>>;

/** What was entered while `sent` was on its way is still to be sent: entries that are new, or others than those that were sent. */
export const withoutSent = <T>(now: ById<T>, sent: ById<T>): Record<string, T> =>
  Object.fromEntries(Object.entries(now).filter(([id, entry]) => sent[id] !== entry));

/** Unsaved entries in the rows of a table. Outside the table's state, so that a key in one row renders that row only. */
export class RowDrafts<D extends object> {
  private drafts: ById<Partial<D>> = {};
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  of(id: string): Partial<D> | undefined {
    return this.drafts[id];
  }

  /** All entries as they are now; another object after every change. */
  get all(): ById<Partial<D>> {
    return this.drafts;
  }

  get dirty(): boolean {
    return Object.keys(this.drafts).length > 0;
  }

  /** The changed rows as they are saved. */
  changes(): (Partial<D> & { id: string })[] {
    return Object.entries(this.drafts).map(([id, draft]) => ({ id, ...draft }));
  }

  edit(id: string, change: Partial<D>): void {
    this.set({ ...this.drafts, [id]: { ...this.drafts[id], ...change } });
  }

  /** Drops the entries of a row. */
  drop(id: string): void {
    const { [id]: _dropped, ...others } = this.drafts;
    this.set(others);
  }

  /** Drops what was saved; what was entered meanwhile stays. @param sent `all` as it was when it was sent, or a part of it */
  settle(sent: ById<Partial<D>>): void {
    this.set(withoutSent(this.drafts, sent));
  }

  private set(drafts: ById<Partial<D>>): void {
    this.drafts = drafts;
    for (const listener of this.listeners) listener();
  }
}

export const useRowDraft = <D extends object>(drafts: RowDrafts<D>, id: string): Partial<D> | undefined =>
  useSyncExternalStore(drafts.subscribe, () => drafts.of(id));

export const useAllDrafts = <D extends object>(drafts: RowDrafts<D>): ById<Partial<D>> =>
  useSyncExternalStore(drafts.subscribe, () => drafts.all);

export const useDirtyRows = <D extends object>(drafts: RowDrafts<D>): boolean =>
  useSyncExternalStore(drafts.subscribe, () => drafts.dirty);
