import { useSyncExternalStore } from "react";

/** Unsaved entries in the rows of a table. Outside the table's state, so that a key in one row renders that row only. */
export class RowDrafts<D extends object> {
  private readonly drafts = new Map<string, Partial<D>>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  of(id: string): Partial<D> | undefined {
    return this.drafts.get(id);
  }

  get dirty(): boolean {
    return this.drafts.size > 0;
  }

  /** The changed rows as they are saved. */
  changes(): (Partial<D> & { id: string })[] {
    return [...this.drafts].map(([id, draft]) => ({ id, ...draft }));
  }

  edit(id: string, change: Partial<D>): void {
    this.drafts.set(id, { ...this.drafts.get(id), ...change });
    this.notify();
  }

  /** Drops the entries of a row. */
  drop(id: string): void {
    this.drafts.delete(id);
    this.notify();
  }

  clear(): void {
    this.drafts.clear();
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

export const useRowDraft = <D extends object>(drafts: RowDrafts<D>, id: string): Partial<D> | undefined =>
  useSyncExternalStore(drafts.subscribe, () => drafts.of(id));

export const useDirtyRows = <D extends object>(drafts: RowDrafts<D>): boolean =>
  useSyncExternalStore(drafts.subscribe, () => drafts.dirty);
