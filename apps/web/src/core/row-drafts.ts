import { useSyncExternalStore } from "react";

/** What is typed into the rows of a table and not saved. Outside of the table's state, so that a key in one row renders that row only. */
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
    this.drafts.set(id, { ...this.drafts.get(id), ...change } as Partial<D>);
    this.tell();
  }

  /** The row is as it was again. */
  drop(id: string): void {
    this.drafts.delete(id);
    this.tell();
  }

  clear(): void {
    this.drafts.clear();
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

export const useRowDraft = <D extends object>(drafts: RowDrafts<D>, id: string): Partial<D> | undefined =>
  useSyncExternalStore(drafts.subscribe, () => drafts.of(id));

export const useDirtyRows = <D extends object>(drafts: RowDrafts<D>): boolean =>
  useSyncExternalStore(drafts.subscribe, () => drafts.dirty);
